/**
 * What has become of a deal of the storage market actor, from the two parts of it on chain: proposal and state. Sources:
 * builtin-actors `actors/market/src/deal.rs` and `state.rs` (`EPOCH_UNDEFINED`), FIP-0076.
 *
 * Completed deals leave the state when they are settled, terminated ones at once, so `expired` and `slashed` are seen for a
 * while only. The states of the old market module (0 to 30) never were on chain: storage-deal-state.ts.
 */

/** The contract's states of a deal. */
export type DealStatus = 'published' | 'active' | 'expired' | 'slashed' | 'missed-start';

/** The actor's mark for what has not happened. Nodes also write it for all three epochs of a deal that has no state yet. */
const NOT_YET = -1;

/** The epochs of a deal that decide about it. */
export interface DealEpochs {
  /** The provider must have proved the deal before this epoch. */
  readonly startEpoch: number;
  /** First epoch the deal is not paid for. */
  readonly endEpoch: number;
  /** −1 or absent: never activated. The sector number says nothing: it is 0 for a deal without a sector too. */
  readonly sectorStartEpoch: number | undefined;
  /** −1 or absent: not slashed. */
  readonly slashEpoch: number | undefined;
}

/**
 * The state of a deal that is still on chain at epoch `now`. A deal that was never activated has missed its start from
 * the start epoch on; an activated one has expired from its end epoch on and waits to be settled. LastUpdatedEpoch decides
 * nothing: since nv22 deals are settled when somebody asks, and it stays −1 until then.
 */
export function dealStatusAt(deal: DealEpochs, now: number): DealStatus {
  if ((deal.slashEpoch ?? NOT_YET) > NOT_YET) return 'slashed';
  if ((deal.sectorStartEpoch ?? NOT_YET) <= NOT_YET) return now < deal.startEpoch ? 'published' : 'missed-start';
  return now < deal.endEpoch ? 'active' : 'expired';
}
