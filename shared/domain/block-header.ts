/** Block headers: their canonical bytes and CIDs (protocol.md 3.4; go: chain/types/blockheader.go). */
import { CID } from 'multiformats/cid';
import { type Address, addressFromBytes, addressToBytes } from './address.ts';
import { type AttoFil, attoFil } from './amount.ts';
import { type CborValue, decodeBigIntBytes, decodeCbor, encodeBigIntBytes, encodeCbor } from './cbor.ts';
import { type Cid, cidOfDagCbor } from './cid.ts';
import { DomainError } from './domain-error.ts';
import { decodeSignature, encodeSignature, type Signature } from './signature.ts';

export interface BlockHeader {
  readonly miner: Address;
  /** VRF proof; genesis blocks have one too. */
  readonly ticket: Uint8Array | undefined;
  readonly electionProof: { readonly winCount: bigint; readonly vrfProof: Uint8Array } | undefined;
  readonly beaconEntries: readonly { readonly round: bigint; readonly data: Uint8Array }[];
  readonly winPoStProof: readonly { readonly poStProof: bigint; readonly proofBytes: Uint8Array }[];
  readonly parents: readonly Cid[];
  readonly parentWeight: bigint;
  readonly height: number;
  readonly parentStateRoot: Cid;
  readonly parentMessageReceipts: Cid;
  readonly messages: Cid;
  readonly blsAggregate: Signature | undefined;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly blockSig: Signature | undefined;
  readonly forkSignaling: bigint;
  readonly parentBaseFee: AttoFil;
}

const FIELD_COUNT = 16;

export function encodeBlockHeader(header: BlockHeader): Uint8Array {
  return encodeCbor([
    addressToBytes(header.miner),
    header.ticket === undefined ? null : [header.ticket],
    header.electionProof === undefined ? null : [header.electionProof.winCount, header.electionProof.vrfProof],
    header.beaconEntries.map((entry) => [entry.round, entry.data]),
    header.winPoStProof.map((proof) => [proof.poStProof, proof.proofBytes]),
    header.parents.map((cid) => CID.parse(cid)),
    encodeBigIntBytes(header.parentWeight),
    header.height,
    CID.parse(header.parentStateRoot),
    CID.parse(header.parentMessageReceipts),
    CID.parse(header.messages),
    header.blsAggregate === undefined ? null : encodeSignature(header.blsAggregate),
    header.timestamp,
    header.blockSig === undefined ? null : encodeSignature(header.blockSig),
    header.forkSignaling,
    encodeBigIntBytes(header.parentBaseFee),
  ]);
}

export function blockCid(header: BlockHeader): Cid {
  return cidOfDagCbor(encodeBlockHeader(header));
}

/** Reads a header's bytes. Throws `DomainError` `block-header`. */
export function decodeBlockHeader(bytes: Uint8Array): BlockHeader {
  const tuple = decodeCbor(bytes);
  if (!Array.isArray(tuple) || tuple.length !== FIELD_COUNT)
    throw new DomainError('block-header', 'A block header is a CBOR array of sixteen fields.');
  const field = (index: number): CborValue => (tuple as CborValue[])[index] ?? null;
  const ticket = field(1);
  const election = field(2);
  return {
    miner: addressFromBytes(asBytes(field(0))),
    ticket: ticket === null ? undefined : asBytes(asArray(ticket)[0]),
    electionProof: election === null ? undefined : { winCount: asInteger(asArray(election)[0]), vrfProof: asBytes(asArray(election)[1]) },
    beaconEntries: asArray(field(3)).map((entry) => ({ round: asInteger(asArray(entry)[0]), data: asBytes(asArray(entry)[1]) })),
    winPoStProof: asArray(field(4)).map((proof) => ({ poStProof: asInteger(asArray(proof)[0]), proofBytes: asBytes(asArray(proof)[1]) })),
    parents: asArray(field(5)).map(asCid),
    parentWeight: decodeBigIntBytes(asBytes(field(6))),
    height: Number(asInteger(field(7))),
    parentStateRoot: asCid(field(8)),
    parentMessageReceipts: asCid(field(9)),
    messages: asCid(field(10)),
    blsAggregate: asSignature(field(11)),
    timestamp: Number(asInteger(field(12))),
    blockSig: asSignature(field(13)),
    forkSignaling: asInteger(field(14)),
    parentBaseFee: attoFil(decodeBigIntBytes(asBytes(field(15)))),
  };
}

function wrong(): DomainError {
  return new DomainError('block-header', 'A field of this block header has the wrong type.');
}

function asBytes(value: CborValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw wrong();
}

function asArray(value: CborValue | undefined): readonly CborValue[] {
  if (Array.isArray(value)) return value as CborValue[];
  throw wrong();
}

function asInteger(value: CborValue | undefined): bigint {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return BigInt(value);
  throw wrong();
}

function asCid(value: CborValue | undefined): Cid {
  const cid = CID.asCID(value);
  if (cid === null) throw wrong();
  return cid.toString() as Cid;
}

function asSignature(value: CborValue): Signature | undefined {
  return value === null ? undefined : decodeSignature(asBytes(value));
}
