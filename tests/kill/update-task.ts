/** One update of a dataset, in a process that is killed: brings the dataset of a folder to a step of a model market. */
import { DatasetStore } from '../../electron/dataset/dataset-store.ts';
import { openDuckDbWriter } from '../../electron/dataset/duckdb-engine.ts';
import { updateMarket } from '../../electron/dataset/mirror/update-market.ts';
import { marketAtStep } from './market-updates.ts';

const [folder = '', seed = '', deals = '', step = ''] = process.argv.slice(2);
const market = marketAtStep(Number(seed), Number(deals), Number(step));
const target = market.target();
const report = await new DatasetStore(folder).change(async ({ path }) => {
  // The moment of a kill is counted from here.
  process.stdout.write('begins\n');
  const writer = await openDuckDbWriter({ path, memoryMib: 128, threads: 1 });
  try {
    return await updateMarket({ writer, target, read: market.blocks.later, nowMs: 1, signal: new AbortController().signal });
  } finally {
    await writer.close();
  }
});
process.stdout.write(`${JSON.stringify(report)}\n`);
