import { expect, it } from 'vitest';
import { DEAL_FILTER } from '../../../../shared/deals/deal-filter.ts';
import { parseFilter } from '../../../../shared/filter/filter.ts';

it('says what to write where a filter names one’s own by a word', () => {
  expect(parseFilter('provider:mine', DEAL_FILTER).problems.map(({ message }) => message)).toEqual([
    'provider needs an address, for example provider:f01000. Write "or" between several.',
  ]);
  expect(parseFilter('provider:f01000 or provider:*1000', DEAL_FILTER).problems).toEqual([]);
});
