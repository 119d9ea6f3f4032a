import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = path.resolve(import.meta.dirname, '../../../../electron/platform/release-memory.ts');

/** In a process of its own: what other tests hold and drop is not counted. */
const SCRIPT = `
import { releaseMemory } from ${JSON.stringify(MODULE)};
let held = Array.from({ length: 300_000 }, (_, index) => String(index).repeat(1).padEnd(600, String(index % 10)).split('').join(''));
const full = process.memoryUsage.rss();
if (held.length === 0) throw new Error('nothing was held');
held = undefined;
releaseMemory();
console.log(JSON.stringify({ full, after: process.memoryUsage.rss() }));
`;

test('what was dropped is given back to the system', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', SCRIPT]);
  const { full, after } = JSON.parse(stdout) as { readonly full: number; readonly after: number };
  // The list alone took 180 MB.
  expect(full - after).toBeGreaterThan(100_000_000);
});
