import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MODULE = new URL('../../../../electron/platform/log-uncaught-errors.ts', import.meta.url).href;

test.each([
  ['an exception', "setTimeout(() => { throw new Error('the bug'); })"],
  ['a promise nobody waits for', "void Promise.reject(new Error('the bug'))"],
])('%s is logged, and ends the program all the same', (_, bug) => {
  const script = `
    import { logUncaughtErrors } from '${MODULE}';
    logUncaughtErrors({ error: (message, fields) => console.log(message, fields.origin, fields.error.message) });
    ${bug};`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(ended.status).not.toBe(0);
  expect(ended.stdout).toMatch(/Sextant ended because of an uncaught error \w+ the bug/);
});
