/** What a signer approves at a multisig is on the sheet, decoded and bound by its hash, or the sheet says that it is not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../electron/core.ts';
import type { RunningDevnet } from '../../electron/devnet/devnet-options.ts';
import { bytesToBase64, hexToBytes } from '../../shared/domain/encoding/bytes.ts';
import { encodeParams, type Json } from '../../shared/domain/methods/method-json.ts';
import type { MessageApproval } from '../../shared/ipc/schemas/approvals.ts';
import type { MessageDraft } from '../../shared/ipc/schemas/drafts.ts';
import { eventually } from '../builders/eventually.ts';
import { temporaryProfile } from '../builders/temporary-profile.ts';
import {
  advance,
  askNode,
  confirmMessage,
  draftOf,
  fundedAccount,
  journalReaches,
  messageApproval,
  PASSPHRASE,
  startCore,
  startStillDevnet,
} from '../builders/wallet-core.ts';
import { type AnsweringEndpoint, startAnsweringEndpoint } from '../fakes/wallet/answering-endpoint.ts';

/** Nobody's keys. */
const PAYEE = 't15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq';
const OTHER = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const BURNT = 't099';
const FIL = 10n ** 18n;

let devnet: RunningDevnet;
let core: Core;
const nodes: AnsweringEndpoint[] = [];
let remove: () => Promise<void>;
let proposer: string;
let approver: string;
let multisig: string;

const fields = (json: Json): MessageDraft['params'] => ({ kind: 'fields', json: JSON.stringify(json) });
const call = (from: string, to: string, method: string, json: Json): MessageDraft =>
  draftOf(from, to, { method, value: '0', params: fields(json) });
const base64 = (...parameters: Parameters<typeof encodeParams>): string => bytesToBase64(encodeParams(...parameters));

async function send(draft: MessageDraft): Promise<void> {
  const { approvalId } = await core.handlers.messages.prepareMessage(draft);
  const { journalId } = await confirmMessage(core, approvalId);
  await journalReaches(core, journalId, 'executed', () => advance(devnet, core));
}

async function prepare(draft: MessageDraft): Promise<MessageApproval> {
  const { approvalId } = await core.handlers.messages.prepareMessage(draft);
  const approval = messageApproval(core, approvalId);
  await core.handlers.approval.rejectApproval({ id: approvalId });
  return approval;
}

/** Connects to the same chain through a node that lies. It is a new one each time: what another said at this tipset is kept for that one. */
async function connectThrough(answer: AnsweringEndpoint['answer']): Promise<void> {
  const node = await startAnsweringEndpoint(devnet.httpUrl, devnet.tokens.write);
  nodes.push(node);
  node.answer = answer;
  const { id } = await core.handlers.connections.addConnection({
    name: `Two-faced ${nodes.length}`,
    httpUrl: node.url,
    apiVersion: 'v1',
    namespace: 'Filecoin',
  });
  await core.handlers.connections.activateConnection({ id });
  await eventually(() => core.topics.chain.headChanged.get().connectionId === id && core.topics.chain.headChanged.get().head, 'the head');
}

async function hashOf(id: string): Promise<string> {
  const { proposals } = await core.handlers.messages.listProposals({ address: multisig });
  return bytesToBase64(hexToBytes(proposals.find((proposal) => proposal.id === id)?.proposalHash ?? ''));
}

const severe = ({ warnings }: MessageApproval) => warnings.filter(({ isSevere }) => isSevere === true).map(({ id }) => id);
const warned = ({ warnings }: MessageApproval) => warnings.map(({ id }) => id);

beforeAll(async () => {
  const profile = await temporaryProfile();
  remove = profile.remove;
  devnet = await startStillDevnet();
  ({ core } = await startCore(profile.paths, devnet));
  ({ address: proposer } = await fundedAccount(devnet, core));
  await core.handlers.approval.unlockVault({ passphrase: PASSPHRASE });
  const key = await core.handlers.approval.createKey({ keyType: 'bls', label: 'Main key' });
  approver = key.address;
  await core.handlers.wallet.requestFunds({ address: approver });
  await advance(devnet, core, 2);
  const codes = (await askNode(devnet, 'StateActorCodeCIDs', [await askNode(devnet, 'StateNetworkVersion', [null])])) as {
    readonly multisig: { readonly '/': string };
  };
  const made = base64('multisig', 1n, {
    Signers: [proposer, approver],
    NumApprovalsThreshold: 2,
    UnlockDuration: 0,
    StartEpoch: 0,
  });
  await send({ ...call(proposer, 't01', '2', { CodeCID: { ...codes.multisig }, ConstructorParams: made }), value: '10' });
  multisig = ((await askNode(devnet, 'StateListActors', [null])) as string[]).at(-1) ?? '';
  await send(call(proposer, multisig, '2', { To: PAYEE, Value: String(5n * FIL), Method: 0, Params: null }));
  await send(call(proposer, multisig, '2', { To: BURNT, Value: String(2n * FIL), Method: 0, Params: null }));
  const threshold = base64('multisig', 8n, { NewThreshold: 1 });
  await send(call(proposer, multisig, '2', { To: multisig, Value: '0', Method: 8, Params: threshold }));
});

afterAll(async () => {
  await core.stop();
  for (const node of nodes) await node.close();
  await devnet.stop();
  await remove();
});

describe('an approval at a multisig', () => {
  test('shows the transaction that its hash means, what moves, and that it is executed at once', async () => {
    const approval = await prepare(call(approver, multisig, '3', { ID: 0, ProposalHash: await hashOf('0') }));
    expect(approval.value).toBe('0');
    expect(approval.moves).toEqual([{ depth: 1, kind: 'value', amount: String(5n * FIL), from: multisig, to: PAYEE }]);
    expect(approval.multisigSteps).toMatchObject([
      { act: 'approve', multisig, id: '0', match: 'same', threshold: 2, approved: [expect.stringMatching(/^t0/)] },
    ]);
    expect(approval.multisigSteps[0]?.transaction?.value).toMatchObject({
      fields: expect.arrayContaining([
        { name: 'Params', value: expect.objectContaining({ kind: 'call', to: PAYEE, value: String(5n * FIL) }) },
      ]),
    });
    expect(approval.warnings).toContainEqual(
      expect.objectContaining({ id: 'inside-recipient', title: 'The recipient is new', detail: expect.stringContaining(PAYEE) }),
    );
  });

  test('has the warnings of what it sets off: burnt funds, and a threshold of one', async () => {
    const burns = await prepare(call(approver, multisig, '3', { ID: 1, ProposalHash: await hashOf('1') }));
    expect(burns.warnings).toContainEqual(expect.objectContaining({ id: 'inside-kind', title: 'Funds sent there are burnt' }));
    const opens = await prepare(call(approver, multisig, '3', { ID: 2, ProposalHash: await hashOf('2') }));
    expect(severe(opens)).toEqual(['multisig-control']);
    expect(opens.moves).toEqual([]);
  });

  test('says that it cannot be shown where the node shows another transaction, none, or refuses', async () => {
    const hash = await hashOf('0');
    const pending = (await askNode(devnet, 'MsigGetPending', [multisig, null])) as { ID: number; To: string }[];
    const simulated = { MsgRct: { ExitCode: 0, Return: null, GasUsed: 1_000_000 }, Error: '' };
    const lies = [
      { answer: pending.map((transaction) => ({ ...transaction, To: OTHER, Value: '1' })), match: 'other' },
      { answer: [], match: 'absent' },
      { answer: undefined, match: 'unread' },
    ];
    for (const { answer, match } of lies) {
      await connectThrough(({ method }) => {
        if (method !== 'MsigGetPending') return method === 'StateCall' ? { result: simulated } : undefined;
        return answer === undefined ? { error: { code: -32601, message: 'method not found' } } : { result: answer };
      });
      const approval = await prepare(call(approver, multisig, '3', { ID: 0, ProposalHash: hash }));
      expect(approval.multisigSteps).toMatchObject([{ act: 'approve', id: '0', match }]);
      expect(approval.multisigSteps[0]?.transaction).toBeUndefined();
      expect(severe(approval)).toContain('multisig-hidden');
      expect(approval.moves).toEqual([]);
      expect(JSON.stringify(approval)).not.toContain(OTHER);
    }
    await connectThrough(() => undefined);
  });

  test('without a hash is refused: the transaction under an ID can be swapped', async () => {
    for (const [from, method] of [
      [approver, '3'],
      [proposer, '4'],
    ] as const) {
      await expect(prepare(call(from, multisig, method, { ID: 0, ProposalHash: '' }))).rejects.toMatchObject({
        code: 'message-refused',
        message: expect.stringContaining('to fill in its hash'),
      });
    }
  });

  test('proposed inside of another is read as well', async () => {
    const inner = base64('multisig', 3n, { ID: 0, ProposalHash: await hashOf('0') });
    const approval = await prepare(call(proposer, multisig, '2', { To: multisig, Value: '0', Method: 3, Params: inner }));
    expect(approval.multisigSteps.map(({ act, depth, match }) => ({ act, depth, match }))).toEqual([
      { act: 'propose', depth: 0, match: 'own' },
      { act: 'approve', depth: 1, match: 'same' },
    ]);
    expect(approval.moves).toEqual([{ depth: 2, kind: 'value', amount: String(5n * FIL), from: multisig, to: PAYEE }]);
  });
});

test('a cancellation shows what it cancels, and moves nothing', async () => {
  const approval = await prepare(call(proposer, multisig, '4', { ID: 0, ProposalHash: await hashOf('0') }));
  expect(approval.multisigSteps).toMatchObject([{ act: 'cancel', id: '0', match: 'same' }]);
  expect(approval.moves).toEqual([]);
  expect(warned(approval)).not.toContain('inside-known');
});

test('a proposal has the warnings of the transfer that it proposes, and the amount of it', async () => {
  const approval = await prepare(call(approver, multisig, '2', { To: OTHER, Value: String(50n * FIL), Method: 0, Params: null }));
  expect(approval.moves).toEqual([{ depth: 1, kind: 'value', amount: String(50n * FIL), from: multisig, to: OTHER }]);
  expect(warned(approval)).toEqual(expect.arrayContaining(['inside-known', 'inside-recipient', 'inside-funds']));
});

describe('a label that the app wrote', () => {
  test('silences nothing, says since when, and is told from a key', async () => {
    await core.handlers.addresses.saveAddress({ address: OTHER, label: 'Exchange' });
    const approval = await prepare(draftOf(proposer, OTHER));
    expect(warned(approval)).toContain('recipient-known');
    expect(approval.names).toContainEqual({ address: OTHER, by: 'label', text: 'Exchange', writtenAtMs: expect.any(Number) });
    expect((await prepare(draftOf(proposer, approver))).names).toContainEqual({ address: approver, by: 'key', text: 'Main key' });
  });

  test('is refused where it looks like that of a key, and warned of where it came to look like it', async () => {
    const save = (label: string) => core.handlers.addresses.saveAddress({ address: OTHER, label });
    await expect(save('Main k\u0435y')).rejects.toMatchObject({ code: 'name-taken' });
    await expect(save('Main\u200bkey')).rejects.toMatchObject({ code: 'name-taken' });
    await save('Cold wallet');
    await core.handlers.approval.renameKey({ address: approver, label: 'C\u043eld Wallet' });
    const approval = await prepare(draftOf(proposer, OTHER));
    expect(severe(approval)).toContain('label-resembles');
    expect(approval.warnings.find(({ id }) => id === 'label-resembles')?.detail).toContain(approver);
    await core.handlers.approval.renameKey({ address: approver, label: 'Main key' });
  });
});
