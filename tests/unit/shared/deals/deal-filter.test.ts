import { expect, it } from 'vitest';
import { DEAL_FILTER } from '../../../../shared/deals/deal-filter.ts';
import { parseFilter } from '../../../../shared/filter/filter.ts';

it('explains how to filter by own addresses', () => {
  expect(parseFilter('provider:mine', DEAL_FILTER).problems.map(({ message }) => message)).toEqual([
    'provider needs an address, for example provider:f01000. Join several with "or".',
  ]);
  expect(parseFilter('provider:f01000 or provider:*1000', DEAL_FILTER).problems).toEqual([]);
});
