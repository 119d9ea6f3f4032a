import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { installPath } from './install-paths.ts';

const zManifest = z.object({ version: z.string() });

/** The version in package.json, which is part of every installation. */
export function productVersion(): string {
  return zManifest.parse(JSON.parse(readFileSync(installPath('package.json'), 'utf8'))).version;
}
