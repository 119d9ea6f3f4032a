/** A deal of the market actor as the screens show it. Pure. */
import { dealStatusAt } from '../../../shared/domain/deal-state.ts';
import type { DealRow } from '../../../shared/ipc/schemas/providers.ts';
import type { NodeMarketDeal } from '../../../shared/validation/node/provider-state.ts';

/** What the market actor's own record is written with before an event: "not yet". */
const NOT_YET = -1;

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
    state: dealStatusAt(
      {
        startEpoch: Proposal.StartEpoch,
        endEpoch: Proposal.EndEpoch,
        sectorStartEpoch: State.SectorStartEpoch,
        slashEpoch: State.SlashEpoch,
      },
      context.epoch,
    ),
  };
}
