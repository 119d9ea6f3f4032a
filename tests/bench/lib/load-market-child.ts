/** Loads a market file, as `npm run market -- load` does, and prints duration and memory. */
import { DatasetStore } from '../../../electron/dataset/dataset-store.ts';
import { startLoad } from '../../../electron/dataset/load-market.ts';

const [, , file = '', folder = ''] = process.argv;
const store = new DatasetStore(folder);
const startedMs = performance.now();
const { rows } = await startLoad({ source: { path: file }, store, nowMs: Date.now, onProgress: () => undefined }).done;
const seconds = (performance.now() - startedMs) / 1000;
const sizeBytes = (await store.current())?.sizeBytes;
process.stdout.write(JSON.stringify({ seconds, rows, sizeBytes, maxRssKib: process.resourceUsage().maxRSS }));
