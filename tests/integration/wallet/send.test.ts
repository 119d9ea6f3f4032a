/** A message from a new key to finality, on the embedded node, with every balance exact. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import type { ProfilePaths } from '../../../electron/platform/ports.ts';
import { zTrustedState } from '../../../shared/ipc/schemas/approvals.ts';
import { zDraftReview } from '../../../shared/ipc/schemas/drafts.ts';
import { zJournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryProfile } from '../../builders/temporary-profile.ts';
import {
  advance,
  askNode,
  balanceOf,
  confirmMessage,
  control,
  draftOf,
  fundedAccount,
  journalReaches,
  messageApproval,
  PASSPHRASE,
  startCore,
  startStillDevnet,
} from '../../builders/wallet-core.ts';

/** Nobody's key; exists on chain only after it received something. */
const RECIPIENT = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const VALUE = 1_500_000_000_000_000_000n;

describe('sending from a local key', () => {
  let devnet: RunningDevnet;
  let core: Core;
  let paths: ProfilePaths;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    ({ paths, remove } = await temporaryProfile());
    devnet = await startStillDevnet();
    ({ core } = await startCore(paths, devnet));
  });

  afterEach(async () => {
    await core.stop();
    await devnet.stop();
    await remove();
  });

  it('goes from review to finality, and every attoFIL is accounted for', async () => {
    const { address, balance } = await fundedAccount(devnet, core);
    expect(balance).toBe(await balanceOf(devnet, address));

    const draft = draftOf(address, RECIPIENT);
    const review = zDraftReview.parse(await core.handlers.messages.reviewDraft(draft));
    expect(review.fieldErrors).toEqual({});
    expect(review.checks.filter(({ result }) => result === 'fail')).toEqual([]);
    expect(review.recipient).toMatchObject({ address: RECIPIENT, exists: false });
    expect(review.simulation?.exitCode).toBe(0);
    expect(review.message?.nonce).toBe('0');
    expect(review.calls.map(({ method }) => method)).toEqual(
      expect.arrayContaining(['StateGetActor', 'MpoolGetNonce', 'GasEstimateMessageGas', 'StateCall']),
    );

    const { approvalId } = await core.handlers.messages.prepareMessage(draft);
    expect(await core.handlers.messages.getApprovalOutcome({ approvalId })).toEqual({ status: 'waiting' });
    const trusted = zTrustedState.parse(core.topics.approval.changed.get());
    const approval = messageApproval(core, approvalId);
    expect(trusted.approvals).toHaveLength(1);
    expect(approval).toMatchObject({
      id: approvalId,
      from: { address, label: 'First key' },
      to: { address: RECIPIENT, exists: false },
      value: VALUE.toString(),
      nonce: '0',
      method: '0',
      isKeyKnownHere: true,
      isPractice: true,
    });

    const { journalId, cid } = await confirmMessage(core, approvalId);
    expect(core.topics.wallet.changed.get().status).toBe('locked');
    expect(await core.handlers.messages.getApprovalOutcome({ approvalId })).toMatchObject({
      status: 'confirmed',
      result: { kind: 'message', journalId, cid, isPushed: true },
    });
    expect(core.topics.approval.changed.get().approvals).toEqual([]);
    const pool = (await askNode(devnet, 'MpoolPending', [[]])) as { CID: { '/': string } }[];
    expect(pool.map((pending) => pending.CID['/'])).toEqual([cid]);

    await advance(devnet, core);
    const executed = await journalReaches(core, journalId, 'executed', () => advance(devnet, core));
    expect(zJournalEntry.parse(executed)).toEqual(executed);
    expect(executed).toMatchObject({ exitCode: 0, signedCid: cid });
    const stages = executed.history.map(({ stage }) => stage);
    expect(stages.slice(0, 3)).toEqual(['intent', 'signed', 'pushed']);
    expect(stages.filter((stage) => stage === 'included' || stage === 'executed')).toEqual(['included', 'executed']);

    // Balances as the node states them, apart from Sextant's own reading.
    await advance(devnet, core);
    const fee = BigInt(executed.fee ?? '-1');
    expect(fee).toBeGreaterThan(0n);
    expect(fee).toBeLessThanOrEqual(BigInt(approval.maximumFee));
    expect(await balanceOf(devnet, RECIPIENT)).toBe(VALUE);
    expect(await balanceOf(devnet, address)).toBe(balance - VALUE - fee);
    const account = await core.handlers.wallet.getAccount({ address });
    expect(BigInt(account.balance)).toBe(balance - VALUE - fee);
    expect(account.nonce).toBe('1');
    const found = await core.handlers.chain.getMessage({ cid });
    expect(found.execution?.fees.total).toBe(executed.fee);

    const final = await journalReaches(core, journalId, 'final', () => advance(devnet, core, 100));
    expect(final.fee).toBe(executed.fee);
    expect(final.confirmations).toBeGreaterThan(0);
  });

  it('confirms once, however often it is asked to', async () => {
    const { address } = await fundedAccount(devnet, core);
    const { approvalId } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
    const confirm = () => core.handlers.approval.confirmApproval({ id: approvalId, passphrase: PASSPHRASE, isNewNetworkAccepted: false });
    const results = await Promise.all([confirm(), confirm(), confirm()]);
    results.push(await confirm());
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(core.topics.messages.journalChanged.items()).toHaveLength(1);
    expect(await askNode(devnet, 'MpoolPending', [[]])).toHaveLength(1);
  });

  it('signs one of two approvals that have the same nonce', async () => {
    const { address } = await fundedAccount(devnet, core);
    const first = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
    const second = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT, { value: '2' }));
    const outcomes = await Promise.allSettled(
      [first, second].map(({ approvalId }) =>
        core.handlers.approval.confirmApproval({ id: approvalId, passphrase: PASSPHRASE, isNewNetworkAccepted: false }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await askNode(devnet, 'MpoolPending', [[]])).toHaveLength(1);
    const third = await core.handlers.messages.reviewDraft(draftOf(address, RECIPIENT, { value: '2' }));
    expect(third.message?.nonce).toBe('1');
  });

  it('asks again after a wrong passphrase, under the same journal entry', async () => {
    const { address } = await fundedAccount(devnet, core);
    const { approvalId: id } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
    await expect(
      core.handlers.approval.confirmApproval({ id, passphrase: 'not the passphrase', isNewNetworkAccepted: false }),
    ).rejects.toMatchObject({ code: 'wrong-passphrase' });
    await expect(core.handlers.approval.confirmApproval({ id, isNewNetworkAccepted: false })).rejects.toMatchObject({
      code: 'vault-locked',
    });
    await core.handlers.approval.confirmApproval({ id, passphrase: PASSPHRASE, isNewNetworkAccepted: false });
    expect(core.topics.messages.journalChanged.items()).toHaveLength(1);
    expect(core.topics.messages.journalChanged.items()[0]?.stage).not.toBe('intent');
  });

  it('signs nothing after a rejection', async () => {
    const { address } = await fundedAccount(devnet, core);
    const { approvalId: id } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
    await core.handlers.approval.rejectApproval({ id });
    await expect(core.handlers.approval.confirmApproval({ id, passphrase: PASSPHRASE, isNewNetworkAccepted: false })).rejects.toMatchObject(
      { code: 'approval-settled' },
    );
    expect(core.topics.messages.journalChanged.items()).toEqual([]);
  });

  it('says what is wrong with a draft, field by field and check by check', async () => {
    const { address } = await fundedAccount(devnet, core);
    const wrong = await core.handlers.messages.reviewDraft(draftOf(address, 'somewhere', { value: 'much' }));
    expect(Object.keys(wrong.fieldErrors).sort()).toEqual(['to', 'value']);
    await expect(core.handlers.messages.prepareMessage(draftOf(address, 'somewhere'))).rejects.toMatchObject({
      code: 'invalid-input',
      details: { fields: { to: expect.any(String) } },
    });

    const much = await core.handlers.messages.reviewDraft(draftOf(address, RECIPIENT, { value: '1000000' }));
    expect(much.checks.find(({ id }) => id === 'funds')?.result).toBe('fail');
    await expect(core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT, { value: '1000000' }))).rejects.toMatchObject({
      code: 'insufficient-funds',
    });

    const stranger = await core.handlers.messages.reviewDraft(draftOf(RECIPIENT, address));
    expect(stranger.checks.find(({ id }) => id === 'key')?.result).toBe('fail');
    await expect(core.handlers.messages.prepareMessage(draftOf(RECIPIENT, address))).rejects.toMatchObject({ code: 'key-missing' });

    const miner = await core.handlers.messages.reviewDraft(draftOf(address, 't01000'));
    expect(miner.recipient).toMatchObject({ exists: true, actorType: 'storageminer' });
    expect(miner.checks.find(({ id }) => id === 'recipient-kind')?.result).toBe('warning');
  });

  it('points out a message like one just sent', async () => {
    const { address } = await fundedAccount(devnet, core);
    const { approvalId: id } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
    await core.handlers.approval.confirmApproval({ id, passphrase: PASSPHRASE, isNewNetworkAccepted: false });
    const again = await core.handlers.messages.reviewDraft(draftOf(address, RECIPIENT));
    expect(again.checks.find((check) => check.id === 'duplicate')?.result).toBe('warning');
  });

  it('follows a message through a reorg', async () => {
    const { address } = await fundedAccount(devnet, core);
    const { approvalId: id } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
    const { journalId } = await confirmMessage(core, id);
    await advance(devnet, core);
    const before = await journalReaches(core, journalId, 'executed', () => advance(devnet, core));
    await control(devnet, 'reorg', { depth: 3 });
    await eventually(async () => {
      await advance(devnet, core);
      const entry = core.topics.messages.journalChanged.items().find((item) => item.id === journalId);
      return entry?.history.some(({ note }) => /reverted/.test(note ?? '')) && entry.stage === 'executed';
    }, 'the message executed again after the reorg');
    const after = core.topics.messages.journalChanged.items().find((item) => item.id === journalId);
    expect(after?.history.length).toBeGreaterThan(before.history.length);
    await advance(devnet, core, 2);
    expect(await balanceOf(devnet, RECIPIENT)).toBe(VALUE);
  });

  it('reads an address that never received anything as absent and empty', async () => {
    const account = await core.handlers.wallet.getAccount({ address: RECIPIENT });
    expect(account).toMatchObject({ exists: false, balance: '0', nonce: '0' });
    expect(account.pinned.key.length).toBeGreaterThan(0);
  });
});
