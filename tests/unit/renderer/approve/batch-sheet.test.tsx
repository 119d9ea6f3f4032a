import { act } from 'react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApprovalSheet } from '../../../../renderer/approve/ApprovalSheet.tsx';
import { hexToBytes } from '../../../../shared/domain/encoding/bytes.ts';
import { batchDigest } from '../../../../shared/domain/messages/batch-digest.ts';
import type { BatchApproval, FrozenMessage } from '../../../../shared/ipc/schemas/approvals.ts';
import { closeSheetHost, openSheetHost } from '../../../builders/sheet-host.ts';

const START_MS = 1_800_000_000_000;
const COUNT = 450;
const ADDRESS = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const ONE = 't1sx3oek5gzoqc6atqfxqlg5szmvjq6tdjcnc4q5q';

function message(index: number): FrozenMessage {
  return {
    bytesHex: `8a00${index.toString(16).padStart(4, '0')}`,
    unsignedCid: 'bafy2bzacedtwscuteorjy2gmcnfbicnel2r66zxrzrwws7jjm33n3d7rhzpz6',
    to: { address: index === 7 ? ONE : ADDRESS, exists: true },
    names: index === 9 ? [{ address: ADDRESS, by: 'label', text: 'Payroll, March', writtenAtMs: START_MS - 60_000 }] : [],
    moves: [],
    multisigSteps: [],
    nonce: String(100 + index),
    value: index === 3 ? '5000000000000000001' : '1',
    method: '0',
    methodName: 'Send',
    params: { form: 'typed' },
    paramsHex: '',
    gasLimit: '1',
    gasFeeCap: '2',
    gasPremium: '1',
    maximumFee: '2',
    maximumTotal: '3',
    ...(index === 8 ? { comment: 'rent <b>' } : {}),
  };
}

const MESSAGES = Array.from({ length: COUNT }, (_, index) => message(index));
const BATCH: BatchApproval = {
  kind: 'batch',
  id: 'b1',
  createdAtMs: START_MS,
  expiresAtMs: START_MS + 300_000,
  from: { address: ADDRESS, label: 'Main key', keyType: 'secp256k1' },
  warnings: [],
  networkName: 'practice',
  genesisCid: 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2',
  isPractice: true,
  isKeyKnownHere: true,
  isHeld: false,
  isOffline: false,
  count: COUNT,
  recipientCount: 2,
  firstNonce: '100',
  lastNonce: '549',
  totalValue: '5000000000000000450',
  totalMovedInside: '0',
  totalMaximumFee: '900',
  maximumTotal: '5000000000000001350',
  largestValue: '5000000000000000001',
  digestHex: batchDigest(MESSAGES.map(({ bytesHex }) => hexToBytes(bytesHex))),
};

let root: Root;
let host: HTMLElement;
const onConfirm = vi.fn();

/** Draws the sheet over what the privileged side would answer, and lets every page come in. */
async function show(answer: readonly FrozenMessage[], batch = BATCH): Promise<void> {
  const listBatch = async ({ offset, limit }: { offset: number; limit: number }) => ({
    messages: answer.slice(offset, offset + limit),
    count: answer.length,
  });
  const sheet = () => (
    <ApprovalSheet
      approval={batch}
      isVaultLocked={false}
      nowMs={Date.now()}
      isBusy={false}
      listBatch={listBatch}
      problem={undefined}
      onConfirm={onConfirm}
      onReject={() => undefined}
    />
  );
  await act(async () => root.render(sheet()));
  vi.setSystemTime(Date.now() + 10_000);
  await act(async () => root.render(sheet()));
}

function press(): void {
  const button = [...host.querySelectorAll('button')].find((candidate) => candidate.textContent?.startsWith('Sign all'));
  act(() => button?.click());
}

function nonces(): (string | undefined)[] {
  return [...host.querySelectorAll<HTMLElement>('li[data-nonce]')].map(({ dataset }) => dataset.nonce);
}

describe('the sheet of a batch', () => {
  beforeEach(() => {
    onConfirm.mockClear();
    ({ root, host } = openSheetHost(START_MS));
  });

  afterEach(() => closeSheetHost({ root, host }));

  it('shows every message in full, and confirms once they match the digest', async () => {
    await show(MESSAGES);
    expect(nonces()).toHaveLength(COUNT);
    expect(host.textContent).toContain('All 450match the digest');
    expect(host.querySelector('h1')?.textContent).toBe('Send 450 messages with 5.00000000000000045 FIL in total');
    expect(host.textContent).not.toContain('…');
    expect(host.textContent).toContain('rent <b>');
    press();
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith(undefined, false);
  });

  it.each([
    ['a message is missing', MESSAGES.slice(0, -1)],
    ['one is another', [...MESSAGES.slice(0, -1), { ...message(COUNT - 1), bytesHex: '8a00ffff' }]],
    ['two have changed places', [MESSAGES[1], MESSAGES[0], ...MESSAGES.slice(2)]],
    ['the amounts do not add up', [{ ...message(0), value: '0' }, ...MESSAGES.slice(1)]],
    ['there is nothing', []],
  ] as [string, FrozenMessage[]][])('confirms nothing when %s', async (_what, answer) => {
    await show(answer);
    expect(host.querySelector('[role=alert]')?.textContent).toContain('The list does not match the batch');
    press();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('confirms nothing while the list is being loaded', async () => {
    const never = new Promise<never>(() => undefined);
    const sheet = () => (
      <ApprovalSheet
        approval={BATCH}
        isVaultLocked={false}
        nowMs={Date.now()}
        isBusy={false}
        listBatch={LIST_NEVER}
        problem={undefined}
        onConfirm={onConfirm}
        onReject={() => undefined}
      />
    );
    const LIST_NEVER = () => never;
    await act(async () => root.render(sheet()));
    vi.setSystemTime(Date.now() + 10_000);
    await act(async () => root.render(sheet()));
    expect(host.textContent).toContain('0 of 450 loaded');
    press();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('searches by address (spaces allowed), nonce, name and comment, and sorts by amount', async () => {
    await show(MESSAGES);
    const input = host.querySelector<HTMLInputElement>('input[type=search]');
    const search = async (text: string): Promise<(string | undefined)[]> => {
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      });
      return nonces();
    };
    expect(await search('t1 sx3oek 5gzoqc')).toEqual(['107']);
    expect(await search('payroll')).toEqual(['109']);
    expect(await search('rent')).toEqual(['108']);
    expect(await search('549')).toEqual(['549']);
    expect(await search('nobody')).toEqual([]);
    await search('');
    await act(async () => host.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
    expect(nonces()[0]).toBe('103');
  });
});
