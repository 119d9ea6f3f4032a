/** Only the trusted document can handle passphrases and approve: the app's zone is refused before a service hears of it. */
import { describe, expect, it } from 'vitest';
import { createDispatch } from '../../electron/host/dispatch.ts';
import { contract, type SextantContract } from '../../shared/ipc/contract.ts';
import type { HandlersOf } from '../../shared/ipc/derive.ts';
import { definitionsOf } from '../../shared/ipc/derive.ts';
import { KeepingLogger } from '../builders/keeping-logger.ts';

const PASSPHRASE = 'correct horse battery';
const ADDRESS = 'f15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq';

/** Well-formed in every respect but the zone they come from. */
const INPUTS: Readonly<Record<string, unknown>> = {
  'approval.createVault': { passphrase: PASSPHRASE, label: 'x' },
  'approval.createPhrase': { label: 'x' },
  'approval.unlockVault': { passphrase: PASSPHRASE },
  'approval.lockVault': {},
  'approval.changePassphrase': { passphrase: PASSPHRASE, newPassphrase: PASSPHRASE },
  'approval.revealPhrase': { phraseId: 'a', passphrase: PASSPHRASE },
  'approval.confirmBackup': { phraseId: 'a', words: [1, 2, 3].map((position) => ({ position, word: 'x' })) },
  'approval.createKey': { keyType: 'bls', label: 'x' },
  'approval.scanPhrase': { mnemonic: 'abandon', count: 1 },
  'approval.importPhrase': { mnemonic: 'abandon', keys: [{ path: 'm', keyType: 'secp256k1' }], label: 'x' },
  'approval.readKey': { text: 'x' },
  'approval.importKey': { text: 'x', address: ADDRESS, label: 'x' },
  'approval.exportKey': { address: ADDRESS, form: 'hex', passphrase: PASSPHRASE },
  'approval.readHolding': { address: ADDRESS },
  'approval.deleteKey': { address: ADDRESS, typedAddress: ADDRESS, passphrase: PASSPHRASE },
  'approval.renameKey': { address: ADDRESS, label: 'x' },
  'approval.confirmApproval': { id: 'a', passphrase: PASSPHRASE, isNewNetworkAccepted: true },
  'approval.rejectApproval': { id: 'a' },
  'approval.listBatch': { id: 'a', offset: 0, limit: 1 },
  'approval.updateSafety': { autoLockMinutes: 1, clipboardSeconds: 10, feeWarningPercent: 1 },
};

/** Handlers that only count: reaching one is the failure. */
function countingHandlers(): { handlers: HandlersOf<SextantContract>; reached: string[] } {
  const reached: string[] = [];
  const handlers: Record<string, Record<string, () => Promise<unknown>>> = {};
  for (const { group, leaf, name } of definitionsOf(contract)) {
    handlers[group] = { ...handlers[group], [leaf]: async () => reached.push(name) };
  }
  return { handlers: handlers as unknown as HandlersOf<SextantContract>, reached };
}

describe('zones of the wallet', () => {
  it('keeps every call that takes a passphrase or approves in the approval zone', () => {
    for (const { name, group, definition } of definitionsOf(contract)) {
      if (group === 'approval') {
        expect(definition.zone, name).toBe('approval');
      }
      if (definition.kind === 'topic') continue;
      const fields = Object.keys(shapeOf(definition.input));
      if (fields.some((field) => /passphrase|mnemonic/i.test(field))) {
        expect(definition.zone, name).toBe('approval');
      }
    }
  });

  it('refuses them to the app, and reaches no service', async () => {
    const { handlers, reached } = countingHandlers();
    const dispatch = createDispatch({ contract, handlers, logger: new KeepingLogger(), isOutputChecked: false });
    const calls = definitionsOf(contract, 'approval').filter(({ definition }) => definition.kind !== 'topic');
    expect(calls.map(({ name }) => name).sort()).toEqual(Object.keys(INPUTS).sort());
    for (const { name } of calls) {
      const reply = await dispatch('app', name, INPUTS[name]);
      expect(reply, name).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    }
    expect(reached).toEqual([]);
    for (const { name } of calls) {
      await dispatch('approval', name, INPUTS[name]);
    }
    expect(reached.sort(), 'the inputs are those of real calls').toEqual(Object.keys(INPUTS).sort());
    reached.length = 0;
    await dispatch('approval', 'approval.rejectApproval', { id: 'a' });
    expect(reached).toEqual(['approval.rejectApproval']);
  });
});

function shapeOf(schema: unknown): object {
  return typeof schema === 'object' && schema !== null && 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null
    ? schema.shape
    : {};
}
