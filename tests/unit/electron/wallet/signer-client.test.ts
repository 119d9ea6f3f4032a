/** How long a signer's thread lives, with the real worker. */
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workerEntry } from '../../../../electron/platform/worker-entry.ts';
import { SignerClient } from '../../../../electron/wallet/signer-client.ts';
import { eventually } from '../../../builders/eventually.ts';

const PASSPHRASE = 'correct horse battery';
const MINUTE_MS = 60_000;

describe('signer client', () => {
  let client: SignerClient;
  let states: (number | undefined)[];
  let ended: boolean[];
  const count = (worker: Worker): void => {
    const place = ended.push(false) - 1;
    worker.once('exit', () => {
      ended[place] = true;
    });
  };

  beforeEach(() => {
    states = [];
    ended = [];
    process.on('worker', count);
    client = new SignerClient({ entry: workerEntry('signer-worker'), onState: (autoLockAtMs) => states.push(autoLockAtMs) });
  });

  afterEach(async () => {
    await client.stop();
    process.off('worker', count);
  });

  const make = async (): Promise<string> => {
    const access = { kind: 'make', passphrase: PASSPHRASE, texts: [] } as const;
    const { change } = await client.request<'createVault'>({ kind: 'createVault', access, label: 'First', createdAtMs: 1 });
    return change?.vaultText ?? '';
  };
  const unlock = (vaultText: string, keepForMs = MINUTE_MS) =>
    client.request<'unlock'>({ kind: 'unlock', access: { kind: 'open', vaultText, passphrase: PASSPHRASE, keepForMs } });
  const text = { name: 'token', text: 'a token' };

  it('ends the thread with each request of a locked vault, answered or refused', async () => {
    await make();
    expect(ended).toEqual([true]);
    await expect(client.request<'readKey'>({ kind: 'readKey', text: 'no key' })).rejects.toMatchObject({ code: 'invalid-input' });
    expect(ended).toEqual([true, true]);
    expect(states).toEqual([]);
  });

  it('keeps it while the vault is unlocked, and ends it with the lock, which is told once', async () => {
    const vaultText = await make();
    await unlock(vaultText);
    await client.request<'seal'>({ kind: 'seal', vaultText, text });
    expect(ended).toEqual([true, false]);
    await client.request<'lock'>({ kind: 'lock' });
    expect(ended).toEqual([true, true]);
    expect(states.at(-1)).toBeUndefined();
    expect(states.filter((state) => state === undefined)).toHaveLength(1);
  });

  it('ends it when the vault locks by itself', async () => {
    await unlock(await make(), 50);
    await eventually(() => ended[1], 'the end of the thread');
    expect(states.filter((state) => state === undefined)).toHaveLength(1);
  });

  it('answers what was asked around a lock, and has a new thread for what is asked after it', async () => {
    const vaultText = await make();
    await unlock(vaultText);
    const before = unlock(vaultText);
    const locking = client.request<'lock'>({ kind: 'lock' });
    const guessing = expect(unlock(vaultText.replace('sextant', 'another'))).rejects.toMatchObject({ code: 'vault-corrupt' });
    await Promise.all([before, locking, guessing]);
    expect(states.at(-1)).toBeUndefined();
    expect(ended).toEqual([true, true]);
    await unlock(vaultText);
    expect(await client.request<'seal'>({ kind: 'seal', vaultText, text })).toMatchObject({ name: 'token' });
    expect(ended).toEqual([true, true, false]);
  });
});
