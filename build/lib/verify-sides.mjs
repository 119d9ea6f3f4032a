/** Types of every side, dead code and lint. Zero warnings. */
import path from 'node:path';
import { findNode, ROOT, run } from './setup.mjs';

/** One TypeScript project per side, with its own settings. */
const SIDES = ['shared', 'electron', 'electron/tsconfig.preload.json', 'renderer', 'tests'];

/** Run every check; resolves with one row each. */
export async function verifySides() {
  const node = findNode();
  const rows = [];
  for (const side of SIDES) {
    const code = await run(node, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', side]);
    rows.push({ name: `types: ${side}`, isPassed: code === 0 });
  }
  const knip = path.join(ROOT, 'node_modules/knip/bin/knip.js');
  rows.push({ name: 'dead code', isPassed: (await run(node, [knip, '--no-progress'])) === 0 });
  const lint = await run(node, [
    path.join(ROOT, 'node_modules/@biomejs/biome/bin/biome'),
    'check',
    '--error-on-warnings',
    '--max-diagnostics=50',
    '.',
  ]);
  rows.push({ name: 'lint and format', isPassed: lint === 0 });
  return rows;
}
