/** A deal of the market actor as the screens show it. Pure. */
import type { DealRow } from '../../../shared/ipc/schemas/providers.ts';
import type { NodeMarketDeal } from '../../../shared/validation/node/provider-state.ts';

/** What the market actor's own record is written with before an event: "not yet". */
const NOT_YET = -1;

/**
 * The state that follows from a deal's epochs (protocol of the market actor; `State` alone does not name one).
 *
 * @param epoch the epoch of the pinned tipset
 */
export function dealStateAt(deal: NodeMarketDeal, epoch: number): DealRow['state'] {
  const { Proposal, State } = deal;
  if (State.SlashEpoch > NOT_YET) {
    return 'slashed';
  }
  if (State.SectorStartEpoch === NOT_YET) {
    return epoch < Proposal.StartEpoch ? 'published' : 'missed-start';
  }
  return epoch < Proposal.EndEpoch ? 'active' : 'expired';
}

export interface DealRowContext {
  readonly epoch: number;
  readonly timeMsOf: (epoch: number) => number;
  /** Writes an address with the network's letter. */
  readonly address: (text: string) => string;
}

/** @param dealId number of the deal in the market actor */
export function dealRow(dealId: number, deal: NodeMarketDeal, context: DealRowContext): DealRow {
  const { Proposal, State } = deal;
  const isActivated = State.SectorStartEpoch > NOT_YET;
  return {
    dealId,
    pieceCid: Proposal.PieceCID ?? '<undefined>',
    pieceSizeBytes: Proposal.PieceSize,
    isVerified: Proposal.VerifiedDeal,
    client: context.address(Proposal.Client),
    provider: context.address(Proposal.Provider),
    label: Proposal.Label ?? '',
    startEpoch: Proposal.StartEpoch,
    endEpoch: Proposal.EndEpoch,
    startTimeMs: context.timeMsOf(Proposal.StartEpoch),
    endTimeMs: context.timeMsOf(Proposal.EndEpoch),
    pricePerEpoch: Proposal.StoragePricePerEpoch,
    providerCollateral: Proposal.ProviderCollateral,
    clientCollateral: Proposal.ClientCollateral,
    // Sector number 0 also stands for "none": only an activated deal has one.
    ...(isActivated && State.SectorNumber !== undefined && State.SectorNumber !== null ? { sectorNumber: Number(State.SectorNumber) } : {}),
    ...(isActivated ? { sectorStartEpoch: State.SectorStartEpoch } : {}),
    ...(State.LastUpdatedEpoch > NOT_YET ? { lastUpdatedEpoch: State.LastUpdatedEpoch } : {}),
    ...(State.SlashEpoch > NOT_YET ? { slashEpoch: State.SlashEpoch } : {}),
    state: dealStateAt(deal, context.epoch),
  };
}
