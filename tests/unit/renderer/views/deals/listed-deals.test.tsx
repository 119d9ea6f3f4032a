import { afterEach, expect, it } from 'vitest';
import { ListedState } from '../../../../../renderer/views/deals/listed-columns.tsx';
import { orderOf } from '../../../../../renderer/views/deals/use-deal-list.ts';
import { ENDING_SOON_FILTER } from '../../../../../shared/deals/deal-filter.ts';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => drawn?.unmount());

it('shows a slashed deal as slashed, whatever state the client lists', async () => {
  drawn = await render(<ListedState deal={{ state: 'StorageDealActive', slashEpoch: undefined }} />);
  const shown = () => [drawn?.container.textContent, drawn?.container.querySelector('[data-tone]')?.getAttribute('data-tone')];
  expect(shown()).toEqual(['Active', 'success']);
  await drawn.rerender(<ListedState deal={{ state: 'StorageDealActive', slashEpoch: 3_588_580 }} />);
  expect(shown()).toEqual(['Slashed', 'danger']);
});

it('orders deals that end soon by the soonest end', () => {
  expect(orderOf(`provider:f01000 ${ENDING_SOON_FILTER}`)).toEqual({ by: 'end', direction: 'ascending' });
  expect(orderOf('provider:f01000')).toEqual({ by: 'end', direction: 'descending' });
  expect(orderOf(undefined)).toEqual({ by: 'end', direction: 'descending' });
});
