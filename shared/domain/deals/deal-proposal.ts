/**
 * Deal proposals of the storage market: their canonical bytes, their two CIDs and the client's signature. Sources: go-state-types
 * `builtin/v9/market/deal.go` (the tuple and the label), go-fil-markets `storagemarket/impl/client.go` (ProposalCid).
 */
import type { Address } from '../addresses/address.ts';
import type { AttoFil } from '../amounts/amount.ts';
import { bytesToUtf8Lossy, utf8ToBytes } from '../encoding/bytes.ts';
import { CborReader, CborWriter, MAX_BYTE_STRING } from '../encoding/cbor.ts';
import { type Cid, cidOfDagCbor, cidOfDagCborSha256 } from '../encoding/cid.ts';
import { address, amount, boolean, type Codec, encodeBlock, integer, link, struct, uint64 } from '../ipld/codec.ts';
import { decodeSignature, encodeSignature, type Signature, verifyBytes } from '../signatures/signature.ts';

/**
 * A deal's label, set by the client, usually the CID of its data. CBOR text or byte string; text of deals before network
 * version 17 may not be UTF-8, so it is kept as bytes.
 */
export interface DealLabel {
  readonly isText: boolean;
  readonly bytes: Uint8Array;
}

/** A deal proposal, with fields in tuple order. Amounts in attoFIL. */
export interface DealProposal {
  /** CommP of the padded piece. */
  readonly pieceCid: Cid;
  /** Padded piece size in bytes: a power of two. */
  readonly pieceSize: bigint;
  readonly verifiedDeal: boolean;
  /** The client: a key address in a signed proposal, an ID address in the market's state. */
  readonly client: Address;
  readonly provider: Address;
  readonly label: DealLabel;
  readonly startEpoch: number;
  readonly endEpoch: number;
  readonly storagePricePerEpoch: AttoFil;
  readonly providerCollateral: AttoFil;
  readonly clientCollateral: AttoFil;
}

/** A proposal with its client's signature, as in the parameters of PublishStorageDeals. */
export interface ClientDealProposal {
  readonly proposal: DealProposal;
  readonly clientSignature: Signature;
}

/** The market's limit; builtin-actors `market/src/policy.rs`. */
export const MAX_DEAL_LABEL_BYTES = 256;

const label: Codec<DealLabel> = {
  read: (reader, name) => reader.textOrBytes(name, MAX_BYTE_STRING),
  write: (writer, value) => void (value.isText ? writer.textBytes(value.bytes) : writer.bytes(value.bytes)),
  toJson: (value) => dealLabelText(value) ?? '',
};

/** The CBOR array of eleven fields that the client signs and the market's state contains. */
export const dealProposal = struct<DealProposal>({
  pieceCid: ['PieceCID', link],
  pieceSize: ['PieceSize', uint64],
  verifiedDeal: ['VerifiedDeal', boolean],
  client: ['Client', address],
  provider: ['Provider', address],
  label: ['Label', label],
  startEpoch: ['StartEpoch', integer],
  endEpoch: ['EndEpoch', integer],
  storagePricePerEpoch: ['StoragePricePerEpoch', amount],
  providerCollateral: ['ProviderCollateral', amount],
  clientCollateral: ['ClientCollateral', amount],
});

/** The label as text. */
export function dealLabelFromText(text: string): DealLabel {
  return { isText: true, bytes: utf8ToBytes(text) };
}

/** Return the label as Lotus prints it, with U+FFFD for invalid UTF-8; undefined for a label of bytes. */
export function dealLabelText(label: DealLabel): string | undefined {
  return label.isText ? bytesToUtf8Lossy(label.bytes) : undefined;
}

/** Encode the CBOR array that the client signs. Throws `DomainError` `cbor` for a number beyond 64 bits. */
export function encodeDealProposal(proposal: DealProposal): Uint8Array {
  return encodeBlock(dealProposal, proposal);
}

/** Encode a proposal with its signature. */
export function encodeClientDealProposal(deal: ClientDealProposal): Uint8Array {
  const writer = new CborWriter();
  writeClientDealProposal(writer, deal);
  return writer.finish();
}

function writeClientDealProposal(writer: CborWriter, { proposal, clientSignature }: ClientDealProposal): void {
  dealProposal.write(writer.array(2), proposal);
  writer.bytes(encodeSignature(clientSignature));
}

/** Encode the parameters of PublishStorageDeals: an array with one list of signed proposals. Throws as `encodeDealProposal`. */
export function encodePublishStorageDealsParams(deals: readonly ClientDealProposal[]): Uint8Array {
  const writer = new CborWriter().array(1).array(deals.length);
  for (const deal of deals) writeClientDealProposal(writer, deal);
  return writer.finish();
}

/**
 * Decode a proposal. Round-trips with `encodeDealProposal`, even if the label is not UTF-8.
 * Throws `DomainError` `deal-proposal`, `cbor`, `cid`, `big-integer` or a code of `addressFromBytes`.
 */
export function decodeDealProposal(bytes: Uint8Array): DealProposal {
  const reader = new CborReader(bytes, 'deal-proposal', 'a deal proposal');
  const proposal = dealProposal.read(reader, 'Proposal');
  reader.end();
  return proposal;
}

/** Decode the parameters of PublishStorageDeals: an array with one list of signed proposals. Throws as `decodeDealProposal`. */
export function decodePublishStorageDealsParams(params: Uint8Array): ClientDealProposal[] {
  const reader = new CborReader(params, 'deal-proposal', 'a list of deals');
  reader.tuple(1);
  const deals = reader.list('Deals', () => {
    reader.tuple(2, 'Deals');
    return { proposal: dealProposal.read(reader, 'Proposal'), clientSignature: decodeSignature(reader.bytes('ClientSignature')) };
  });
  reader.end();
  return deals;
}

/**
 * The CID that client and provider use for a deal (`ProposalCid` of go-fil-markets): dag-cbor, **sha2-256** of the proposal with
 * its signature.
 */
export function proposalCid(deal: ClientDealProposal): Cid {
  return cidOfDagCborSha256(encodeClientDealProposal(deal));
}

/** The CID that the market's state uses for a published deal that is not active yet: blake2b-256 of the proposal alone. */
export function pendingProposalCid(proposal: DealProposal): Cid {
  return cidOfDagCbor(encodeDealProposal(proposal));
}

/**
 * Whether the client signed this proposal. `clientKey` is the client's key address; if the proposal has an ID address, resolve it
 * with StateAccountKey. Never throws for invalid input.
 */
export function verifyClientSignature(deal: ClientDealProposal, clientKey: Address = deal.proposal.client): boolean {
  return verifyBytes(deal.clientSignature, clientKey, encodeDealProposal(deal.proposal));
}
