import type { DealState } from '../../../shared/domain/actors/market-state.ts';
import type { DealProposal } from '../../../shared/domain/deal-proposal.ts';

/** A storage deal in the market actor. */
export interface Deal {
  readonly id: number;
  /** With the ids of client and provider as their addresses. */
  readonly proposal: DealProposal;
  /** Undefined until a sector with it was proven. */
  readonly state: DealState<'v16'> | undefined;
}

/** What the client pays over the whole duration; attoFIL. */
export function dealPrice({ storagePricePerEpoch, startEpoch, endEpoch }: DealProposal): bigint {
  return storagePricePerEpoch * BigInt(endEpoch - startEpoch);
}
