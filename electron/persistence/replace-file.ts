import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissingFile } from './disk-failure.ts';
import { giveSecondName } from './second-name.ts';

/**
 * Replaces a file so that a crash at any moment leaves the old content or the new one: temporary file, fsync, rename, and fsync of
 * the folder where the platform allows it. With `backupPath` the old content is kept under that name.
 */
export async function replaceFile(path: string, content: string | Uint8Array, backupPath?: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporaryPath = `${path}.tmp`;
  // Never written into: what an interruption left there may be a second name of a file that is in use.
  await removeLeftover(temporaryPath);
  const file = await open(temporaryPath, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  if (backupPath !== undefined) {
    await keepAs(path, backupPath);
  }
  await rename(temporaryPath, path);
  await syncFolder(dirname(path));
}

/** Gives the present file a second name, so that the rename over it leaves the old content there. */
async function keepAs(path: string, backupPath: string): Promise<void> {
  const nextPath = `${backupPath}.tmp`;
  await removeLeftover(nextPath);
  try {
    await giveSecondName(path, nextPath);
  } catch (error) {
    if (isMissingFile(error)) {
      return;
    }
    throw error;
  }
  await rename(nextPath, backupPath);
}

async function removeLeftover(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isMissingFile(error)) {
      throw error;
    }
  }
}

/** Makes a rename durable. Windows does not open folders, and needs no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') {
    return;
  }
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
