import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFailure, isMissingFile } from '../../persistence/disk-failure.ts';

/** Maximum number of networks with a history; the least recently written are removed, since practice chains are reset often. */
const MAX_NETWORKS = 8;

/** @throws SextantError `disk-failure` */
export async function dropOldNetworks(folder: string): Promise<void> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    if (names.length <= MAX_NETWORKS) return;
    const dated = await Promise.all(names.map(async (name) => ({ name, atMs: (await stat(join(folder, name))).mtimeMs })));
    const old = dated.sort((left, right) => right.atMs - left.atMs).slice(MAX_NETWORKS);
    for (const { name } of old) {
      await removeFile(join(folder, name));
      await removeFile(join(folder, `${name}.bak`));
    }
  } catch (error) {
    throw diskFailure('tidy', folder, error);
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isMissingFile(error)) throw error;
  }
}
