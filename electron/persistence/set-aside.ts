import { unlink } from 'node:fs/promises';
import { diskFailure } from './disk-failure.ts';
import { giveSecondName } from './second-name.ts';

/**
 * Keeps a file that cannot be used under a name that is free, so that an earlier one is not lost for a later one.
 *
 * @returns where it is kept
 * @throws SextantError `disk-failure`
 */
export async function setAside(path: string): Promise<string> {
  try {
    for (let count = 1; ; count += 1) {
      const aside = count === 1 ? `${path}.corrupt` : `${path}.corrupt-${count}`;
      if (await linked(path, aside)) {
        await unlink(path);
        return aside;
      }
    }
  } catch (error) {
    throw diskFailure('set aside', path, error);
  }
}

/** False where the name is taken. */
async function linked(path: string, aside: string): Promise<boolean> {
  try {
    await giveSecondName(path, aside);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}
