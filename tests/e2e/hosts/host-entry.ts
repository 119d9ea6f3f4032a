import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The built entry of a host; its source where SEXTANT_E2E_FROM_SOURCES is set (the documents are always the built ones). */
export function hostEntry(name: 'main' | 'web-host'): string {
  return process.env.SEXTANT_E2E_FROM_SOURCES === '1'
    ? path.join(ROOT, 'electron', `${name}.ts`)
    : path.join(ROOT, 'out/main', `${name}.mjs`);
}
