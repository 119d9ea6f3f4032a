/** What has become of a market deal, derived from its two parts on chain (protocol.md 11). */

/** The contract's states of a deal. */
export type DealStatus = 'published' | 'active' | 'expired' | 'slashed' | 'missed-start';

export interface DealEpochs {
  readonly startEpoch: number;
  readonly endEpoch: number;
  /** −1 or absent: never activated. */
  readonly sectorStartEpoch: number | undefined;
  /** −1 or absent: not slashed. */
  readonly slashEpoch: number | undefined;
}

/**
 * The state of a deal that is still on chain at epoch `now`. A deal that was never activated has missed its start from
 * the start epoch on; an activated one has expired from its end epoch on and waits to be settled.
 */
export function dealStatusAt(deal: DealEpochs, now: number): DealStatus {
  if ((deal.slashEpoch ?? -1) >= 0) return 'slashed';
  if ((deal.sectorStartEpoch ?? -1) < 0) return now < deal.startEpoch ? 'published' : 'missed-start';
  return now < deal.endEpoch ? 'active' : 'expired';
}
