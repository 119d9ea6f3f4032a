import { unlink } from 'node:fs/promises';
import { diskFailure } from './disk-failure.ts';
import { linkOrCopy } from './link-or-copy.ts';

/**
 * Renames an unusable file to a free name, so that earlier ones are not overwritten.
 *
 * @returns the new path
 * @throws SextantError `disk-failure`
 */
export async function setAside(path: string): Promise<string> {
  try {
    for (let count = 1; ; count += 1) {
      const aside = count === 1 ? `${path}.corrupt` : `${path}.corrupt-${count}`;
      if (await tryLink(path, aside)) {
        await unlink(path);
        return aside;
      }
    }
  } catch (error) {
    throw diskFailure('set aside', path, error);
  }
}

/** False if the name exists. */
async function tryLink(path: string, aside: string): Promise<boolean> {
  try {
    await linkOrCopy(path, aside);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}
