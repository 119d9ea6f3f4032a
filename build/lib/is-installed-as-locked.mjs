/** Whether node_modules matches the lock file, according to npm's record of its last installation. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Every recorded package is in the lock file with the same content, and exists; every package of the lock file is recorded, except
 * those for other platforms and their dependencies.
 */
export function isInstalledAsLocked(folder, { platform = process.platform, arch = process.arch } = {}) {
  const locked = packagesOf(path.join(folder, 'package-lock.json'));
  const installed = packagesOf(path.join(folder, 'node_modules/.package-lock.json'));
  if (locked === undefined || installed === undefined) return false;
  const isFor = ({ os, cpu }) => allows(os, platform) && allows(cpu, arch);
  const isSame = ([place, { version, integrity, link }]) => {
    const wanted = locked[place];
    return (
      wanted !== undefined &&
      wanted.version === version &&
      wanted.integrity === integrity &&
      wanted.link === link &&
      isFor(wanted) &&
      existsSync(path.join(folder, place, 'package.json'))
    );
  };
  const mayLack = (entry) => !isFor(entry) || entry.libc !== undefined || (entry.os === undefined && entry.cpu === undefined);
  return (
    Object.entries(installed).every(isSame) &&
    Object.entries(locked).every(([place, entry]) => place === '' || place in installed || (entry.optional === true && mayLack(entry)))
  );
}

function packagesOf(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? undefined;
  } catch {
    // Truncated record: install again.
    return undefined;
  }
}

/** Match a package's `os` or `cpu` list: names, or excluded names with `!`. */
function allows(list, name) {
  const names = [list ?? []].flat();
  const wanted = names.filter((entry) => !entry.startsWith('!'));
  return !names.includes(`!${name}`) && (wanted.length === 0 || wanted.includes(name));
}
