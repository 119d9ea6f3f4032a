import { isAbsolute, join, relative, resolve } from 'node:path';
import type { ProfilePaths } from './ports.ts';

/** Paths of the files of a profile folder. */
export function createProfilePaths(folder: string): ProfilePaths {
  const root = resolve(folder);
  return {
    folder: root,
    file(...segments) {
      const path = join(root, ...segments);
      const inside = relative(root, path);
      if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) {
        throw new Error('A profile file must be inside the profile folder.');
      }
      return path;
    },
  };
}
