import type { Cid } from '../../../shared/domain/cid.ts';

/** A storage deal in the market actor: proposal and state together. */
export interface Deal {
  readonly id: number;
  readonly pieceCid: Cid;
  readonly pieceSizeBytes: bigint;
  readonly isVerified: boolean;
  readonly client: number;
  readonly provider: number;
  readonly label: string;
  readonly startEpoch: number;
  readonly endEpoch: number;
  readonly pricePerEpoch: bigint;
  readonly providerCollateral: bigint;
  readonly clientCollateral: bigint;
  /** Undefined until a sector with it was proven. */
  readonly sectorNumber: number | undefined;
  readonly sectorStartEpoch: number;
  readonly slashEpoch: number;
  /** CID of the proposal alone, by which pending proposals are asked for. */
  readonly proposalCid: Cid;
}
