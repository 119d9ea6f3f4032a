import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { DealsElsewhere } from '../../../../../renderer/views/deals/DealsElsewhere.tsx';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;
afterEach(() => rendered?.unmount());

async function textOf(code: 'method-not-served' | 'endpoint-unreachable', hasDataset: boolean): Promise<() => string | null> {
  const client = clientWith({
    connections: { changed: new ManualTopic({ activeId: 'one', revision: 1 } as never) },
    dataset: { getDataset: async () => ({ genesisCid: 'bafy', ...(hasDataset ? { dataset: { rows: 1 } as never } : {}) }) },
  });
  const error = { code, message: 'x', retryable: false, details: { method: 'StateMarketDeals' } };
  rendered = await render(<DealsElsewhere error={error} />, client);
  return () => rendered?.container.textContent ?? null;
}

it.each([
  [false, 'Load a dataset'],
  [true, 'Show dataset'],
])('without the market list, with a dataset: %j, offers: %s', async (hasDataset, words) => {
  const read = await textOf('method-not-served', hasDataset);
  await eventually(async () => {
    await act(async () => undefined);
    return read() === words ? true : undefined;
  }, words);
});

it('offers nothing while the endpoint is unreachable', async () => {
  expect((await textOf('endpoint-unreachable', false))()).toBe('');
});
