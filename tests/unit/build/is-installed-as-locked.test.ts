import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

interface Check {
  isInstalledAsLocked(folder: string, machine: { platform: string; arch: string }): boolean;
}
type Packages = Record<string, Record<string, unknown>>;

const LINUX = { platform: 'linux', arch: 'x64' };
const ALPHA = 'node_modules/alpha';
const LINUX_TOOL = 'node_modules/tool-linux';
const MUSL_TOOL = 'node_modules/tool-linux-musl';
const MAC_TOOL = 'node_modules/tool-mac';
const MAC_NEED = 'node_modules/needed-by-tool-mac';
const LOCKED: Packages = {
  '': { name: 'it' },
  [ALPHA]: { version: '1.0.0', integrity: 'sha512-a' },
  [LINUX_TOOL]: { version: '1.0.0', integrity: 'sha512-b', optional: true, os: ['linux'], cpu: ['x64'] },
  [MUSL_TOOL]: { version: '1.0.0', integrity: 'sha512-c', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  // One of the forms in which packages write it.
  [MAC_TOOL]: { version: '1.0.0', integrity: 'sha512-d', optional: true, os: 'darwin', cpu: 'arm64' },
  [MAC_NEED]: { version: '1.0.0', integrity: 'sha512-e', optional: true },
};
const INSTALLED = pick(LOCKED, [ALPHA, LINUX_TOOL]);

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let check: Check['isInstalledAsLocked'];

beforeEach(async () => {
  temporary = await temporaryFolder();
  const file: string = path.resolve('build/lib/is-installed-as-locked.mjs');
  check = ((await import(/* @vite-ignore */ file)) as Check).isInstalledAsLocked;
});
afterEach(() => temporary.remove());

function pick(packages: Packages, places: readonly string[]): Packages {
  return Object.fromEntries(places.map((place) => [place, packages[place] ?? {}]));
}

/** What `npm ci` leaves, with what it noted. */
function make(installed: Packages, locked: Packages = LOCKED): string {
  const folder = temporary.path;
  for (const place of Object.keys(installed)) {
    mkdirSync(path.join(folder, place), { recursive: true });
    writeFileSync(path.join(folder, place, 'package.json'), '{}');
  }
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }));
  writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  return folder;
}

test('what npm ci made of the same lock file is taken, without what belongs to other platforms', () => {
  expect(check(make(INSTALLED), LINUX)).toBe(true);
});

test.each<[what: string, installed: Packages, locked: Packages]>([
  ['a package is missing', pick(LOCKED, [LINUX_TOOL]), LOCKED],
  ['the package of this platform is missing', pick(LOCKED, [ALPHA]), LOCKED],
  ['a package of another platform is there', pick(LOCKED, [ALPHA, LINUX_TOOL, MAC_TOOL]), LOCKED],
  ['the lock file wants another version', INSTALLED, { ...LOCKED, [ALPHA]: { version: '1.0.1', integrity: 'sha512-a' } }],
  ['the lock file wants other content', INSTALLED, { ...LOCKED, [ALPHA]: { version: '1.0.0', integrity: 'sha512-z' } }],
  ['the lock file wants one package more', INSTALLED, { ...LOCKED, 'node_modules/more': { version: '1.0.0' } }],
  ['there is one package more', { ...INSTALLED, 'node_modules/more': { version: '1.0.0' } }, LOCKED],
])('it is installed again where %s', (_what, installed, locked) => {
  expect(check(make(installed, locked), LINUX)).toBe(false);
});

test('it is installed again where a folder is gone, or what npm noted is gone or cut short', () => {
  const folder = make(INSTALLED);
  const note = path.join(folder, 'node_modules/.package-lock.json');
  writeFileSync(note, '{"packages":');
  expect(check(folder, LINUX)).toBe(false);
  rmSync(note);
  expect(check(folder, LINUX)).toBe(false);
  make(INSTALLED);
  rmSync(path.join(folder, ALPHA), { recursive: true });
  expect(check(folder, LINUX)).toBe(false);
});
