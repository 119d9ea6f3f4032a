import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { DealSource } from '../../../../../renderer/views/deals/DealSource.tsx';
import { LookUpDeals } from '../../../../../renderer/views/deals/LookUpDeals.tsx';
import type { DealLookUp, DealLookUpRequest } from '../../../../../shared/ipc/schemas/deals.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const PIECE = 'baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq';
const FOUND = {
  text: PIECE,
  kind: 'piece',
  deals: 5,
  active: 3,
  untilEpoch: 9_000_000,
  providerCount: 2,
  activeProviderCount: 2,
  providers: [{ address: 'f01000', deals: 3, active: 2 }],
} as const;
const MISSING = { text: 'x', kind: 'unknown', deals: 0, active: 0, providerCount: 0, activeProviderCount: 0, providers: [] } as const;

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

async function show(text: string, hasDataset: boolean, cidCheckerUrl?: string): Promise<DealLookUpRequest[]> {
  const asked: DealLookUpRequest[] = [];
  const client = clientWith({
    connections: { changed: new ManualTopic({ activeId: 'one', revision: 1, connections: [{ id: 'one', cidCheckerUrl }] } as never) },
    dataset: { getDataset: async () => ({ genesisCid: 'bafy', ...(hasDataset ? { dataset: { rows: 1 } as never } : {}) }) },
    deals: {
      lookUp: async (request): Promise<DealLookUp> => {
        asked.push(request);
        const results = request.texts.map((of) => (of === PIECE ? FOUND : { ...MISSING, text: of }));
        return {
          source: request.source,
          results: results.map((result) => ({ ...result, providers: [...result.providers] })),
          rows: [],
          isCut: false,
        };
      },
    },
  });
  rendered = await render(<LookUpDeals text={text} onClose={() => undefined} />, client);
  return asked;
}

async function shows(words: string): Promise<void> {
  await eventually(async () => {
    await act(async () => undefined);
    return rendered?.container.textContent?.includes(words) === true ? true : undefined;
  }, words);
}

async function press(words: string): Promise<void> {
  const button = await eventually(async () => {
    await act(async () => undefined);
    const buttons = [...(rendered?.container.querySelectorAll('button') ?? [])];
    return buttons.find(({ textContent, disabled }) => textContent === words && !disabled);
  }, words);
  await act(async () => button.click());
}

it('looks up the CID of the route in the dataset, with replicas and providers', async () => {
  const asked = await show(PIECE, true);
  await shows('1 of 1 entry with deals, from the dataset');
  expect(asked).toEqual([{ texts: [PIECE], source: 'dataset' }]);
  expect(rendered?.container.textContent).toContain('9,000,000');
});

it('looks up a pasted list in the chosen source', async () => {
  const asked = await show('', true, 'http://127.0.0.1:7/cid-checker');
  await shows('Nothing looked up yet');
  await press('CID checker');
  const area = rendered?.container.querySelector('textarea');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, `${PIECE}, x\nx`);
    area?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await press('Look up 2');
  await shows('1 of 2 entries with deals, from the CID checker');
  expect(asked).toEqual([{ texts: [PIECE, 'x'], source: 'checker' }]);
  expect(rendered?.container.textContent).toContain('Not recognised');
});

it('asks for a source if there is none', async () => {
  await show('', false, 'https://checker.example/{cid}');
  await shows('No look-up source');
});

it('shows the source of the list and its time', async () => {
  const page = {
    pinned: { height: 120, key: ['bafy'], timeMs: 0 },
    source: 'dataset',
    asOf: { epoch: 100, timeMs: 0, writtenAtMs: Date.now() - 7_200_000 },
    gaps: [{ what: 'claims', problem: { code: 'capability-missing', message: 'The endpoint serves no blocks.', retryable: false } }],
  } as never;
  const chosen: unknown[] = [];
  rendered = await render(<DealSource selection={{}} source="dataset" page={page} onSource={(source) => chosen.push(source)} />);
  expect(rendered.container.textContent).toContain('f05 deals, as of epoch 100, file written 2 h');
  expect(rendered.container.textContent).toContain('Claims and allocations missing: The endpoint serves no blocks.');
  await press('Node');
  await press('Dataset');
  expect(chosen).toEqual([undefined, 'dataset']);
  await rendered.rerender(<DealSource selection={{}} source={undefined} page={page} onSource={() => undefined} />);
  expect(rendered.container.textContent).not.toContain('as of');
});
