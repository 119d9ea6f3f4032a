/** Block headers: their canonical bytes and CIDs. Sources: Lotus `chain/types/blockheader.go` and `cbor_gen.go`. */
import { type Address, addressFromBytes, addressToBytes } from '../addresses/address.ts';
import { type AttoFil, attoFil } from '../amounts/amount.ts';
import { CborReader, CborWriter } from '../encoding/cbor.ts';
import { type Cid, cidOfDagCbor } from '../encoding/cid.ts';
import { decodeSignature, encodeSignature, type Signature } from '../signatures/signature.ts';

/** A block header as it is hashed, without its CID (`blockCid`). */
export interface BlockHeader {
  readonly miner: Address;
  /** VRF proof; genesis blocks have one too. */
  readonly ticket: Uint8Array | undefined;
  readonly electionProof: { readonly winCount: bigint; readonly vrfProof: Uint8Array } | undefined;
  /** drand beacon entries since the parents. */
  readonly beaconEntries: readonly { readonly round: bigint; readonly data: Uint8Array }[];
  readonly winPoStProof: readonly { readonly poStProof: bigint; readonly proofBytes: Uint8Array }[];
  /** Block CIDs of the parent tipset, in order. */
  readonly parents: readonly Cid[];
  readonly parentWeight: bigint;
  /** Epoch. */
  readonly height: number;
  readonly parentStateRoot: Cid;
  readonly parentMessageReceipts: Cid;
  readonly messages: Cid;
  readonly blsAggregate: Signature | undefined;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly blockSig: Signature | undefined;
  readonly forkSignaling: bigint;
  /** attoFIL per unit of gas. */
  readonly parentBaseFee: AttoFil;
}

const FIELD_COUNT = 16;

/** The CBOR array of sixteen fields, in the order of `BlockHeader`. Throws `DomainError` `cbor` for a number beyond 64 bits. */
export function encodeBlockHeader(header: BlockHeader): Uint8Array {
  const writer = new CborWriter();
  writer.array(FIELD_COUNT).bytes(addressToBytes(header.miner));
  if (header.ticket === undefined) writer.null();
  else writer.array(1).bytes(header.ticket);
  if (header.electionProof === undefined) writer.null();
  else writer.array(2).integer(header.electionProof.winCount).bytes(header.electionProof.vrfProof);
  writer.array(header.beaconEntries.length);
  for (const { round, data } of header.beaconEntries) writer.array(2).integer(round).bytes(data);
  writer.array(header.winPoStProof.length);
  for (const { poStProof, proofBytes } of header.winPoStProof) writer.array(2).integer(poStProof).bytes(proofBytes);
  writer.array(header.parents.length);
  for (const parent of header.parents) writer.link(parent);
  writer
    .bigInteger(header.parentWeight)
    .integer(header.height)
    .link(header.parentStateRoot)
    .link(header.parentMessageReceipts)
    .link(header.messages);
  writeSignature(writer, header.blsAggregate).integer(header.timestamp);
  return writeSignature(writer, header.blockSig).integer(header.forkSignaling).bigInteger(header.parentBaseFee).finish();
}

function writeSignature(writer: CborWriter, signature: Signature | undefined): CborWriter {
  return signature === undefined ? writer.null() : writer.bytes(encodeSignature(signature));
}

/** The block's CID: dag-cbor, blake2b-256 of the header with its signature. */
export function blockCid(header: BlockHeader): Cid {
  return cidOfDagCbor(encodeBlockHeader(header));
}

/**
 * Decode a block header. Lists have at most 8192 items, byte strings at most 2 MiB; height and timestamp are below 2^53.
 * Throws `DomainError` `block-header`, `cbor`, `cid`, `big-integer` or a code of `addressFromBytes` and `decodeSignature`.
 */
export function decodeBlockHeader(bytes: Uint8Array): BlockHeader {
  const reader = new CborReader(bytes, 'block-header', 'a block header');
  reader.tuple(FIELD_COUNT);
  const header: BlockHeader = {
    miner: addressFromBytes(reader.bytes('Miner')),
    ticket: readTicket(reader),
    electionProof: readElectionProof(reader),
    beaconEntries: reader.list('BeaconEntries', () => {
      reader.tuple(2, 'BeaconEntries');
      return { round: reader.unsigned('Round'), data: reader.bytes('Data') };
    }),
    winPoStProof: reader.list('WinPoStProof', () => {
      reader.tuple(2, 'WinPoStProof');
      return { poStProof: reader.signed('PoStProof'), proofBytes: reader.bytes('ProofBytes') };
    }),
    parents: reader.list('Parents', () => reader.link('Parents')),
    parentWeight: reader.bigInteger('ParentWeight'),
    height: reader.count('Height'),
    parentStateRoot: reader.link('ParentStateRoot'),
    parentMessageReceipts: reader.link('ParentMessageReceipts'),
    messages: reader.link('Messages'),
    blsAggregate: readSignature(reader, 'BLSAggregate'),
    timestamp: reader.count('Timestamp'),
    blockSig: readSignature(reader, 'BlockSig'),
    forkSignaling: reader.unsigned('ForkSignaling'),
    parentBaseFee: attoFil(reader.amount('ParentBaseFee')),
  };
  reader.end();
  return header;
}

function readTicket(reader: CborReader): Uint8Array | undefined {
  if (reader.takesNull()) return undefined;
  reader.tuple(1, 'Ticket');
  return reader.bytes('Ticket');
}

function readElectionProof(reader: CborReader): BlockHeader['electionProof'] {
  if (reader.takesNull()) return undefined;
  reader.tuple(2, 'ElectionProof');
  return { winCount: reader.signed('WinCount'), vrfProof: reader.bytes('VRFProof') };
}

function readSignature(reader: CborReader, name: string): Signature | undefined {
  return reader.takesNull() ? undefined : decodeSignature(reader.bytes(name));
}
