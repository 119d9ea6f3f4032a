// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { DatasetExport } from '../../../../../renderer/views/deals/DatasetExport.tsx';
import type { DatasetExport as ExportState } from '../../../../../shared/ipc/schemas/dataset.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const saved = vi.hoisted(() => [] as { name: string; content: Blob }[]);
vi.mock('../../../../../renderer/lib/save-file.ts', () => ({ saveFile: (content: Blob, name: string) => saved.push({ content, name }) }));

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
  saved.length = 0;
});

async function show(initial: ExportState) {
  const topic = new ManualTopic<ExportState>(initial);
  const started: string[] = [];
  let stops = 0;
  const client = clientWith({
    chain: { headChanged: new ManualTopic({ networkName: 'mainnet' } as never) },
    dataset: {
      exportChanged: topic,
      readExport: async ({ offset }) => {
        const base64 = Buffer.from(`piece ${offset},`).toString('base64');
        if (offset === 0) return { base64, next: 8 };
        topic.set({ state: 'idle', bytes: 0 });
        return { base64 };
      },
      stopExport: async () => {
        stops += 1;
        return {};
      },
    },
  });
  const drawn = await render(
    <DatasetExport
      what="deals"
      forms={['csv', 'parquet']}
      unit={['deal', 'deals']}
      disabledReason={undefined}
      start={async (_, form) => {
        started.push(form);
        return { exportId: 'own' };
      }}
    />,
    client,
  );
  rendered = drawn;
  return {
    topic,
    started,
    stops: () => stops,
    text: () => drawn.container.textContent ?? '',
    async press(words: string) {
      await act(async () => {
        [...drawn.container.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click();
      });
    },
  };
}

async function shows(text: () => string, words: string): Promise<void> {
  await eventually(async () => {
    await act(async () => undefined);
    return text().includes(words) ? true : undefined;
  }, words);
}

it('shows the progress of an export, and saves its own file', async () => {
  const shown = await show({ state: 'idle', bytes: 0 });
  await shown.press('Export CSV');
  expect(shown.started).toEqual(['csv']);
  const facts = { exportId: 'own', what: 'deals', form: 'csv', expected: 40_000_000 } as const;
  await act(async () => shown.topic.set({ ...facts, state: 'writing', rows: 1_200_000, bytes: 3e8 }));
  expect(shown.text()).toContain('Exporting, 1,200,000 of 40,000,000 deals');
  await shown.press('Stop');
  expect(shown.stops()).toBe(1);
  await act(async () => shown.topic.set({ ...facts, state: 'done', rows: 40_000_000, bytes: 16 }));
  await shows(shown.text, '40,000,000 deals exported');
  expect(saved.map(({ name }) => name)).toEqual(['sextant-market-deals-mainnet.csv']);
  expect(await saved[0]?.content.text()).toBe('piece 0,piece 8,');
});

it('offers the file of an earlier export', async () => {
  const shown = await show({ state: 'done', exportId: 'old', what: 'deals', form: 'parquet', rows: 3, bytes: 1024 });
  expect(shown.text()).toContain('3 deals, 1 KiB');
  expect(saved).toEqual([]);
  await shown.press('Save file');
  await shows(shown.text, '3 deals exported');
  expect(saved).toHaveLength(1);
});

it('shows why an export failed', async () => {
  const shown = await show({ state: 'failed', what: 'deals', form: 'csv', bytes: 0, failure: 'The disk is full.' });
  expect(shown.text()).toContain('The export failed: The disk is full.');
});
