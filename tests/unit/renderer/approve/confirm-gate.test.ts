import { describe, expect, it } from 'vitest';
import { CONFIRM_DELAY_MS, evaluateConfirmGate, type GateInput } from '../../../../renderer/approve/confirm-gate.ts';

const READY: GateInput = {
  nowMs: 10_000,
  inFrontSinceMs: 1_000,
  expiresAtMs: 60_000,
  isVaultLocked: false,
  hasPassphrase: false,
  isNewNetwork: false,
  isNewNetworkAccepted: false,
  isWhole: true,
  isBusy: false,
};

describe('the gate before confirming', () => {
  it('is enabled once the document has been in front long enough', () => {
    expect(evaluateConfirmGate(READY)).toEqual({ isOpen: true });
    expect(evaluateConfirmGate({ ...READY, inFrontSinceMs: READY.nowMs - CONFIRM_DELAY_MS }).isOpen).toBe(true);
  });

  it.each<[string, Partial<GateInput>]>([
    ['has just come to the front', { inFrontSinceMs: READY.nowMs - CONFIRM_DELAY_MS + 1 }],
    ['is not in front', { inFrontSinceMs: undefined }],
    ['has expired', { nowMs: 60_000 }],
    ['does not have every message of a batch', { isWhole: false }],
    ['is already signing', { isBusy: true }],
    ['has a locked vault and no passphrase', { isVaultLocked: true }],
    ['is for a new network without consent', { isNewNetwork: true }],
  ])('is closed with a reason when it %s', (_name, change) => {
    const result = evaluateConfirmGate({ ...READY, ...change });
    expect(result.isOpen).toBe(false);
    expect(result.isOpen ? '' : result.reason).not.toBe('');
  });

  it('opens with the passphrase and with consent', () => {
    expect(evaluateConfirmGate({ ...READY, isVaultLocked: true, hasPassphrase: true }).isOpen).toBe(true);
    expect(evaluateConfirmGate({ ...READY, isNewNetwork: true, isNewNetworkAccepted: true }).isOpen).toBe(true);
  });
});
