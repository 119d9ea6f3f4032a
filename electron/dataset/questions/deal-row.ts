/** A row of a dataset, and its conversion from a statement's result. */
import { dealStatusAt } from '../../../shared/domain/deals/deal-state.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { bytesToHex, bytesToUtf8Lossy } from '../../../shared/domain/encoding/bytes.ts';
import { cidFromBytes } from '../../../shared/domain/encoding/cid.ts';
import type { DealKind, DealState } from '../../../shared/ipc/schemas/deals.ts';
import { zDealKind } from '../../../shared/ipc/schemas/deals.ts';
import type { SqlRow, SqlValue } from '../engine.ts';
import { type Moment, NO_PIECE } from './deal-relation.ts';

export interface MarketRow {
  readonly kind: DealKind;
  readonly id: number;
  /** Claim of a deal, if requested. */
  readonly claimId?: number;
  readonly clientId: number;
  readonly providerId: number;
  readonly pieceCid: string;
  readonly pieceSize: number;
  readonly isVerified: boolean;
  readonly label: string | undefined;
  readonly startEpoch: number | undefined;
  readonly endEpoch: number;
  readonly mayEndEpoch: number | undefined;
  /** attoFIL */
  readonly price: bigint | undefined;
  readonly sectorNumber: number | undefined;
  readonly sectorStartEpoch: number;
  readonly slashEpoch: number;
  readonly state: DealState;
}

/** Columns read by `readMarketRow`, in order. */
export const ROW_COLUMNS =
  'kind, id, client_id, provider_id, piece_cid, piece_size, is_verified, label, label_is_text, start_epoch, end_epoch, may_end_epoch, price, sector_number, sector_start_epoch, slash_epoch';

export function readMarketRow(row: SqlRow, moment: Moment): MarketRow {
  const [kind, id, clientId, providerId, piece, size, isVerified, label, isText, start, end, mayEnd, price, sector, since, slash] = row;
  const epochs = { startEpoch: optional(start), endEpoch: number(end), sectorStartEpoch: number(since), slashEpoch: number(slash) };
  const name = zDealKind.options[number(kind)] ?? 'f05';
  return {
    kind: name,
    id: number(id),
    clientId: number(clientId),
    providerId: number(providerId),
    pieceCid: pieceCidOfBytes(bytes(piece)),
    pieceSize: number(size),
    isVerified: isVerified === true,
    label: label === null || label === undefined ? undefined : labelOfBytes(bytes(label), isText === true),
    startEpoch: epochs.startEpoch,
    endEpoch: epochs.endEpoch,
    mayEndEpoch: optional(mayEnd),
    price: price === null || price === undefined ? undefined : BigInt(price as bigint),
    sectorNumber: epochs.sectorStartEpoch >= 0 ? optional(sector) : undefined,
    sectorStartEpoch: epochs.sectorStartEpoch,
    slashEpoch: epochs.slashEpoch,
    state: stateOf(name, epochs, moment),
  };
}

/** Equivalent to `stateCondition` in SQL. */
function stateOf(
  kind: DealKind,
  epochs: {
    readonly startEpoch: number | undefined;
    readonly endEpoch: number;
    readonly sectorStartEpoch: number;
    readonly slashEpoch: number;
  },
  { head, asOf }: Moment,
): DealState {
  if (kind === 'allocation') return head > epochs.endEpoch ? 'unclaimed' : 'allocated';
  const isActivated = epochs.sectorStartEpoch >= 0;
  const status = dealStatusAt({ ...epochs, startEpoch: epochs.startEpoch ?? 0 }, isActivated ? head : Math.min(head, asOf));
  return status === 'active' ? 'proving' : status;
}

function pieceCidOfBytes(piece: Uint8Array): string {
  return piece.length === 0 ? NO_PIECE : cidFromBytes(piece);
}

/** Text as it is; bytes as a CID if possible, else in hex. */
function labelOfBytes(label: Uint8Array, isText: boolean): string {
  if (isText) return bytesToUtf8Lossy(label);
  try {
    return cidFromBytes(label);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return `0x${bytesToHex(label)}`;
  }
}

export function number(value: SqlValue | undefined): number {
  return Number(value);
}

function optional(value: SqlValue | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

function bytes(value: SqlValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new Error('A column of bytes has another type.');
}
