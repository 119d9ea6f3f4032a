/** Rows of claims and allocations, and their batches. */
import type { Allocation, Claim } from '../../../shared/domain/actors/verified-registry-state.ts';
import { cidToBytes } from '../../../shared/domain/encoding/cid.ts';
import { digestPrefix } from '../cid-prefix.ts';
import { bigintColumn, bytesColumn, smallintColumn } from '../columns.ts';
import type { ColumnBatch } from '../engine.ts';
import { PIECE_CID_BYTES, PIECE_CID_HEAD } from '../market-file/deal-batch.ts';
import { CID_KINDS } from '../schema.ts';

/** `registry.kind`. */
export const CLAIM = 1;
export const ALLOCATION = 2;
/** Offset from `registry.kind` to the kind in `cids`. */
export const CID_KIND_OFFSET = CID_KINDS.claim - CLAIM;

export interface RegistryRow {
  readonly kind: typeof CLAIM | typeof ALLOCATION;
  readonly id: number;
  readonly clientId: number;
  readonly providerId: number;
  readonly pieceCid: Uint8Array;
  readonly prefix: bigint;
  readonly pieceSize: number;
  readonly sectorNumber: number | undefined;
  readonly startEpoch: number | undefined;
  readonly endEpoch: number;
  readonly termMin: number;
  readonly termMax: number;
}

const MAX_EPOCH = 2 ** 31 - 1;

/** Undefined if it cannot be a row: not a piece CID, or epochs out of range. */
export function claimRow(id: number, claim: Claim): RegistryRow | undefined {
  const { termStart, termMax, termMin } = claim;
  return rowOf(CLAIM, id, claim, claim.sector, termStart, termStart + termMax, [termStart, termStart + termMin]);
}

/** As `claimRow`. */
export function allocationRow(id: number, allocation: Allocation): RegistryRow | undefined {
  return rowOf(ALLOCATION, id, allocation, undefined, undefined, allocation.expiration, []);
}

function rowOf(
  kind: RegistryRow['kind'],
  id: number,
  { client, provider, data, size, termMin, termMax }: Pick<Claim, 'client' | 'provider' | 'data' | 'size' | 'termMin' | 'termMax'>,
  sectorNumber: number | undefined,
  startEpoch: number | undefined,
  endEpoch: number,
  epochs: readonly number[],
): RegistryRow | undefined {
  const pieceCid = cidToBytes(data);
  const isPiece = pieceCid.length === PIECE_CID_BYTES && PIECE_CID_HEAD.every((byte, at) => pieceCid[at] === byte);
  const isPlausible = [endEpoch, ...epochs].every((epoch) => epoch >= 0 && epoch <= MAX_EPOCH);
  const pieceSize = Number(size);
  if (!isPiece || !isPlausible || !Number.isSafeInteger(pieceSize)) return undefined;
  return {
    kind,
    id,
    clientId: client,
    providerId: provider,
    pieceCid,
    prefix: digestPrefix(data),
    pieceSize,
    sectorNumber,
    startEpoch,
    endEpoch,
    termMin,
    termMax,
  };
}

export function registryBatch(rows: readonly RegistryRow[]): ColumnBatch {
  return {
    rowCount: rows.length,
    columns: [
      smallintColumn(rows.map(({ kind }) => kind)),
      bigintColumn(rows.map(({ id }) => id)),
      bigintColumn(rows.map(({ clientId }) => clientId)),
      bigintColumn(rows.map(({ providerId }) => providerId)),
      bytesColumn(rows.map(({ pieceCid }) => pieceCid)),
      bigintColumn(rows.map(({ pieceSize }) => pieceSize)),
      bigintColumn(rows.map(({ sectorNumber }) => sectorNumber)),
      bigintColumn(rows.map(({ startEpoch }) => startEpoch)),
      bigintColumn(rows.map(({ endEpoch }) => endEpoch)),
      bigintColumn(rows.map(({ termMin }) => termMin)),
      bigintColumn(rows.map(({ termMax }) => termMax)),
      bigintColumn(rows.map(() => undefined)),
    ],
  };
}

/** Rows of `cids`. */
export function registryCids(rows: readonly RegistryRow[]): ColumnBatch {
  const words = new Uint32Array(rows.length * 2);
  for (const [row, { prefix }] of rows.entries()) {
    words[row * 2] = Number(prefix & 0xffff_ffffn);
    words[row * 2 + 1] = Number((prefix >> 32n) & 0xffff_ffffn);
  }
  return {
    rowCount: rows.length,
    columns: [
      { kind: 'bigint', words },
      smallintColumn(rows.map(({ kind }) => kind + CID_KIND_OFFSET)),
      bigintColumn(rows.map(({ id }) => id)),
    ],
  };
}
