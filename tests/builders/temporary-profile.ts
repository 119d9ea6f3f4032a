import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProfilePaths } from '../../electron/platform/ports.ts';

/** A temporary profile folder for a test; `remove` deletes it. */
export async function temporaryProfile(): Promise<{ paths: ProfilePaths; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-test-'));
  return {
    paths: { folder, file: (...segments) => join(folder, ...segments) },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
