/**
 * The state of a deal in the storage market actor, from its proposal and state on chain. Sources:
 * builtin-actors `actors/market/src/deal.rs` and `state.rs` (`EPOCH_UNDEFINED`), FIP-0076.
 *
 * Completed deals are removed when they are settled, terminated ones at once, so `expired` and `slashed` are temporary.
 * The states of the old market module (0 to 30) were never on chain: storage-deal-state.ts.
 */

/** Deal states of the IPC contract. */
export type DealStatus = 'published' | 'active' | 'expired' | 'slashed' | 'missed-start';

/** EPOCH_UNDEFINED. Nodes also return it for all three epochs of a deal that has no state yet. */
const NOT_YET = -1;

/** The epochs that determine a deal's state. */
export interface DealEpochs {
  /** The provider must activate the deal before this epoch. */
  readonly startEpoch: number;
  /** First epoch that is not paid for. */
  readonly endEpoch: number;
  /** −1 or absent: never activated. The sector number cannot be used: it is also 0 for a deal without a sector. */
  readonly sectorStartEpoch: number | undefined;
  /** −1 or absent: not slashed. */
  readonly slashEpoch: number | undefined;
}

/**
 * Return the state of a deal that is on chain at epoch `now`. A deal that was never activated has missed its start from
 * the start epoch on; an activated one has expired from its end epoch on and awaits settlement. LastUpdatedEpoch is not used:
 * since network version 22 deals are settled on request, and it stays −1 until then.
 */
export function dealStatusAt(deal: DealEpochs, now: number): DealStatus {
  if ((deal.slashEpoch ?? NOT_YET) > NOT_YET) return 'slashed';
  if ((deal.sectorStartEpoch ?? NOT_YET) <= NOT_YET) return now < deal.startEpoch ? 'published' : 'missed-start';
  return now < deal.endEpoch ? 'active' : 'expired';
}
