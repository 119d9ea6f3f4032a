import { act } from 'react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApprovalSheet } from '../../../../renderer/approve/ApprovalSheet.tsx';
import { addressFromEthAddress } from '../../../../shared/domain/addresses/eth-address.ts';
import { bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { ethSigningBytes, ethTransactionFromMessage } from '../../../../shared/domain/evm/eth-transaction.ts';
import { encodeMessage } from '../../../../shared/domain/messages/message.ts';
import type { MessageApproval } from '../../../../shared/ipc/schemas/approvals.ts';
import { closeSheetHost, openSheetHost } from '../../../builders/sheet-host.ts';
import { sampleMessage } from '../../electron/wallet/sample-messages.ts';

const START_MS = 1_800_000_000_000;

const APPROVAL: MessageApproval = {
  kind: 'message',
  id: 'a1',
  isHeld: false,
  isOffline: false,
  createdAtMs: START_MS,
  expiresAtMs: START_MS + 300_000,
  bytesHex: '8a004300d909',
  unsignedCid: 'bafy2bzacedtwscuteorjy2gmcnfbicnel2r66zxrzrwws7jjm33n3d7rhzpz6',
  networkName: 'practice',
  genesisCid: 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2',
  isPractice: true,
  isKeyKnownHere: true,
  from: { address: 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba', label: 'Main key', keyType: 'secp256k1' },
  to: { address: 't1sx3oek5gzoqc6atqfxqlg5szmvjq6tdjcnc4q5q', actorType: 'account', exists: true },
  names: [],
  moves: [
    {
      depth: 0,
      kind: 'value',
      amount: '12500000000000000001',
      from: 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba',
      to: 't1sx3oek5gzoqc6atqfxqlg5szmvjq6tdjcnc4q5q',
    },
  ],
  multisigSteps: [],
  nonce: '3',
  value: '12500000000000000001',
  method: '0',
  methodName: 'Send',
  params: { form: 'typed' },
  paramsHex: '',
  gasLimit: '727500',
  gasFeeCap: '4375786',
  gasPremium: '100000',
  maximumFee: '3183384315000',
  maximumTotal: '12500003183384315001',
  warnings: [],
};

let root: Root;
let host: HTMLElement;
const onConfirm = vi.fn();

interface Shown {
  isVaultLocked?: boolean;
  approval?: Partial<MessageApproval>;
  problem?: { code: string; message: string };
}

function show(change: Shown = {}): void {
  act(() => {
    root.render(
      <ApprovalSheet
        approval={{ ...APPROVAL, ...change.approval }}
        isVaultLocked={change.isVaultLocked ?? false}
        nowMs={Date.now()}
        isBusy={false}
        listBatch={() => Promise.reject(new Error('This is no batch.'))}
        problem={change.problem}
        onConfirm={onConfirm}
        onReject={() => undefined}
      />,
    );
  });
}

function confirmButton(): HTMLButtonElement {
  const button = [...host.querySelectorAll('button')].find((candidate) => candidate.textContent?.includes('Sign and push'));
  if (button === undefined) throw new Error('There is no confirm button.');
  return button;
}

function pass(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

describe('the approval sheet', () => {
  beforeEach(() => {
    onConfirm.mockClear();
    ({ root, host } = openSheetHost(START_MS));
  });

  afterEach(() => closeSheetHost({ root, host }));

  it('names the created multisig in its title, and the nonce of a 0 FIL transfer to the sender', () => {
    const titled = (approval: Partial<MessageApproval>) => {
      show({ approval });
      return host.querySelector('h1')?.textContent;
    };
    const address = (value: string) => ({ kind: 'address' as const, value });
    const made = (signers: string[], threshold: string): Partial<MessageApproval> => ({
      method: '2',
      methodName: 'Exec',
      value: '2000000000000000000',
      params: {
        form: 'typed',
        value: {
          kind: 'record',
          count: 2,
          fields: [
            { name: 'CodeCID', value: { kind: 'cid', value: APPROVAL.unsignedCid } },
            {
              name: 'ConstructorParams',
              value: {
                kind: 'call',
                actorType: 'multisig',
                method: '1',
                methodName: 'Constructor',
                params: {
                  form: 'typed',
                  value: {
                    kind: 'record',
                    count: 2,
                    fields: [
                      { name: 'Signers', value: { kind: 'list', count: signers.length, items: signers.map(address) } },
                      { name: 'NumApprovalsThreshold', value: { kind: 'integer', value: threshold } },
                    ],
                  },
                },
              },
            },
          ],
        },
      },
    });
    expect(titled(made(['t01', 't02', 't03'], '2'))).toBe('Create a multisig of 3 signers, 2 approvals required, with 2 FIL');
    expect(titled({ ...made(['t01'], '1'), value: '0' })).toBe('Create a multisig of 1 signer, 1 approval required');
    expect(titled({ value: '0', to: { ...APPROVAL.to, address: APPROVAL.from.address } })).toBe('Fill nonce 3, send nothing');
    expect(titled({ to: { ...APPROVAL.to, address: APPROVAL.from.address } })).toBe('Send 12.500000000000000001 FIL');
  });

  it('ignores a press in the first half second, and takes one after it', () => {
    show();
    act(() => confirmButton().click());
    expect(onConfirm).not.toHaveBeenCalled();
    pass(600);
    show();
    expect(confirmButton().getAttribute('aria-disabled')).toBe('false');
    act(() => confirmButton().click());
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith(undefined, false);
  });

  it('is disabled for half a second whenever the window comes to the front', () => {
    show();
    pass(10_000);
    act(() => {
      window.dispatchEvent(new Event('focus'));
    });
    show();
    act(() => confirmButton().click());
    expect(onConfirm).not.toHaveBeenCalled();
    pass(600);
    show();
    act(() => confirmButton().click());
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('is disabled while the window is not in front', () => {
    show();
    pass(10_000);
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    act(() => {
      window.dispatchEvent(new Event('blur'));
    });
    show();
    act(() => confirmButton().click());
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('does not confirm on Enter', () => {
    show();
    pass(600);
    show();
    const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    confirmButton().dispatchEvent(press);
    expect(press.defaultPrevented).toBe(true);
    expect(onConfirm).not.toHaveBeenCalled();
    expect(host.querySelector('form')).toBeNull();
  });

  it('ignores a press that started before it was enabled', () => {
    show();
    confirmButton().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    pass(600);
    show();
    confirmButton().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('waits for consent on a new network and for the passphrase of a locked vault', () => {
    show({ approval: { isKeyKnownHere: false } });
    pass(600);
    show({ approval: { isKeyKnownHere: false } });
    act(() => confirmButton().click());
    expect(onConfirm).not.toHaveBeenCalled();
    act(() => host.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
    act(() => confirmButton().click());
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith(undefined, true);
    onConfirm.mockClear();
    show({ isVaultLocked: true });
    act(() => confirmButton().click());
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('shows addresses, amount and CIDs in full', () => {
    show();
    const text = (host.textContent ?? '').replaceAll(' ', '');
    for (const whole of [
      APPROVAL.from.address,
      APPROVAL.to.address,
      APPROVAL.unsignedCid,
      APPROVAL.genesisCid,
      '12.500000000000000001',
      APPROVAL.bytesHex,
    ]) {
      expect(text).toContain(whole);
    }
    expect(text).not.toContain('…');
  });

  it('shows 0x addresses in full, and names of built-in actors', () => {
    const address = 't410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy';
    show({ approval: { to: { address, exists: false } } });
    const shown = [...host.querySelectorAll('[data-address]')].map((line) => line.textContent);
    expect(shown).toContain(address);
    expect(shown).toContain('0xd388aB098ed3E84c0D808776440B48F685198498');
    expect(host.textContent).toContain('Not on chain yet; created when it first receives funds');
    const names = [{ address: 't099', by: 'protocol' as const, text: 'burnt funds actor' }];
    show({ approval: { to: { address: 't099', exists: true, actorType: 'account' }, names } });
    expect(host.querySelector('[data-by="protocol"]')?.textContent).toBe('Built-in actor burnt funds actor');
  });

  it('keeps the facts of the message after a wrong passphrase', () => {
    show({ isVaultLocked: true, problem: { code: 'wrong-passphrase', message: 'This is not the passphrase.' } });
    expect(host.textContent).toContain('No warnings.');
    expect(host.textContent).toContain('This is not the passphrase.');
  });

  it('reports an unknown status if the answer to a confirmation was lost', () => {
    show({ problem: { code: 'cancelled', message: 'The connection to Sextant was lost.' } });
    expect(host.textContent).toContain('Signing status unknown');
    expect(host.textContent).not.toContain('Nothing was signed');
    show({ problem: { code: 'disk-failure', message: 'The disk is full.' } });
    expect(host.textContent).toContain('Nothing was signed');
  });

  it('mentions a new network once, next to the consent', () => {
    const warnings = [
      { id: 'network', title: 'Key not used on this network before', detail: 'It has not been used here.', result: 'warning' as const },
    ];
    show({ approval: { isKeyKnownHere: false, warnings } });
    expect(host.textContent).not.toContain('Key not used on this network before');
    expect(host.textContent).toContain('This key has not been used on');
  });

  it('says that a plain transfer takes no parameters', () => {
    show({ approval: { paramsHex: '80', params: { form: 'cbor', value: { kind: 'list', items: [], count: 0 } } } });
    expect(host.textContent).toContain('A plain transfer takes no parameters; the receiver ignores them.');
    expect(host.textContent).not.toContain('do not match this method');
    expect(host.textContent).not.toContain('This message could not be fully decoded');
  });

  it('describes a multisig call with full addresses and exact amounts', () => {
    const to = 't3vyx6t2ehxkvhyhqnvn5ozmmwjbwqs5u3qg2f4q6hstm2bzdvg5ozv5jbnlvhhqnkcdmwcjkqsbqbt3svxqaa';
    show({
      approval: {
        method: '2',
        methodName: 'Propose',
        value: '0',
        moves: [{ depth: 1, kind: 'miner-withdrawal', amount: '2500000000000000001', from: to }],
        multisigSteps: [{ act: 'propose', depth: 0, multisig: APPROVAL.to.address, match: 'own', threshold: 1 }],
        paramsHex: '84',
        params: {
          form: 'typed',
          value: {
            kind: 'record',
            count: 2,
            fields: [
              { name: 'To', value: { kind: 'address', value: to } },
              {
                name: 'Params',
                value: {
                  kind: 'call',
                  to,
                  actorType: 'storageminer',
                  method: '16',
                  methodName: 'WithdrawBalance',
                  value: '0',
                  params: {
                    form: 'typed',
                    value: {
                      kind: 'record',
                      count: 1,
                      fields: [{ name: 'AmountRequested', value: { kind: 'amount', value: '2500000000000000001' } }],
                    },
                  },
                },
              },
            ],
          },
        },
      },
    });
    expect(host.querySelector('h1')?.textContent).toBe(`Propose to withdraw 2.500000000000000001 FIL from ${to}`);
    expect(host.textContent).toContain('Proposes a transaction of this multisig and approves it.');
    expect(host.textContent).toContain('Calls WithdrawBalance method 16 of storageminer actor');
    expect([...host.querySelectorAll('dl dl dt')].map(({ textContent }) => textContent)).toEqual(['Params', 'AmountRequested']);
    expect(host.textContent).toContain('No warnings.');
    expect([...host.querySelectorAll('[data-address]')].map((shown) => shown.textContent)).toContain(to);
    expect(host.querySelector('[data-attofil="2500000000000000001"]')?.textContent).toBe('2.500 000 000 000 000 001 FIL');
  });

  it('shows names with their source below the address, never instead of it', () => {
    const { address } = APPROVAL.to;
    const nameLine = (name: object): string => {
      show({ approval: { names: [{ address, by: 'label', text: 'Main k\u0435y', ...name }] } });
      const line = host.querySelector(`[data-address="${address}"] + [data-by]`);
      expect(line?.querySelector('strong')).toBeNull();
      return line?.textContent ?? '';
    };
    expect(nameLine({ by: 'key', text: 'Main key' })).toBe('Your key Main key');
    expect(nameLine({ writtenAtMs: START_MS - 3 * 60_000 })).toMatch(/^Address book label Main k\u0435y, added 3 min ago \(/);
    expect(nameLine({})).toBe('Address book label Main k\u0435y, date not recorded');
    expect(nameLine({ by: 'protocol', text: 'burnt funds actor' })).toBe('Built-in actor burnt funds actor');
    expect(nameLine({ by: 'node', text: 'your key “Main key”' })).toBe('According to the node your key “Main key”');
  });

  const APPROVE: Partial<MessageApproval> = {
    method: '3',
    methodName: 'Approve',
    value: '0',
    paramsHex: '82',
    params: { form: 'typed', value: { kind: 'record', count: 1, fields: [{ name: 'ID', value: { kind: 'integer', value: '4' } }] } },
    to: { ...APPROVAL.to, actorType: 'multisig' },
  };
  const payee = 't15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq';

  it('shows the transaction that is approved, with its amount first', () => {
    const amount = '5000000000000000000';
    const transfer = { kind: 'call', to: payee, method: '0', methodName: 'Send', value: amount, params: { form: 'typed' } } as const;
    const multisig = APPROVAL.to.address;
    show({
      approval: {
        ...APPROVE,
        moves: [{ depth: 1, kind: 'value', amount, from: multisig, to: payee }],
        multisigSteps: [
          {
            act: 'approve',
            depth: 0,
            multisig,
            id: '4',
            match: 'same',
            threshold: 2,
            approved: ['t01001'],
            transaction: { form: 'typed', value: { kind: 'record', count: 1, fields: [{ name: 'Params', value: transfer }] } },
          },
        ],
      },
    });
    expect(host.querySelector('h1')?.textContent).toBe('Approve transaction 4: send 5 FIL');
    const first = host.querySelector('dl > div');
    expect(first?.querySelector('dt')?.textContent).toBe('Amount');
    expect(first?.querySelector('[data-attofil]')?.getAttribute('data-attofil')).toBe(amount);
    expect([...(first?.querySelectorAll('[data-address]') ?? [])].map((line) => line.getAttribute('data-address'))).toEqual([
      multisig,
      payee,
    ]);
    expect(host.querySelector('[data-by="node"]')?.textContent).toContain('multisig actor');
    expect(host.textContent).toContain('According to the node 2 of 2 approvals with this one: executes the transaction');
    expect(host.textContent).toContain('checked against their signed hash');
  });

  it('shows Unknown in red instead of an amount if the transaction cannot be shown', () => {
    show({
      approval: {
        ...APPROVE,
        moves: [],
        multisigSteps: [{ act: 'approve', depth: 0, multisig: APPROVAL.to.address, id: '4', match: 'other' }],
        warnings: [
          { id: 'a', title: 'A warning', detail: 'a', result: 'warning' },
          { id: 'multisig-hidden', title: 'The approved transaction cannot be shown', detail: 'b', result: 'warning', isSevere: true },
        ],
      },
    });
    expect(host.querySelector('h1')?.textContent).toBe('Approve transaction 4, contents not verified');
    const amount = host.querySelector('dl > div dd');
    expect(amount?.textContent).toMatch(/^Unknown/);
    expect(amount?.querySelector('[data-attofil]')).toBeNull();
    const notes = [...host.querySelectorAll('aside [class*="noteTitle"]')].map(({ textContent }) => textContent);
    expect(notes).toEqual(['The approved transaction cannot be shown', 'A warning']);
    expect(host.textContent).not.toContain('No warnings.');
  });

  it('never claims that nothing moves if the parameters are not decoded', () => {
    const unread = { form: 'hex', value: { kind: 'bytes', hex: '8142ffff', sizeBytes: 4 } } as const;
    const call = { ...APPROVE, value: '0', moves: [], method: '2', methodName: 'Propose', params: unread };
    show({ approval: { ...call, multisigSteps: [{ act: 'propose', depth: 0, multisig: APPROVAL.to.address, match: 'unread' }] } });
    expect(host.querySelector('h1')?.textContent).toBe('Propose an unreadable transaction');
    expect(host.querySelector('dl > div dd')?.textContent).toMatch(/^Unknown/);
    show({ approval: { ...call, method: '77', methodName: 'Method 77', multisigSteps: [] } });
    expect(host.querySelector('dl > div dd')?.textContent).toContain('The amount its call moves is unknown');
    show({ approval: { ...call, params: { form: 'typed' }, multisigSteps: [] } });
    expect(host.querySelector('dl > div dd')?.textContent).toContain('No FIL moves');
    const withdraw = {
      kind: 'contractCall' as const,
      selector: '0x2e1a7d4d',
      signature: 'withdraw(uint256 amount)',
      arguments: [{ name: 'amount', value: { kind: 'integer' as const, value: '5' } }],
      hex: '',
      sizeBytes: 36,
    };
    const fields = [{ name: 'Input', value: withdraw }];
    show({ approval: { ...call, params: { form: 'typed', value: { kind: 'record', fields, count: 1 } }, multisigSteps: [] } });
    expect(host.querySelector('dl > div dd')?.textContent).toContain('The contract code decides what else it moves.');
    show({ approval: { ...call, params: { form: 'typed' }, multisigSteps: [], pledgeChanges: ['locks'] } });
    expect(host.querySelector('dl > div dd')?.textContent).toContain('sends no FIL. The call locks additional pledge of the miner.');
    expect(host.querySelector('dl > div dd')?.textContent).not.toContain('No FIL moves');
  });

  it('shows every item and byte, and counts what is not shown', () => {
    const items = Array.from({ length: 40 }, (_, index) => ({
      kind: 'text' as const,
      value: `item ${index}`,
      length: `item ${index}`.length,
    }));
    const bytes = { kind: 'bytes' as const, hex: 'ab'.repeat(300), sizeBytes: 300 };
    const fields = [
      { name: 'Items', value: { kind: 'list' as const, items, count: 45 } },
      { name: 'Proof', value: bytes },
    ];
    show({
      approval: {
        method: '5',
        methodName: 'Method 5',
        paramsHex: '82',
        params: { form: 'cbor', value: { kind: 'record', fields, count: 2 } },
      },
    });
    expect(host.textContent).toContain('Unknown method: shown as CBOR');
    expect(host.querySelector('h1')?.textContent).toContain('Call method 5');
    expect(host.textContent).toContain('This message could not be fully decoded');
    expect(host.textContent).toContain('item 39');
    expect(host.textContent).toContain('5 more items not shown. See the bytes to sign.');
    expect(host.textContent?.replaceAll(' ', '')).toContain('ab'.repeat(300));
    expect(host.querySelectorAll('section[tabindex="0"]')).toHaveLength(2);
  });

  it('shows the key, the known recipient, and the chain ID of a delegated signature', () => {
    show({
      approval: {
        from: { ...APPROVAL.from, keyType: 'delegated' },
        to: { ...APPROVAL.to, idAddress: 't01234' },
        chainId: 31_415_926,
      },
    });
    expect(host.textContent).toContain('Ethereum key');
    expect(host.textContent).toContain('account actor, t01234 on chain');
    expect(host.textContent).toContain('chain ID 31415926');
    const robustAddress = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
    show({ approval: { to: { address: 't01234', actorType: 'account', exists: true, robustAddress } } });
    expect(host.textContent).toContain(`According to the node account actor, the ID of ${robustAddress}`);
  });

  it('shows the Ethereum transaction to sign and the resulting message for an Ethereum key', () => {
    const from = addressFromEthAddress('0xd388ab098ed3e84c0d808776440b48f685198498');
    const message = sampleMessage({ from, to: addressFromEthAddress('0x52908400098527886e0f7030069857d2e4169ee7'), method: 3844450837n });
    const bytesHex = bytesToHex(encodeMessage(message));
    show({ approval: { from: { ...APPROVAL.from, keyType: 'delegated' }, chainId: 31_415_926, bytesHex } });
    const transaction = bytesToHex(ethSigningBytes(ethTransactionFromMessage(message), 31_415_926));
    const text = (host.textContent ?? '').replaceAll(' ', '');
    expect(text).toContain(`Bytestosign${transaction.length / 2}bytes,Ethereumtransaction(EIP-1559,RLP)${transaction}`);
    expect(text).toContain(`Messageonchain${bytesHex.length / 2}bytes,CBOR${bytesHex}`);
    expect(text).toContain('whichissignedasanEthereumtransaction');
  });

  it('shows the replaced message in full and the effect of the new one', () => {
    const replaces = { cid: APPROVAL.genesisCid, to: APPROVAL.to.address, value: '7', methodName: 'Send', as: 'cancel' } as const;
    show({ approval: { replaces, to: { address: APPROVAL.from.address, exists: true }, value: '0' } });
    expect(host.querySelector('h1')?.textContent).toBe('Cancel the message with nonce 3');
    expect(host.textContent).toContain('Only one of the two can be executed.');
    expect(host.querySelector('[data-attofil="7"]')).not.toBeNull();
    expect([...host.querySelectorAll('[data-address]')].map((line) => line.textContent)).toContain(APPROVAL.to.address);
  });

  it('shows that a message is held, and that an offline one was not simulated', () => {
    show({ approval: { isHeld: true, isOffline: true, to: { address: APPROVAL.to.address } } });
    const button = [...host.querySelectorAll('button')].map(({ textContent }) => textContent);
    expect(button).toContain('Sign and hold');
    expect(host.textContent).toContain('Held on this machine, not pushed');
    expect(host.textContent).toContain('entered by hand');
    expect(host.textContent).toContain('Existence on chain not checked');
    show({ approval: { isHeld: true, isOffline: true, to: { address: APPROVAL.to.address, actorType: 'account' } } });
    expect(host.textContent).toContain('According to the draft: account actor');
    expect(host.textContent).not.toContain('According to the node');
  });

  it('shows the exit code of the simulation, with failed inner calls', () => {
    show({ approval: { simulatedExit: { code: 0, name: 'Ok', failedInsideCount: 2 } } });
    expect(host.textContent).toContain('Exit code 0 Ok');
    expect(host.textContent).toContain('2 calls inside the message failed');
  });

  it('labels the transfer of an Ethereum key as a transfer, except to a contract, which it would invoke', () => {
    const transfer = { method: '3844450837', methodName: 'InvokeContract' };
    show({ approval: transfer });
    expect(host.querySelector('h1')?.textContent).toBe('Send 12.500000000000000001 FIL');
    expect(host.textContent).toContain('Plain transfer with no calldata');
    for (const to of [{ actorType: 'evm', exists: true }, {}]) {
      show({ approval: { ...transfer, to: { address: APPROVAL.to.address, ...to } } });
      expect(host.querySelector('h1')?.textContent).toBe('Call InvokeContract, with 12.500000000000000001 FIL');
    }
  });
});
