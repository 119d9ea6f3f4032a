// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { DealsElsewhere } from '../../../../../renderer/views/deals/DealsElsewhere.tsx';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const FILE = 'https://deals.example/all.json.zst';

let rendered: Rendered | undefined;
afterEach(() => rendered?.unmount());

function stateWith(dealsDataUrl: string | undefined): ConnectionsState {
  return {
    activeId: 'one',
    revision: 1,
    connections: [
      {
        id: 'one',
        kind: 'custom',
        name: 'Mine',
        httpUrl: 'http://127.0.0.1:1/rpc/v1',
        apiVersion: 'v1',
        namespace: 'Filecoin',
        hasToken: false,
        hasMinerToken: false,
        hasHeaders: false,
        isTokenLocked: false,
        isTokenExposed: false,
        ...(dealsDataUrl === undefined ? {} : { dealsDataUrl }),
      },
    ],
    offers: [],
    capabilities: { hasMinerApi: false, hasV2: false, hasControl: false, isChainAccelerated: false, missingMethods: [] },
  };
}

async function linkOf(code: 'method-not-served' | 'endpoint-unreachable', dealsDataUrl: string | undefined) {
  const client = clientWith({ connections: { changed: new ManualTopic(stateWith(dealsDataUrl)) } as never });
  const error = { code, message: 'x', retryable: false, details: { method: 'StateMarketDeals' } };
  rendered = await render(<DealsElsewhere error={error} />, client);
  return rendered.container.querySelector('a');
}

it('the file of deals is named as a third party’s, and opened in a window that knows nothing of this one', async () => {
  const link = await linkOf('method-not-served', FILE);
  expect(link?.href).toBe(FILE);
  expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener noreferrer']);
  expect(link?.textContent).toBe('File of all deals, from a third party: deals.example');
});

it.each([
  ['method-not-served', undefined],
  ['method-not-served', 'http://deals.example/all'],
  ['endpoint-unreachable', FILE],
] as const)('for %s and %s nothing is offered', async (code, url) => {
  expect(await linkOf(code, url)).toBeNull();
});
