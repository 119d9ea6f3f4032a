/** Finds Electron's binary, and downloads it with a timeout. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findNode, ROOT, run, say } from './setup.mjs';

const FOLDER = path.join(ROOT, 'node_modules/electron');
const FETCH_TIMEOUT_MS = 180_000;

/** Path of the executable; undefined if it was not downloaded. */
export function electronBinary() {
  const pathFile = path.join(FOLDER, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(FOLDER, 'dist');
  const file = path.join(folder, readFileSync(pathFile, 'utf8'));
  return existsSync(file) ? file : undefined;
}

/** Run Electron's installer with progress every five seconds; false if it times out. */
export async function fetchElectron() {
  const startedMs = Date.now();
  say('Downloading Electron (about 120 MB, once).');
  const timer = setInterval(
    () => say(`Downloading Electron: ${Math.round((Date.now() - startedMs) / 1000)} s of at most ${FETCH_TIMEOUT_MS / 1000} s.`),
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
