/** The default profile folder, on every host. */
import { homedir } from 'node:os';
import path from 'node:path';

export function defaultProfileFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'darwin') return path.join(homedir(), 'Library/Application Support/Sextant');
  if (platform === 'win32') return path.join(environment.APPDATA ?? path.join(homedir(), 'AppData/Roaming'), 'Sextant');
  const configured = environment.XDG_CONFIG_HOME;
  // The XDG specification requires ignoring relative paths.
  const base = configured !== undefined && path.isAbsolute(configured) ? configured : path.join(homedir(), '.config');
  return path.join(base, 'sextant');
}
