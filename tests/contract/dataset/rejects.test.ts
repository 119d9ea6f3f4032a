/** Records that are not deals: pages in the order of the file, and all of them as CSV. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textColumn } from '../../../electron/dataset/columns.ts';
import { type ExportPlan, exportCsv } from '../../../electron/dataset/questions/export-deals.ts';
import { DatasetRejects } from '../../../electron/services/dataset/dataset-rejects.ts';
import { zDatasetRejects } from '../../../shared/ipc/schemas/dataset.ts';
import { parseCsv } from '../../../shared/text/csv.ts';
import { buildConnection, TestConnections } from '../../builders/active-connection.ts';
import { DATASET_ENGINES } from '../../builders/dataset-engines.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

test.each(DATASET_ENGINES)('records that are not deals, in $name', async ({ open }) => {
  const { writer, remove } = await open();
  const folder = await temporaryFolder();
  const { connection, close } = buildConnection({ httpUrl: 'http://127.0.0.1:9/rpc/v1' });
  try {
    const count = 30;
    const words = (values: readonly number[]) => Uint32Array.from(values.flatMap((value) => [value, 0]));
    const places = Array.from({ length: count }, (_, at) => (at * 7919) % 1000);
    await writer.append('rejects', {
      rowCount: count,
      columns: [
        // The last one is of the chain.
        { kind: 'bigint', words: words(places), nulls: Uint8Array.from(places, (_, at) => (at === count - 1 ? 1 : 0)) },
        { kind: 'bigint', words: words(places), nulls: Uint8Array.from(places, (_, at) => at % 2) },
        textColumn(places.map((at) => `Provider of ${at} is not an ID address.`)),
        textColumn(places.map((at) => (at % 3 === 0 ? '=HYPERLINK("http://example.invalid")' : `{"at":${at}}`))),
      ],
    });
    const plans: ExportPlan[] = [];
    const dataset = { number: 1, engine: writer, epoch: 0, write: async () => 0 };
    const rejects = new DatasetRejects({
      connections: new TestConnections(connection),
      datasets: { current: async () => dataset },
      exports: {
        startExport: async (_, plan, what, expected) => {
          expect([what, expected]).toEqual(['rejects', count]);
          plans.push(plan);
          return 'one';
        },
      },
    });
    const [first, second] = [await rejects.list({ offset: 0, limit: 20 }), await rejects.list({ offset: 20, limit: 20 })];
    expect([first, second].map((page) => [page.matching, page.offset, zDatasetRejects.parse(page).rows.length])).toEqual([
      [count, 0, 20],
      [count, 20, 10],
    ]);
    const offsets = [...first.rows, ...second.rows].map(({ byteOffset }) => byteOffset);
    expect(offsets).toEqual([...places.slice(0, -1).toSorted((a, b) => a - b), undefined]);
    await rejects.startExport();
    const file = path.join(folder.path, 'rejects.csv');
    await exportCsv(writer, plans[0] as ExportPlan, { file });
    const text = await readFile(file, 'utf8');
    expect(text).not.toMatch(/(?:^|,)"?=/m);
    expect(parseCsv(text).map(({ cells }) => cells[0])).toEqual(['byte_offset', ...offsets.map((offset) => String(offset ?? ''))]);
  } finally {
    close();
    await folder.remove();
    await remove();
  }
});
