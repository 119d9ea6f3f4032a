import { expect, it } from 'vitest';
import { countEndingDeals } from '../../../../../electron/services/own-miners/ending-deals.ts';

it('counts claims that end until DataCap is frozen, and deals of the market alone from then on', async () => {
  const filters: (string | undefined)[] = [];
  const page = { counts: { proving: 0, faulty: 0, endingSoon: 4, expired: 0 }, gaps: [], source: 'market' };
  const deals = {
    listDeals: async ({ filter }: { filter?: string | undefined }) => {
      filters.push(filter);
      return page as never;
    },
  };
  expect(await countEndingDeals(deals, 'f01000', 28)).toEqual({ count: 4, isPartial: false });
  expect(await countEndingDeals(deals, 'f01000', 29)).toEqual({ count: 4, isPartial: false, isDealsOnly: true });
  expect(filters).toEqual(['provider:f01000', 'provider:f01000 kind:f05']);
});
