import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The fuse wire in Electron's executable: sentinel, version, length and nine default fuses. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_WIRE = Buffer.concat([Buffer.from(FUSE_SENTINEL), Buffer.from([1, 9]), Buffer.from('101100011')]);

/**
 * Creates a folder that electron-builder accepts as Electron's runtime, for machines where the real one cannot be
 * downloaded: file filters, the archive and the fuses can be checked; the executable does nothing.
 */
export function makePlaceholderRuntime(folder: string, version: string): void {
  mkdirSync(path.join(folder, 'locales'), { recursive: true });
  mkdirSync(path.join(folder, 'resources'), { recursive: true });
  writeFileSync(path.join(folder, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n'), FUSE_WIRE]));
  chmodSync(path.join(folder, 'electron'), 0o755);
  writeFileSync(path.join(folder, 'version'), version);
  writeFileSync(path.join(folder, 'LICENSE'), 'placeholder');
  writeFileSync(path.join(folder, 'LICENSES.chromium.html'), 'placeholder');
  writeFileSync(path.join(folder, 'locales', 'en-US.pak'), 'placeholder');
}
