/** Electron's binary: where it is, and fetching it with a bounded wait. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findNode, ROOT, run, say } from './setup.mjs';

const FOLDER = path.join(ROOT, 'node_modules/electron');
const FETCH_TIMEOUT_MS = 180_000;

/** Path of the executable, or undefined where it has not been fetched. */
export function electronBinary() {
  const pathFile = path.join(FOLDER, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(FOLDER, 'dist');
  const file = path.join(folder, readFileSync(pathFile, 'utf8'));
  return existsSync(file) ? file : undefined;
}

/** Runs Electron's own installer, saying every five seconds that it still waits; false where it did not come in time. */
export async function fetchElectron() {
  const startedMs = Date.now();
  say('Fetching Electron (about 120 MB, once).');
  const timer = setInterval(
    () => say(`Fetching Electron: ${Math.round((Date.now() - startedMs) / 1000)} s of at most ${FETCH_TIMEOUT_MS / 1000} s.`),
    5000,
  );
  try {
    const code = await run(findNode(), [path.join(FOLDER, 'install.js')], {
      stdio: ['ignore', 'ignore', 'ignore'],
      timeoutMs: FETCH_TIMEOUT_MS,
    });
    return code === 0 && electronBinary() !== undefined;
  } finally {
    clearInterval(timer);
  }
}
