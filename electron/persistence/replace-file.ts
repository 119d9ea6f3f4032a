import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissingFile } from './disk-failure.ts';
import { linkOrCopy } from './link-or-copy.ts';

/**
 * Replaces a file atomically: a crash leaves either the old or the new content. Writes a temporary file, fsyncs it, renames it, and fsyncs
 * the folder if the platform allows. With `backupPath` the old content is kept there.
 */
export async function replaceFile(path: string, content: string | Uint8Array, backupPath?: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporaryPath = `${path}.tmp`;
  // Removed, not overwritten: after an interruption it may be a hard link to a file in use.
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

/** Links the current file to the backup path, so that the following rename keeps its content. */
async function keepAs(path: string, backupPath: string): Promise<void> {
  const nextPath = `${backupPath}.tmp`;
  await removeLeftover(nextPath);
  try {
    await linkOrCopy(path, nextPath);
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

/** Makes a rename durable. Not possible on Windows, and not needed there. */
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
