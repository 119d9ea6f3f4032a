/** What is approved is what is signed: with every kind of key, in batches, kept, in another's place, and of data. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { MAINNET_GENESIS_CID } from '../../../shared/domain/chain/networks.ts';
import { bytesToHex, hexToBytes } from '../../../shared/domain/encoding/bytes.ts';
import { cidOfDagCbor, cidToBytes } from '../../../shared/domain/encoding/cid.ts';
import { decodeSignedMessage, encodeMessage } from '../../../shared/domain/messages/message.ts';
import { type Approval, type Confirmed, zConfirmed, zTrustedState } from '../../../shared/ipc/schemas/approvals.ts';
import type { MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryProfile } from '../../builders/temporary-profile.ts';
import {
  advance,
  askNode,
  balanceOf,
  draftOf,
  fundedAccount,
  journalReaches,
  PASSPHRASE,
  startCore,
  startStillDevnet,
} from '../../builders/wallet-core.ts';

const RECIPIENT = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const OTHERS = ['t1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y', 't15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq'];

type Kind = 'secp256k1' | 'bls' | 'delegated';

describe('approvals on the embedded node', () => {
  let devnet: RunningDevnet;
  let core: Core;
  const accounts = new Map<Kind, string>();
  const cleanups: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const { paths, remove } = await temporaryProfile();
    cleanups.push(remove);
    devnet = await startStillDevnet();
    cleanups.push(() => devnet.stop());
    ({ core } = await startCore(paths, devnet));
    cleanups.push(() => core.stop());
    accounts.set('secp256k1', (await fundedAccount(devnet, core)).address);
    await core.handlers.approval.unlockVault({ passphrase: PASSPHRASE });
    const [phrase] = core.topics.wallet.changed.get().phrases;
    for (const keyType of ['bls', 'delegated'] as const) {
      const ofPhrase = keyType === 'bls' || phrase === undefined ? {} : { phraseId: phrase.id };
      const { address } = await core.handlers.approval.createKey({ keyType, label: `${keyType} key`, ...ofPhrase });
      accounts.set(keyType, address);
      await core.handlers.wallet.requestFunds({ address });
    }
    for (const address of accounts.values()) {
      await eventually(async () => {
        await advance(devnet, core);
        return (await core.handlers.wallet.getAccount({ address })).exists;
      }, `funds of ${address}`);
    }
  });

  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  function account(kind: Kind): string {
    return accounts.get(kind) ?? '';
  }

  function waiting(id: string): Approval {
    const found = zTrustedState.parse(core.topics.approval.changed.get()).approvals.find((approval) => approval.id === id);
    if (found === undefined) throw new Error('The approval does not wait.');
    return found;
  }

  async function confirm(id: string): Promise<Confirmed> {
    return zConfirmed.parse(await core.handlers.approval.confirmApproval({ id, isNewNetworkAccepted: false }));
  }

  async function confirmMessage(id: string): Promise<Extract<Confirmed, { kind: 'message' }>> {
    const confirmed = await confirm(id);
    if (confirmed.kind !== 'message') throw new Error('It was one message.');
    return confirmed;
  }

  /** The practice chain has traffic of its own. */
  async function cidsInPool(): Promise<string[]> {
    const pending = (await askNode(devnet, 'MpoolPending', [[]])) as { CID: { '/': string } }[];
    return pending.map(({ CID }) => CID['/']);
  }

  async function send(draft: MessageDraft): Promise<{ approval: Approval; confirmed: Extract<Confirmed, { kind: 'message' }> }> {
    const { approvalId } = await core.handlers.messages.prepareMessage(draft);
    const approval = waiting(approvalId);
    return { approval, confirmed: await confirmMessage(approvalId) };
  }

  it.each(['secp256k1', 'bls', 'delegated'] as const)('a transfer with a %s key is executed as it was shown', async (kind) => {
    const before = await balanceOf(devnet, RECIPIENT);
    const { approval, confirmed } = await send(draftOf(account(kind), RECIPIENT, { value: '0.75' }));
    expect(approval).toMatchObject({ kind: 'message', from: { keyType: kind }, value: '750000000000000000' });
    if (approval.kind === 'message') expect(approval.chainId).toBe(kind === 'delegated' ? 31_415_926 : undefined);
    expect(confirmed).toMatchObject({ isPushed: true });
    const { hex, signedCid } = await core.handlers.messages.exportSigned({ journalId: confirmed.journalId });
    expect(signedCid).toBe(confirmed.cid);
    expect(approval).toMatchObject({ bytesHex: bytesToHex(encodeMessage(decodeSignedMessage(hexToBytes(hex)).message)) });
    const executed = await journalReaches(core, confirmed.journalId, 'executed', () => advance(devnet, core));
    expect(executed.exitCode).toBe(0);
    await advance(devnet, core);
    expect(await balanceOf(devnet, RECIPIENT)).toBe(before + 750_000_000_000_000_000n);
  });

  it('a batch of five is approved as one, and every message of it is executed', async () => {
    const lines = [...OTHERS, RECIPIENT, ...OTHERS].map((to, index) => `${to},${index + 1},line ${index}`);
    const before = await Promise.all(OTHERS.map((to) => balanceOf(devnet, to)));
    const { approvalId } = await core.handlers.messages.prepareBatch({
      from: account('secp256k1'),
      csv: ['to,value,comment', ...lines].join('\n'),
    });
    const approval = waiting(approvalId);
    expect(approval).toMatchObject({ kind: 'batch', count: 5, recipientCount: 3, totalValue: '15000000000000000000' });
    const page = await core.handlers.approval.listBatch({ id: approvalId, offset: 3, limit: 10 });
    expect(page.count).toBe(5);
    expect(page.messages.map(({ to, comment }) => [to.address, comment])).toEqual([
      [OTHERS[0], 'line 3'],
      [OTHERS[1], 'line 4'],
    ]);
    const results = await Promise.all([confirm(approvalId), confirm(approvalId)]);
    expect(results[0]).toEqual(results[1]);
    const [confirmed] = results;
    if (confirmed?.kind !== 'batch') throw new Error('It was a batch.');
    expect(confirmed.journalIds).toHaveLength(5);
    for (const id of confirmed.journalIds) {
      const entry = await journalReaches(core, id, 'executed', () => advance(devnet, core));
      expect(entry).toMatchObject({ exitCode: 0, batchId: confirmed.batchId });
    }
    await advance(devnet, core);
    expect(await Promise.all(OTHERS.map((to) => balanceOf(devnet, to)))).toEqual([
      (before[0] ?? 0n) + 5n * 10n ** 18n,
      (before[1] ?? 0n) + 7n * 10n ** 18n,
    ]);
    await expect(core.handlers.approval.listBatch({ id: approvalId, offset: 0, limit: 1 })).rejects.toMatchObject({
      code: 'approval-settled',
    });
  });

  it('a batch with a line that fails is not prepared', async () => {
    const csv = `to,value\n${RECIPIENT},1\n${RECIPIENT},nothing`;
    await expect(core.handlers.messages.prepareBatch({ from: account('secp256k1'), csv })).rejects.toMatchObject({
      message: expect.stringContaining('Line 3'),
    });
  });

  it('what is held stays here until it is pushed', async () => {
    const { approval, confirmed } = await send(draftOf(account('bls'), RECIPIENT, { isHeld: true }));
    expect(approval).toMatchObject({ isHeld: true, isOffline: false });
    expect(confirmed.isPushed).toBe(false);
    await advance(devnet, core);
    expect(await cidsInPool()).not.toContain(confirmed.cid);
    await core.handlers.messages.pushHeld({ journalId: confirmed.journalId });
    await journalReaches(core, confirmed.journalId, 'executed', () => advance(devnet, core));
  });

  it('a message takes the place of another only by its name, and says so', async () => {
    const first = await send(draftOf(account('secp256k1'), RECIPIENT));
    const faster = await core.handlers.messages.getReplacementDraft({ journalId: first.confirmed.journalId, as: 'speed-up' });
    const second = await send(faster);
    expect(second.approval).toMatchObject({ replaces: { cid: first.confirmed.cid, to: RECIPIENT, as: 'speed-up' } });
    const executed = await journalReaches(core, second.confirmed.journalId, 'executed', () => advance(devnet, core));
    expect(executed.replacesId).toBe(first.confirmed.journalId);
    await journalReaches(core, first.confirmed.journalId, 'replaced', () => advance(devnet, core));
  });

  it.each(['secp256k1', 'bls', 'delegated'] as const)('data is signed with a %s key and verified, in both forms', async (kind) => {
    for (const form of ['lotus', 'frc-0102'] as const) {
      const data = { encoding: 'text', text: 'I own this key.' } as const;
      const { approvalId } = await core.handlers.messages.prepareDataSignature({ from: account(kind), data, form });
      expect(waiting(approvalId)).toMatchObject({ kind: 'data', text: 'I own this key.', form });
      const confirmed = await confirm(approvalId);
      if (confirmed.kind !== 'data') throw new Error('It was data.');
      const verify = (text: string) =>
        core.handlers.messages.verifyData({
          address: account(kind),
          data: { encoding: 'text', text },
          form,
          signature: confirmed.signature.signatureHex,
        });
      expect(await verify('I own this key.')).toMatchObject({ isValid: true });
      expect(await verify('I own this key!')).toMatchObject({ isValid: false });
      expect(await core.handlers.messages.getApprovalOutcome({ approvalId })).toEqual({ status: 'confirmed', result: confirmed });
    }
  });

  it('what waits makes no message after it fail or be refused, and can be cancelled', async () => {
    const from = account('secp256k1');
    const fresh = 't1wbxhu3ypkuo6eyp6hjx6davuelxaxrvwb2kuwva';
    const first = await send(draftOf(from, fresh, { value: '0.5' }));
    // The estimate counts on the account that the first one makes; a simulation and a chain without it do not.
    const second = await send(draftOf(from, fresh, { value: '0.25' }));
    const csv = `to,value\n${fresh},0.1\nt15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq,0.1`;
    const { approvalId } = await core.handlers.messages.prepareBatch({ from, csv });
    await core.handlers.approval.rejectApproval({ id: approvalId });
    const cancel = await core.handlers.messages.getReplacementDraft({ journalId: first.confirmed.journalId, as: 'cancel' });
    const third = await send(cancel);
    expect(third.approval).toMatchObject({ value: '0', replaces: { as: 'cancel', cid: first.confirmed.cid } });
    expect(third.confirmed).toMatchObject({ isPushed: true });
    for (const { confirmed } of [third, second]) {
      const entry = await journalReaches(core, confirmed.journalId, 'executed', () => advance(devnet, core));
      expect(entry.exitCode).toBe(0);
    }
  });

  it("a message's CID is not signed as data", async () => {
    const text = bytesToHex(cidToBytes(cidOfDagCbor(new Uint8Array(9))));
    const data = { encoding: 'hex', text } as const;
    await expect(core.handlers.messages.prepareDataSignature({ from: account('secp256k1'), data, form: 'lotus' })).rejects.toMatchObject({
      code: 'message-refused',
    });
  });

  it('a message for another network is signed without any node, once the key is accepted there', async () => {
    const offline = draftOf(account('secp256k1').replace(/^t/, 'f'), RECIPIENT.replace(/^t/, 'f'), {
      nonce: '4',
      gasLimit: '1000000',
      gasFeeCap: '1 nanoFIL',
      gasPremium: '0.1 nanoFIL',
      offline: { genesisCid: MAINNET_GENESIS_CID },
    });
    const { approvalId } = await core.handlers.messages.prepareMessage(offline);
    expect(waiting(approvalId)).toMatchObject({ isHeld: true, isOffline: true, isPractice: false, isKeyKnownHere: false });
    await expect(confirm(approvalId)).rejects.toMatchObject({ code: 'wrong-network' });
    const confirmed = await core.handlers.approval.confirmApproval({ id: approvalId, isNewNetworkAccepted: true });
    if (confirmed.kind !== 'message') throw new Error('It was one message.');
    expect(confirmed.isPushed).toBe(false);
    await advance(devnet, core);
    expect(await cidsInPool()).not.toContain(confirmed.cid);
  });
});
