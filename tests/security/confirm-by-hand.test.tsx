/** The confirm button of the trusted document: nothing that happens to a hand by accident signs. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApprovalSheet } from '../../renderer/approve/ApprovalSheet.tsx';
import { CONFIRM_DELAY_MS } from '../../renderer/approve/confirm-gate.ts';
import type { MessageApproval } from '../../shared/ipc/schemas/approvals.ts';

const NOW_MS = 1_700_000_000_000;
const ADDRESS = 'f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const APPROVAL: MessageApproval = {
  kind: 'message',
  isHeld: false,
  isOffline: false,
  id: 'a',
  createdAtMs: NOW_MS,
  expiresAtMs: NOW_MS + 300_000,
  bytesHex: '8a00',
  unsignedCid: 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2',
  networkName: 'harmless\u202Enetwork',
  genesisCid: 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2',
  isPractice: true,
  isKeyKnownHere: true,
  from: { address: ADDRESS, label: 'First key', keyType: 'secp256k1' },
  to: { address: ADDRESS, exists: true },
  names: [],
  moves: [],
  multisigSteps: [],
  nonce: '0',
  value: '1',
  method: '0',
  methodName: 'Send',
  params: { form: 'typed' },
  paramsHex: '',
  gasLimit: '1',
  gasFeeCap: '1',
  gasPremium: '1',
  maximumFee: '1',
  maximumTotal: '2',
  warnings: [],
};

let root: Root;
let host: HTMLElement;
const onConfirm = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  onConfirm.mockClear();
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});

afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(change: Partial<MessageApproval> = {}, isVaultLocked = false): void {
  act(() =>
    root.render(
      <ApprovalSheet
        approval={{ ...APPROVAL, ...change }}
        isVaultLocked={isVaultLocked}
        nowMs={Date.now()}
        isBusy={false}
        listBatch={() => Promise.reject(new Error('This is no batch.'))}
        problem={undefined}
        onConfirm={onConfirm}
        onReject={() => undefined}
      />,
    ),
  );
}

function button(): HTMLButtonElement {
  const found = [...host.querySelectorAll('button')].find((candidate) => candidate.textContent?.includes('Sign and push'));
  if (found === undefined) throw new Error('There is no confirm button.');
  return found;
}

/** The clock moves, and the page is drawn again as its own timer would. */
function wait(timeMs: number): void {
  act(() => vi.advanceTimersByTime(timeMs));
  show();
}

function press(detail: number): void {
  act(() => void button().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })));
}

function touch(): void {
  act(() => void button().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
}

describe('confirming', () => {
  test('does nothing in the first half second, by pointer or by key', () => {
    show();
    touch();
    press(1);
    press(0);
    wait(CONFIRM_DELAY_MS - 1);
    press(0);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test('does nothing when the press began before the button was live', () => {
    show();
    touch();
    wait(CONFIRM_DELAY_MS);
    press(1);
    expect(onConfirm).not.toHaveBeenCalled();
    touch();
    press(1);
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  test('does nothing when the space bar went down before the button was live', () => {
    const space = (repeat: boolean) => new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true, repeat });
    show();
    act(() => void button().dispatchEvent(space(false)));
    wait(CONFIRM_DELAY_MS);
    act(() => void button().dispatchEvent(space(true)));
    press(0);
    expect(onConfirm).not.toHaveBeenCalled();
    act(() => void button().dispatchEvent(space(false)));
    press(0);
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });

  test('starts its half second anew when the window comes to the front', () => {
    show();
    wait(CONFIRM_DELAY_MS);
    act(() => void window.dispatchEvent(new Event('focus')));
    touch();
    press(1);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test('is not done by Enter', () => {
    show();
    wait(CONFIRM_DELAY_MS);
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    act(() => void button().dispatchEvent(enter));
    expect(enter.defaultPrevented).toBe(true);
    expect(host.querySelector('form')).toBeNull();
    expect(onConfirm).not.toHaveBeenCalled();
    press(0);
    expect(onConfirm).toHaveBeenCalledWith(undefined, false);
  });

  test('needs the consent to another network, whose name cannot reorder the question', () => {
    show({ isKeyKnownHere: false });
    act(() => vi.advanceTimersByTime(CONFIRM_DELAY_MS));
    show({ isKeyKnownHere: false });
    press(0);
    expect(onConfirm).not.toHaveBeenCalled();
    expect(host.textContent).not.toContain('\u202E');
    act(() => host.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
    press(0);
    expect(onConfirm).toHaveBeenCalledWith(undefined, true);
  });
});
