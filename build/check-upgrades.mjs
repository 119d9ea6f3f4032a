/** npm run check:upgrades -- --endpoint URL: lists upgrades that a node schedules and Sextant does not know or has at another height. */
import path from 'node:path';
import { readOptions } from './lib/options.mjs';
import { ensureDependencies, fail, findNode, ROOT, run } from './lib/setup.mjs';

const USAGE = 'Usage: npm run check:upgrades -- --endpoint URL, such as http://127.0.0.1:1234/rpc/v1';

const { endpoint } = readOptions(process.argv.slice(2), { endpoint: 'text' }, USAGE);
if (endpoint === undefined) fail(`Option --endpoint is missing.\n${USAGE}`);
await ensureDependencies();
process.exitCode = await run(findNode(), [path.join(ROOT, 'electron/check-upgrades.ts'), endpoint], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
