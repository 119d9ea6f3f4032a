/**
 * Files of the installation, from sources and from the bundles alike: this file lies two folders below the root in both
 * (`electron/platform/` and `out/main/`), and so does the archive of an installed Sextant.
 */
import { fileURLToPath } from 'node:url';

/** Absolute path of a file below the root of the installation. */
export function installPath(relative: string): string {
  return fileURLToPath(new URL(`../../${relative}`, import.meta.url));
}
