/**
 * Converts between deals of a dataset and their CBOR in the market actor's arrays.
 *
 * Chain values are untrusted: a value that cannot be a row is reported with a reason. The re-encoded row is compared with its value, and
 * a difference is stored beside it.
 */
import { isUtf8 } from 'node:buffer';
import { type DealState, dealState } from '../../../shared/domain/actors/market-state.ts';
import type { StateLayout } from '../../../shared/domain/actors/state-layout.ts';
import { type Address, idOfAddress } from '../../../shared/domain/addresses/address.ts';
import { dealProposal } from '../../../shared/domain/deals/deal-proposal.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { CborWriter } from '../../../shared/domain/encoding/cbor.ts';
import { cidToBytes } from '../../../shared/domain/encoding/cid.ts';
import { encodeVarint } from '../../../shared/domain/encoding/varint.ts';
import { type Codec, decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { CidReader } from '../cid-prefix.ts';
import type { SqlRow, SqlValue } from '../engine.ts';
import { type DealBatch, PIECE_CID_BYTES, PIECE_CID_HEAD, setAmount, setInteger } from '../market-file/deal-batch.ts';
import { MAX_AMOUNT_DIGITS, MAX_EPOCH } from '../market-file/read-deal.ts';
import { TABLES } from '../schema.ts';

/** A row of `deals`. */
export interface DealFields {
  readonly dealId: number;
  readonly clientId: number;
  readonly providerId: number;
  readonly pieceCid: Uint8Array;
  readonly pieceSize: number;
  readonly isVerified: boolean;
  readonly label: Uint8Array;
  readonly isLabelText: boolean;
  readonly startEpoch: number;
  readonly endEpoch: number;
  readonly price: bigint;
  readonly providerCollateral: bigint;
  readonly clientCollateral: bigint;
  readonly sectorNumber: number | undefined;
  readonly sectorStartEpoch: number;
  readonly lastUpdatedEpoch: number;
  readonly slashEpoch: number;
}

/** Columns read by `fieldsOf`, in order. */
export const FIELD_COLUMNS = TABLES.deals.map(({ name }) => name).join(', ');

const NOT_YET = -1;
/** Tag 42, and a byte string of a zero byte and a CID. */
const LINK_HEAD = Uint8Array.of(0xd8, 0x2a, 0x58, PIECE_CID_BYTES + 1, 0);
const EMPTY_LINK = Uint8Array.of(0xd8, 0x2a, 0x41, 0);
const MAX_AMOUNT = 10n ** BigInt(MAX_AMOUNT_DIGITS);
const cids = new CidReader();

export function fieldsOf(row: SqlRow): DealFields {
  const [id, client, provider, piece, size, verified, label, isText, start, end, price, own, other, sector, since, updated, slash] = row;
  return {
    dealId: Number(id),
    clientId: Number(client),
    providerId: Number(provider),
    pieceCid: bytesOf(piece),
    pieceSize: Number(size),
    isVerified: verified === true,
    label: bytesOf(label),
    isLabelText: isText === true,
    startEpoch: Number(start),
    endEpoch: Number(end),
    price: BigInt(price as bigint),
    providerCollateral: BigInt(own as bigint),
    clientCollateral: BigInt(other as bigint),
    sectorNumber: sector === null ? undefined : Number(sector),
    sectorStartEpoch: Number(since),
    lastUpdatedEpoch: Number(updated),
    slashEpoch: Number(slash),
  };
}

/** Value in the proposals array. */
export function encodeProposal(deal: DealFields): Uint8Array {
  const writer = new CborWriter().array(11);
  if (deal.pieceCid.length === 0) writer.encoded(EMPTY_LINK);
  else writer.encoded(LINK_HEAD).encoded(deal.pieceCid);
  writer.integer(deal.pieceSize).boolean(deal.isVerified);
  writer.bytes(Uint8Array.of(0, ...encodeVarint(deal.clientId))).bytes(Uint8Array.of(0, ...encodeVarint(deal.providerId)));
  if (deal.isLabelText) writer.textBytes(deal.label);
  else writer.bytes(deal.label);
  writer.integer(deal.startEpoch).integer(deal.endEpoch);
  return writer.bigInteger(deal.price).bigInteger(deal.providerCollateral).bigInteger(deal.clientCollateral).finish();
}

/** Value in the states array; undefined for a deal that was not activated. */
export function encodeState(deal: DealFields, layout: StateLayout): Uint8Array | undefined {
  if (deal.sectorStartEpoch < 0) return undefined;
  const { sectorNumber = 0, sectorStartEpoch, lastUpdatedEpoch, slashEpoch } = deal;
  // Layouts have a sector, a claim or neither; rows have no claim.
  const state = { sectorNumber, sectorStartEpoch, lastUpdatedEpoch, slashEpoch, verifiedClaim: 0 };
  return encodeBlock(dealState[layout] as Codec<typeof state>, state);
}

/** Decode values to a deal, or return why it cannot be a row. */
export function decodeDeal(
  dealId: number,
  proposalBytes: Uint8Array | undefined,
  stateBytes: Uint8Array | undefined,
  layout: StateLayout,
): DealFields | string {
  if (proposalBytes === undefined) return 'The deal has a state but no proposal.';
  try {
    const proposal = decodeBlock(dealProposal, proposalBytes, 'The proposal');
    const state = stateBytes === undefined ? undefined : decodeBlock<DealState>(dealState[layout], stateBytes, 'The state');
    const { label } = proposal;
    return {
      dealId,
      clientId: idOf(proposal.client, 'Client'),
      providerId: idOf(proposal.provider, 'Provider'),
      pieceCid: pieceOf(cidToBytes(proposal.pieceCid)),
      pieceSize: naturalOf(Number(proposal.pieceSize), 'PieceSize'),
      isVerified: proposal.verifiedDeal,
      // As in a file; engines read text as UTF-8.
      label: label.isText && !isUtf8(label.bytes) ? Buffer.from(Buffer.from(label.bytes).toString('utf8'), 'utf8') : label.bytes,
      isLabelText: label.isText,
      startEpoch: epochOf(proposal.startEpoch, 'StartEpoch'),
      endEpoch: epochOf(proposal.endEpoch, 'EndEpoch'),
      price: amountOf(proposal.storagePricePerEpoch, 'StoragePricePerEpoch'),
      providerCollateral: amountOf(proposal.providerCollateral, 'ProviderCollateral'),
      clientCollateral: amountOf(proposal.clientCollateral, 'ClientCollateral'),
      sectorNumber: state === undefined ? 0 : state.sectorNumber === undefined ? undefined : naturalOf(state.sectorNumber, 'SectorNumber'),
      sectorStartEpoch: epochOf(state?.sectorStartEpoch ?? NOT_YET, 'SectorStartEpoch'),
      lastUpdatedEpoch: epochOf(state?.lastUpdatedEpoch ?? NOT_YET, 'LastUpdatedEpoch'),
      slashEpoch: epochOf(state?.slashEpoch ?? NOT_YET, 'SlashEpoch'),
    };
  } catch (error) {
    if (error instanceof DomainError || error instanceof NoRow) return error.message;
    throw error;
  }
}

/** Append the deal and its CIDs. */
export function addDeal(batch: DealBatch, deal: DealFields): void {
  const row = batch.rowCount;
  setInteger(batch.dealId, row, deal.dealId);
  setInteger(batch.clientId, row, deal.clientId);
  setInteger(batch.providerId, row, deal.providerId);
  batch.pieceCid.set(deal.pieceCid, batch.pieceStart);
  batch.pieceEnds[row] = batch.pieceStart + deal.pieceCid.length;
  setInteger(batch.pieceSize, row, deal.pieceSize);
  batch.isVerified[row] = deal.isVerified ? 1 : 0;
  batch.reserveLabel(deal.label.length);
  batch.label.set(deal.label, batch.labelStart);
  batch.labelEnds[row] = batch.labelStart + deal.label.length;
  batch.isLabelText[row] = deal.isLabelText ? 1 : 0;
  setInteger(batch.startEpoch, row, deal.startEpoch);
  setInteger(batch.endEpoch, row, deal.endEpoch);
  setAmount(batch.price, row, deal.price);
  setAmount(batch.providerCollateral, row, deal.providerCollateral);
  setAmount(batch.clientCollateral, row, deal.clientCollateral);
  setInteger(batch.sectorNumber, row, deal.sectorNumber ?? 0);
  batch.hasNoSector[row] = deal.sectorNumber === undefined ? 1 : 0;
  setInteger(batch.sectorStart, row, deal.sectorStartEpoch);
  setInteger(batch.lastUpdated, row, deal.lastUpdatedEpoch);
  setInteger(batch.slash, row, deal.slashEpoch);
  if (deal.pieceCid.length > 0 && cids.readBinary(deal.pieceCid)) batch.addCid(cids.high, cids.low, 'piece');
  const isCid = deal.isLabelText ? cids.read(deal.label, 0, deal.label.length) : cids.readBinary(deal.label);
  if (isCid) batch.addCid(cids.high, cids.low, 'payload');
  batch.rowCount = row + 1;
}

class NoRow extends Error {}

function bytesOf(value: SqlValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new Error('A column of bytes has another type.');
}

function idOf(address: Address, name: string): number {
  const id = Number(idOfAddress(address) ?? Number.NaN);
  if (!Number.isSafeInteger(id)) throw new NoRow(`${name} is not an ID address.`);
  return id;
}

function pieceOf(cid: Uint8Array): Uint8Array {
  if (cid.length !== PIECE_CID_BYTES || PIECE_CID_HEAD.some((byte, at) => cid[at] !== byte))
    throw new NoRow('PieceCID is not a piece CID.');
  return cid;
}

function naturalOf(value: number, name: string): number {
  if (!Number.isSafeInteger(value)) throw new NoRow(`${name} is not an integer below 2^53.`);
  return value;
}

function epochOf(value: number, name: string): number {
  if (Math.abs(value) > MAX_EPOCH) throw new NoRow(`${name} is beyond 31 bits.`);
  return value;
}

function amountOf(value: bigint, name: string): bigint {
  if (value >= MAX_AMOUNT) throw new NoRow(`${name} exceeds the total FIL supply.`);
  return value;
}
