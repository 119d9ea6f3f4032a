/** What guards the vault in a running Sextant: the time of the settings, and a count of wrong passphrases that a restart does not forget. */
import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { ProfilePaths } from '../../../electron/platform/ports.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryProfile } from '../../builders/temporary-profile.ts';
import { PASSPHRASE, startCore } from '../../builders/wallet-core.ts';

const MINUTE = 60_000;

describe('the guard of the vault', () => {
  let paths: ProfilePaths;
  let remove: () => Promise<void>;
  let core: Core;

  beforeEach(async () => {
    ({ paths, remove } = await temporaryProfile());
    ({ core } = await startCore(paths, undefined));
    await core.handlers.approval.createVault({ passphrase: PASSPHRASE, label: 'First key' });
  });

  afterEach(async () => {
    await core.stop();
    await remove();
  });

  it('locks after the time of the settings, also where it is changed while the vault is unlocked', async () => {
    const lockAtMs = () => core.topics.wallet.changed.get().autoLockAtMs;
    const { autoLockMinutes } = core.topics.settings.changed.get();
    const { safety } = core.topics.approval.changed.get();
    const beforeMs = Date.now();
    await core.handlers.approval.unlockVault({ passphrase: PASSPHRASE });
    expect(lockAtMs()).toBeGreaterThanOrEqual(beforeMs + autoLockMinutes * MINUTE);
    await core.handlers.approval.updateSafety({ ...safety, autoLockMinutes: 60 });
    await eventually(() => (lockAtMs() ?? 0) >= beforeMs + 60 * MINUTE, 'the longer time');
    await core.handlers.approval.updateSafety({ ...safety, autoLockMinutes: 1 });
    await eventually(() => (lockAtMs() ?? 0) <= Date.now() + MINUTE, 'the shorter time');
    expect(core.topics.wallet.changed.get().status).toBe('unlocked');
  });

  it('counts wrong passphrases over a restart', async () => {
    const file = paths.file('wallet', 'passphrase-attempts.json');
    await expect(core.handlers.approval.unlockVault({ passphrase: 'not the passphrase' })).rejects.toThrow(/Wrong passphrase/);
    const kept = JSON.parse(await readFile(file, 'utf8'));
    expect(kept).toMatchObject({ version: 1, data: { failures: 1 } });
    await core.stop();
    // As after many more, which would take minutes to type; the last of them as late as can be.
    await writeFile(file, JSON.stringify({ version: 1, data: { failures: 20, lastAtMs: Date.now() + MINUTE } }));
    ({ core } = await startCore(paths, undefined));
    await expect(core.handlers.approval.unlockVault({ passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: 'wrong-passphrase',
      message: expect.stringContaining('Try again in'),
    });
    expect(core.topics.wallet.changed.get().status).toBe('locked');
  });
});
