/**
 * npm run bench [-- name …]: runs benchmarks, each printing one JSON line with its baseline of the same run. ui-memory takes an hour if
 * it is named, else ten minutes.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ensureTestChromium } from './lib/browser.mjs';
import { ensureBuild, ensureDependencies, ensureOutsideClients, findNode, ROOT, run } from './lib/setup.mjs';

await ensureDependencies();
await ensureOutsideClients();
const chromium = await ensureTestChromium();
await ensureBuild();
const folder = path.join(ROOT, 'tests/bench');
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)));
let isPassed = files.length > 0;
for (const file of files.sort()) {
  const code = await run(findNode(), [path.join(folder, file)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...(wanted.length === 0 ? { SEXTANT_BENCH_EPOCHS: '600' } : {}),
      ...process.env,
      SEXTANT_CHROMIUM: chromium,
    },
  });
  isPassed &&= code === 0;
}
process.exitCode = isPassed ? 0 : 1;
