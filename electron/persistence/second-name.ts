import { constants, copyFile, link, open } from 'node:fs/promises';

/** What file systems say that have no hard links: exFAT and FAT on a memory stick, some network drives. */
const NO_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Gives a file a second name; where the disk knows none, a copy that is on the disk when this resolves. Throws `EEXIST` where it is taken. */
export async function giveSecondName(path: string, name: string): Promise<void> {
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
