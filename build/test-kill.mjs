/**
 * npm run test:kill [-- --runs N]: kills the sending process at every boundary and at random, 510 times, and checks the remaining state.
 * With --market: kills loads of a market file and updates of a dataset at random, 200 times each.
 */
import path from 'node:path';
import { ensureDependencies, findNode, ROOT, run } from './lib/setup.mjs';

await ensureDependencies();
process.exitCode = await run(findNode(), [
  '--disable-warning=ExperimentalWarning',
  path.join(ROOT, 'tests/kill/main.ts'),
  ...process.argv.slice(2),
]);
