/** What a profile holds on disk: files that only this user can read, and a token in none of them but the one for tokens, until the vault seals it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { claimProfile } from '../../electron/host/instance-file.ts';
import { createSecretFileStore, PLAIN_CIPHER } from '../../electron/persistence/secret-file-store.ts';
import { JsonLineLogger } from '../../electron/platform/json-line-logger.ts';
import { openLogFile } from '../../electron/platform/log-file.ts';
import { systemClock } from '../../electron/platform/system-clock.ts';
import { temporaryProfile } from '../builders/temporary-profile.ts';
import { PASSPHRASE, startCore } from '../builders/wallet-core.ts';
import { startScriptedNode } from '../fakes/scripted-node/scripted-node.ts';

const TOKEN = 'opaque-token-of-a-node';
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('every file is readable by this user only, and a token is in the secrets file alone until there is a vault', async () => {
  const { paths, remove } = await temporaryProfile();
  cleanups.push(remove);
  const node = await startScriptedNode();
  cleanups.push(() => node.stop());
  const claim = await claimProfile(paths.folder, 'web');
  const logger = new JsonLineLogger({ clock: systemClock, write: openLogFile(paths.file('logs', 'sextant.log')) });
  const { core } = await startCore(paths, undefined, { logger, secrets: createSecretFileStore(paths.file('secrets.json'), PLAIN_CIPHER) });
  cleanups.push(() => core.stop());
  const draft = { name: 'N', httpUrl: `${node.httpUrl}?token=${TOKEN}`, apiVersion: 'v1' as const, namespace: 'Filecoin' };
  const { id } = await core.handlers.connections.addConnection(draft);
  await core.handlers.connections.activateConnection({ id });
  await core.handlers.settings.updateSettings({ theme: 'dark' });
  expect(readFileSync(paths.file('secrets.json'), 'utf8')).toContain(TOKEN);
  await core.handlers.approval.createVault({ passphrase: PASSPHRASE, label: 'x' });
  logger.error('A failure that quotes what it should not', { url: `${node.httpUrl}?token=${TOKEN}`, token: TOKEN });

  const files = readdirSync(paths.folder, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(paths.file(file)).isFile());
  const named = ['connections.json', 'instance.json', 'secrets.json', path.join('logs', 'sextant.log'), path.join('wallet', 'vault.txt')];
  expect(files).toEqual(expect.arrayContaining(named));
  for (const file of files) {
    if (process.platform !== 'win32') expect(statSync(paths.file(file)).mode & 0o077, file).toBe(0);
    const text = readFileSync(paths.file(file), 'utf8');
    expect(text, file).not.toContain(TOKEN);
    expect(text, file).not.toContain(PASSPHRASE);
  }
  expect(claim.kind).toBe('claimed');
});
