/** Only the trusted document can handle passphrases and approve: the app's zone is refused before a service hears of it. */
import { describe, expect, it } from 'vitest';
import { createDispatch } from '../../electron/host/dispatch.ts';
import { contract, type SextantContract } from '../../shared/ipc/contract.ts';
import type { HandlersOf } from '../../shared/ipc/derive.ts';
import { definitionsOf } from '../../shared/ipc/derive.ts';
import { KeepingLogger } from '../builders/keeping-logger.ts';

const INPUTS: Readonly<Record<string, unknown>> = {
  'approval.createVault': { passphrase: 'correct horse battery', label: 'x' },
  'approval.unlockVault': { passphrase: 'correct horse battery' },
  'approval.lockVault': {},
  'approval.confirmApproval': { id: 'a', passphrase: 'correct horse battery', isNewNetworkAccepted: true },
  'approval.rejectApproval': { id: 'a' },
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
      if (definition.kind !== 'topic' && JSON.stringify(Object.keys(shapeOf(definition.input))).includes('passphrase')) {
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
      expect(reply).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    }
    expect(reached).toEqual([]);
    await dispatch('approval', 'approval.rejectApproval', { id: 'a' });
    expect(reached).toEqual(['approval.rejectApproval']);
  });
});

function shapeOf(schema: unknown): object {
  return typeof schema === 'object' && schema !== null && 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null
    ? schema.shape
    : {};
}
