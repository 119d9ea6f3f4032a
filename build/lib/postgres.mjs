/** Finds, and for tests installs, the PostgreSQL server for dataset tests. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fail, run, say } from './setup.mjs';

/** Folders of the server's programs, with one subfolder per version. */
const FOLDERS = {
  linux: ['/usr/lib/postgresql', '/usr/pgsql'],
  darwin: ['/opt/homebrew/opt', '/usr/local/opt', '/Applications/Postgres.app/Contents/Versions'],
  win32: ['C:/Program Files/PostgreSQL'],
};
const PROGRAMS = ['initdb', 'postgres'].map((name) => (process.platform === 'win32' ? `${name}.exe` : name));

/** Find the folder with `initdb` and `postgres`, latest version first; undefined if none. `SEXTANT_POSTGRES` overrides it. */
export function findPostgres() {
  const named = process.env.SEXTANT_POSTGRES;
  if (named !== undefined && named !== '') return isComplete(named) ? named : undefined;
  const installed = (FOLDERS[process.platform] ?? []).flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /^(?:postgresql@)?\d+$/.test(name))
          .sort((left, right) => Number(right.replace(/\D/g, '')) - Number(left.replace(/\D/g, '')))
          .map((name) => path.join(folder, name, 'bin'))
      : [],
  );
  const onPath = (process.env.PATH ?? '').split(path.delimiter);
  return [...installed, ...onPath].find((folder) => folder !== '' && isComplete(folder));
}

/** The same for tests; installed if missing (Debian as root). */
export async function ensureTestPostgres() {
  const found = findPostgres();
  if (found !== undefined) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('Installing PostgreSQL from Debian.');
    // The package would start its own server; tests start theirs.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], { env });
  }
  return (
    findPostgres() ??
    fail(
      'Dataset tests need a PostgreSQL server (initdb, postgres). Install it, on Debian with "apt-get install postgresql", or set SEXTANT_POSTGRES to the folder of its programs, and run npm test again.',
    )
  );
}

function isComplete(folder) {
  return PROGRAMS.every((name) => existsSync(path.join(folder, name)));
}
