/**
 * Paths of installed files. Works from source and from bundles, because this file is two folders below the root in both
 * (`electron/platform/` and `out/main/`), also in the archive of an installed Sextant.
 */
import { fileURLToPath } from 'node:url';

/** Absolute path of a file below the installation root. */
export function installPath(relative: string): string {
  return fileURLToPath(new URL(`../../${relative}`, import.meta.url));
}
