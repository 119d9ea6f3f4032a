/** What protects the keys and the person who signs: the app cannot weaken it, and nobody can below the floors. */
import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Core } from '../../electron/core.ts';
import type { RunningDevnet } from '../../electron/devnet/devnet-options.ts';
import { createDispatch } from '../../electron/host/dispatch.ts';
import type { ProfilePaths } from '../../electron/platform/ports.ts';
import { contract } from '../../shared/ipc/contract.ts';
import { definitionsOf } from '../../shared/ipc/derive.ts';
import { type Safety, zSafety } from '../../shared/ipc/schemas/app.ts';
import { KeepingLogger } from '../builders/keeping-logger.ts';
import { temporaryProfile } from '../builders/temporary-profile.ts';
import { draftOf, fundedAccount, messageApproval, startCore, startStillDevnet } from '../builders/wallet-core.ts';

const RECIPIENT = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const WEAKEST: Safety = { autoLockMinutes: 60, clipboardSeconds: 120, feeWarningPercent: 25 };
const HOSTILE: Safety = { autoLockMinutes: 720, clipboardSeconds: 600, feeWarningPercent: 100 };
const NAMES = Object.keys(WEAKEST);
const cleanups: (() => Promise<void>)[] = [];
let paths: ProfilePaths;
let core: Core;

async function start(devnet?: RunningDevnet): Promise<void> {
  ({ core } = await startCore(paths, devnet));
  cleanups.push(() => core.stop());
}

beforeEach(async () => {
  const profile = await temporaryProfile();
  cleanups.push(profile.remove);
  ({ paths } = profile);
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function dispatchOf({ handlers }: Core) {
  return createDispatch({ contract, handlers, logger: new KeepingLogger(), isOutputChecked: true });
}

describe('safety settings', () => {
  test('are an input of no call of the app', () => {
    for (const { name, definition } of definitionsOf(contract, 'app')) {
      if (definition.kind === 'topic') continue;
      const fields = JSON.stringify(Object.keys('shape' in definition.input ? (definition.input.shape as object) : {}));
      for (const setting of NAMES) expect(fields, name).not.toContain(setting);
    }
  });

  test('are refused to the app by either call, and taken from the trusted document', async () => {
    await start();
    const before = core.topics.settings.changed.get();
    const dispatch = dispatchOf(core);
    for (const [name, value] of Object.entries({ ...HOSTILE })) {
      const reply = await dispatch('app', 'settings.updateSettings', { theme: 'light', [name]: value });
      expect(reply, name).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    }
    expect(await dispatch('app', 'approval.updateSafety', WEAKEST)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    expect(core.topics.settings.changed.get()).toEqual(before);
    expect(await dispatch('approval', 'approval.updateSafety', WEAKEST)).toMatchObject({ ok: true });
    expect(core.topics.settings.changed.get()).toMatchObject(WEAKEST);
    expect(core.topics.approval.changed.get().safety).toEqual(WEAKEST);
  });

  test('have floors that the trusted document cannot go below either', async () => {
    await start();
    const dispatch = dispatchOf(core);
    const looser = [{ autoLockMinutes: 61 }, { clipboardSeconds: 121 }, { clipboardSeconds: 0 }, { feeWarningPercent: 26 }];
    for (const change of looser) {
      expect(zSafety.safeParse({ ...WEAKEST, ...change }).success, JSON.stringify(change)).toBe(false);
      expect(await dispatch('approval', 'approval.updateSafety', { ...WEAKEST, ...change })).toMatchObject({
        ok: false,
        error: { code: 'invalid-input' },
      });
    }
  });

  test('of an older profile that the app had loosened are within the floors, and a fee of 37.8 FIL on 45 FIL is pointed out', async () => {
    const looks = { theme: 'dark', density: 'dense', isNavigationFolded: false, zoomPercent: 100, clock: 'utc', columnChoices: {} };
    await writeFile(paths.file('settings.json'), JSON.stringify({ version: 3, data: { ...looks, ...HOSTILE } }));
    const devnet = await startStillDevnet();
    cleanups.push(() => devnet.stop());
    await start(devnet);
    expect(core.topics.settings.changed.get()).toMatchObject(WEAKEST);
    const { address } = await fundedAccount(devnet, core);
    const gas = { gasLimit: '1890000000', gasFeeCap: '20', gasPremium: '1' };
    for (const [value, title] of [
      ['45', 'The fee is large compared to the value'],
      ['0', 'The fee is large'],
    ] as const) {
      const { approvalId } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT, { value, ...gas }));
      const { warnings, maximumFee } = messageApproval(core, approvalId);
      expect(maximumFee).toBe('37800000000000000000');
      expect(warnings.find(({ id }) => id === 'fee-share')).toMatchObject({ title, detail: expect.stringContaining('37.8 FIL') });
    }
  });
});
