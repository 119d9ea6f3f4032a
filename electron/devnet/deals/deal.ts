import type { DealState } from '../../../shared/domain/actors/market-state.ts';
import type { DealProposal } from '../../../shared/domain/deals/deal-proposal.ts';

/** A storage deal in the market actor. */
export interface Deal {
  readonly id: number;
  /** With ID addresses of client and provider. */
  readonly proposal: DealProposal;
  /** Undefined until it is activated. */
  readonly state: DealState<'v16'> | undefined;
}

/** Total storage fee, in attoFIL. */
export function dealPrice({ storagePricePerEpoch, startEpoch, endEpoch }: DealProposal): bigint {
  return storagePricePerEpoch * BigInt(endEpoch - startEpoch);
}
