import { constants, copyFile, link, open } from 'node:fs/promises';

/** Errors of file systems without hard links: exFAT, FAT, some network drives. */
const NO_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Creates a hard link, or a synced copy on file systems without hard links. Throws `EEXIST` if the name exists. */
export async function linkOrCopy(path: string, name: string): Promise<void> {
  try {
    await link(path, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NO_LINKS.has(error.code))) {
      throw error;
    }
    await copyFile(path, name, constants.COPYFILE_EXCL);
    const copy = await open(name, 'r+');
    try {
      await copy.sync();
    } finally {
      await copy.close();
    }
  }
}
