import { act, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FormContext } from '../../../../../renderer/views/compose/params/form-context.ts';
import { findActorMethods } from '../../../../../renderer/views/compose/params/MethodField.tsx';
import { ParamsEditor } from '../../../../../renderer/views/compose/params/ParamsEditor.tsx';
import { hasUnreadable, readJson } from '../../../../../renderer/views/compose/params/params-json.ts';
import { fieldsOfTemplate, TEMPLATES } from '../../../../../renderer/views/compose/templates.ts';
import { base64ToBytes, bytesToBase64, bytesToHex } from '../../../../../shared/domain/encoding/bytes.ts';
import { cidFromParts } from '../../../../../shared/domain/encoding/cid.ts';
import { methodsOf } from '../../../../../shared/domain/methods/actor-methods.ts';
import type { ActorType } from '../../../../../shared/domain/methods/actor-type.ts';
import { encodeParams, type Json } from '../../../../../shared/domain/methods/method-json.ts';
import type { DraftParams, ProposalList } from '../../../../../shared/ipc/schemas/drafts.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const MINER = 'f01000';
const ACCOUNT = 'f1onakap7ouvco4zidbyjo2oyyy4pisju47twkrra';

let drawn: Rendered | undefined;
/** Addresses that the privileged side was asked about. */
let asked: string[] = [];
beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
});
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
  vi.useRealTimers();
});

interface Form {
  readonly container: HTMLElement;
  json(): Json | undefined;
  params(): DraftParams;
}

/** The parameters of a method, with what is typed kept as the composer keeps it. */
async function drawForm(
  type: ActorType,
  method: string,
  {
    recipient,
    proposals,
    isOffline = false,
    began = { kind: 'none' },
    actorCodes,
  }: {
    recipient?: string;
    proposals?: ProposalList;
    isOffline?: boolean;
    began?: DraftParams;
    actorCodes?: Readonly<Record<string, string>>;
  } = {},
): Promise<Form> {
  const number = methodsOf(type).find(({ name }) => name === method)?.number ?? -1n;
  let params: DraftParams = began;
  function Kept() {
    const [kept, keep] = useState<DraftParams>(params);
    params = kept;
    return (
      <FormContext value={{ known: [], letter: 'f', dialect: 'lotus', available: {}, isOffline }}>
        <ParamsEditor type={type} recipient={recipient} method={number.toString()} params={kept} onChange={keep} />
      </FormContext>
    );
  }
  drawn = await render(
    <Kept />,
    clientWith({
      connections: { changed: new ManualTopic({ activeId: 'here', revision: 1 }) as never },
      chain: { versionChanged: new ManualTopic(actorCodes === undefined ? undefined : { actorCodes }) as never },
      addresses: {
        resolveAddress: async ({ text }) => {
          asked.push(text);
          return {
            address: text,
            exists: true,
            isOwn: false,
            calls: [],
            ...(text === MINER ? { actorType: 'storageminer' } : { actorType: 'account' }),
          };
        },
      },
      messages: {
        listProposals: async () => {
          if (proposals === undefined) throw new Error('Not asked for.');
          return proposals;
        },
      },
    }),
  );
  await act(async () => vi.advanceTimersByTimeAsync(1000));
  return { container: drawn.container, params: () => params, json: () => (params.kind === 'fields' ? readJson(params.json) : undefined) };
}

/** The field under a label, by the label's whole text. */
function field(container: HTMLElement, label: string): HTMLInputElement {
  const found = [...container.querySelectorAll('label')].find(({ textContent }) => textContent?.trim() === label);
  const input = found?.querySelector('input') ?? container.querySelector(`[id="${found?.htmlFor ?? ''}"]`);
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field ${label} in ${container.textContent}.`);
  return input;
}

async function type(container: HTMLElement, label: string, text: string): Promise<void> {
  const input = field(container, label);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => vi.advanceTimersByTimeAsync(1000));
}

async function press(container: HTMLElement, name: string): Promise<void> {
  const button = [...container.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent)?.trim() === name,
  );
  if (button === undefined) throw new Error(`There is no button ${name}.`);
  await act(async () => button.click());
}

describe('the form of a method', () => {
  it('makes a multisig field by field, and encodes what its constructor takes', async () => {
    const template = TEMPLATES.find(({ id }) => id === 'new-multisig');
    if (template === undefined) throw new Error('There is no such template.');
    const began = fieldsOfTemplate(template, { from: '', letter: 'f', ownMiners: [] }).params;
    const { container, json } = await drawForm('init', 'Exec', { began });
    await press(container, 'Add item');
    await type(container, 'Signer 1', ACCOUNT);
    await press(container, 'Add item');
    await type(container, 'Signer 2', MINER);
    expect(json()).toMatchObject({ ConstructorParams: { '?': expect.any(String) } });
    await type(container, 'Approvals required', '2');
    const made = json() as { readonly CodeCID: Json; readonly ConstructorParams: string };
    const wanted = { Signers: [ACCOUNT, MINER], NumApprovalsThreshold: 2, UnlockDuration: 0, StartEpoch: 0 };
    expect(made.ConstructorParams).toBe(bytesToBase64(encodeParams('multisig', 1n, wanted)));
    expect(encodeParams('init', 2n, made).length).toBeGreaterThan(0);
    expect(field(container, 'Approvals required').value).toBe('2');
  });

  it('makes an actor whose code only the manifest of a newer network names', async () => {
    const multisig = cidFromParts(0x55, 0xb220, new Uint8Array(32).fill(7));
    const template = TEMPLATES.find(({ id }) => id === 'new-multisig') ?? expect.fail('no such template');
    const context = { from: '', letter: 'f', ownMiners: [], isUnverified: true, actorCodes: { multisig } } as const;
    const { container, json } = await drawForm('init', 'Exec', {
      began: fieldsOfTemplate(template, context).params,
      actorCodes: { multisig },
    });
    await press(container, 'Add item');
    await type(container, 'Signer 1', ACCOUNT);
    expect(json()).toMatchObject({ CodeCID: { '/': multisig } });
  });

  it('has lists of records that grow and shrink, each value beside its own name', async () => {
    const { container, json } = await drawForm('multisig', 'Constructor');
    await press(container, 'Add item');
    await press(container, 'Add item');
    await type(container, 'Signer 1', ACCOUNT);
    await type(container, 'Signer 2', MINER);
    expect(json()).toMatchObject({ Signers: [ACCOUNT, MINER] });
    await press(container, 'Remove signer 1');
    expect(json()).toMatchObject({ Signers: [MINER] });
    expect(field(container, 'Signer 1').value).toBe(MINER);
  });

  it('encodes what stands in it once every field can be read', async () => {
    const { container, json } = await drawForm('multisig', 'Constructor');
    await press(container, 'Add item');
    await type(container, 'Signer 1', ACCOUNT);
    await type(container, 'Approvals required', 'two');
    await type(container, 'Unlock duration', '0');
    await type(container, 'Start epoch', '0');
    expect(field(container, 'Approvals required').getAttribute('aria-invalid')).toBe('true');
    expect(json()).toMatchObject({ NumApprovalsThreshold: { '?': 'two' } });
    await type(container, 'Approvals required', '2');
    expect(bytesToHex(encodeParams('multisig', 1n, json()))).toMatch(/^8481/);
  });

  it('leaves out what is optional until it is wanted', async () => {
    const { container, json } = await drawForm('reward', 'UpdateNetworkKPI');
    const wanted = field(container, 'With raw byte power');
    await act(async () => wanted.click());
    await type(container, 'Raw byte power', '12');
    expect(json()).toBe('12');
    await act(async () => wanted.click());
    expect(json()).toBeNull();
  });

  it('composes a call inside of a call by what its recipient is', async () => {
    const { container, json } = await drawForm('multisig', 'Propose');
    await type(container, 'Recipient of the proposal', MINER);
    await type(container, 'Amount of the proposal', '0');
    await type(container, 'Inner call', 'WithdrawBalance');
    await type(container, 'Amount requested', '2');
    const written = json() as { readonly Method: number; readonly Params: string };
    expect(written).toMatchObject({ To: MINER, Value: '0', Method: 16 });
    expect(base64ToBytes(written.Params)).toEqual(encodeParams('storageminer', 16n, { AmountRequested: '2000000000000000000' }));
    await type(container, 'Amount requested', 'much');
    expect(asked).toContain(MINER);
    expect(json()).toMatchObject({ Params: { '?': expect.stringContaining('much') } });
    expect(field(container, 'Amount requested').value).toBe('much');
  });
});

it('proposes a plain transfer as soon as recipient and amount are there', async () => {
  const { container, json } = await drawForm('multisig', 'Propose');
  expect(field(container, 'Inner call').value).toBe('Send');
  await type(container, 'Recipient of the proposal', ACCOUNT);
  await type(container, 'Amount of the proposal', '2');
  expect(json()).toEqual({ To: ACCOUNT, Value: '2000000000000000000', Method: 0, Params: null });
  expect(hasUnreadable(json())).toBe(false);
});

it('asks nobody about what is typed where no node may be asked', async () => {
  const { container, json } = await drawForm('multisig', 'Propose', { isOffline: true });
  await type(container, 'Recipient of the proposal', MINER);
  await type(container, 'Inner call', '16');
  expect(asked).toEqual([]);
  expect(json()).toMatchObject({ To: MINER, Method: 16 });
});

describe('the methods that are offered', () => {
  it('have the one that is written in full first, which Enter takes', () => {
    const names = (query: string) => findActorMethods('evm', query).map(({ name }) => name);
    expect(names('InvokeContract').slice(0, 2)).toEqual(['InvokeContract', 'InvokeContractDelegate']);
    expect(names('')[0]).toBe('Send');
    expect(findActorMethods('storageminer', '16')[0]?.name).toBe('WithdrawBalance');
  });

  it('list those that only actors can call after the others', () => {
    const names = findActorMethods('reward', '', 29).map(({ name }) => name);
    expect(names.indexOf('AwardBlockReward')).toBeGreaterThan(names.indexOf('Claim'));
    expect(findActorMethods('reward', 'AwardBlockReward', 29)[0]?.name).toBe('AwardBlockReward');
    expect(findActorMethods('multisig', 'signer').map(({ name }) => name)).toContain('AddSigner');
  });

  it('are those of the version of the network', () => {
    const isThere = (networkVersion?: number) =>
      findActorMethods('storageminer', 'ProveCommitSectors3', networkVersion).some(({ refusal }) => refusal === undefined);
    expect([isThere(), isThere(22), isThere(16)]).toEqual([true, true, false]);
  });

  it('list what the version refuses last, with a mark and the reason', () => {
    const found = findActorMethods('datacap', '', 29);
    const firstRefused = found.findIndex(({ refusal }) => refusal !== undefined);
    expect(found.slice(0, firstRefused).map(({ name }) => name)).toEqual([
      'Send',
      'Name',
      'TotalSupply',
      'Symbol',
      'Balance',
      'Granularity',
      'Allowance',
    ]);
    expect(found.slice(firstRefused).every(({ refusal }) => refusal !== undefined)).toBe(true);
    expect(findActorMethods('datacap', 'transfer', 29).find(({ number }) => number === 80475954n)?.refusal).toEqual({
      mark: 'frozen',
      reason: 'Transfer is frozen since network version 29 (FIP-0118); every call is rejected. It ends with ErrForbidden (exit 18).',
    });
    expect(findActorMethods('storageminer', 'ExtendSectorExpiration', 29).find(({ number }) => number === 8n)?.refusal).toEqual({
      mark: 'removed',
      reason: expect.stringContaining('ErrUnhandledMessage (exit 22)'),
    });
    expect(findActorMethods('datacap', 'transfer', 28)[0]).toMatchObject({ number: 80475954n, name: 'Transfer' });
    expect(findActorMethods('storageminer', 'UpgradeSectorQuality', 28)[0]?.refusal?.mark).toBe('not available');
  });

  it('list what is frozen before what was removed', () => {
    const marks = findActorMethods('verifiedregistry', '', 29).map(({ refusal }) => refusal?.mark ?? 'served');
    const order = ['served', 'frozen', 'removed'];
    expect(new Set(marks)).toEqual(new Set(order));
    expect(marks).toEqual(marks.toSorted((left, right) => order.indexOf(left) - order.indexOf(right)));
  });
});

describe('what waits in a multisig', () => {
  const waiting = (id: string, value: string, hash: string): ProposalList['proposals'][number] => ({
    id,
    to: ACCOUNT,
    toActorType: 'account',
    value,
    method: '0',
    methodName: 'Send',
    params: { form: 'typed' },
    approved: ['f0101', 'f0102'],
    proposalHash: hash.repeat(32),
  });
  const proposals: ProposalList = {
    pinned: { height: 5, key: [], timeMs: 0 },
    threshold: 3,
    proposals: [waiting('4', '2000000000000000000', 'cd'), waiting('3', '1000000000000000000', 'ab')],
    omittedCount: 0,
    calls: [],
  };

  it('is chosen by what it does, and the approval names it by its hash', async () => {
    const { container, json } = await drawForm('multisig', 'Approve', { recipient: 'f02000', proposals });
    const options = [...container.querySelectorAll('input[type="radio"]')] as HTMLInputElement[];
    expect(options).toHaveLength(2);
    expect(container.textContent).toContain('3 approvals needed');
    await act(async () => options[1]?.click());
    const written = json() as { readonly ID: number; readonly ProposalHash: string };
    expect(written.ID).toBe(3);
    expect(bytesToHex(base64ToBytes(written.ProposalHash))).toBe('ab'.repeat(32));
    expect(options[1]?.checked).toBe(true);
    await type(container, 'ID', '4');
    expect(container.textContent).toContain('The hash does not match transaction ID 4');
    expect(options.some(({ checked }) => checked)).toBe(false);
    await type(container, 'ID', '9');
    expect(container.textContent).toContain('No listed transaction has ID 9');
  });

  it('is not asked of a multisig for any other call', async () => {
    const { container } = await drawForm('multisig', 'AddSigner', { recipient: 'f02000', proposals });
    expect(container.querySelector('input[type="radio"]')).toBeNull();
  });
});
