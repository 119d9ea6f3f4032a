import { describe, expect, it } from 'vitest';
import { dealRow } from '../../../../../electron/services/deals/deal-rows.ts';
import { zNodeMarketDeal } from '../../../../../shared/validation/node/provider-state.ts';

function deal(state: Record<string, unknown>) {
  return zNodeMarketDeal.parse({
    Proposal: {
      PieceCID: { '/': 'baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq' },
      PieceSize: 34359738368,
      VerifiedDeal: true,
      Client: 't01002',
      Provider: 't01000',
      Label: 'anything',
      StartEpoch: 100,
      EndEpoch: 200,
      StoragePricePerEpoch: '0',
      ProviderCollateral: '5',
      ClientCollateral: '0',
    },
    State: state,
  });
}

const published = deal({ SectorNumber: 0, SectorStartEpoch: -1, LastUpdatedEpoch: -1, SlashEpoch: -1 });
const started = deal({ SectorNumber: 0, SectorStartEpoch: 90, LastUpdatedEpoch: -1, SlashEpoch: -1 });
const slashed = deal({ SectorNumber: 7, SectorStartEpoch: 90, LastUpdatedEpoch: 120, SlashEpoch: 120 });

describe('dealRow', () => {
  const context = { epoch: 150, timeMsOf: (epoch: number) => epoch * 10, address: (text: string) => text.replace(/^t/, 'f') };

  it('names the state at the pinned epoch', () => {
    const stateAt = (deal: typeof started, epoch: number) => dealRow(1, deal, { ...context, epoch }).state;
    expect([stateAt(published, 99), stateAt(published, 100), stateAt(started, 199), stateAt(started, 200), stateAt(slashed, 150)]).toEqual([
      'published',
      'missed-start',
      'active',
      'expired',
      'slashed',
    ]);
  });

  it('leaves out what has not happened; sector 0 counts once activated', () => {
    const row = dealRow(5, published, context);
    expect(row).not.toHaveProperty('sectorNumber');
    expect(row).not.toHaveProperty('slashEpoch');
    expect(dealRow(5, started, context)).toMatchObject({ sectorNumber: 0, sectorStartEpoch: 90 });
  });

  it('carries figures exactly, addresses in the network letter', () => {
    expect(dealRow(5, slashed, context)).toMatchObject({
      dealId: 5,
      pieceSizeBytes: 34359738368,
      client: 'f01002',
      provider: 'f01000',
      startTimeMs: 1000,
      endTimeMs: 2000,
      providerCollateral: '5',
      sectorNumber: 7,
      slashEpoch: 120,
    });
  });

  it('accepts states from before network version 22, which name no sector', () => {
    const old = deal({ SectorStartEpoch: 90, LastUpdatedEpoch: -1, SlashEpoch: -1, VerifiedClaim: 0 });
    expect(dealRow(1, old, context)).not.toHaveProperty('sectorNumber');
  });
});
