/** A node that says it rejects a signed message and keeps a copy: the payment is not made twice. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Core } from '../../electron/core.ts';
import type { RunningDevnet } from '../../electron/devnet/devnet-options.ts';
import type { ProfilePaths } from '../../electron/platform/ports.ts';
import type { Check } from '../../shared/ipc/schemas/drafts.ts';
import { eventually } from '../builders/eventually.ts';
import { temporaryProfile } from '../builders/temporary-profile.ts';
import {
  advance,
  askNode,
  balanceOf,
  confirmMessage,
  draftOf,
  fundedAccount,
  journalReaches,
  messageApproval,
  startCore,
  startStillDevnet,
} from '../builders/wallet-core.ts';
import { type AnsweringEndpoint, startAnsweringEndpoint } from '../fakes/wallet/answering-endpoint.ts';

const RECIPIENT = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
const VALUE = 1_500_000_000_000_000_000n;
const NOT_ENOUGH = { code: 1, message: 'mpool push: not enough funds to execute transaction' };
const cleanups: (() => Promise<void>)[] = [];
let paths: ProfilePaths;
let devnet: RunningDevnet;
let core: Core;
let node: AnsweringEndpoint;
let address: string;
/** What the node kept. */
let kept: unknown[];

async function connectTo(url: string): Promise<void> {
  const { id } = await core.handlers.connections.addConnection({
    name: `Node ${url}`,
    httpUrl: url,
    // Heads arrive at once; pushes go over HTTP.
    wsUrl: devnet.wsUrl,
    apiVersion: 'v1',
    namespace: 'Filecoin',
    token: devnet.tokens.write,
  });
  await core.handlers.connections.activateConnection({ id });
  await eventually(() => core.topics.chain.headChanged.get().connectionId === id && core.topics.chain.headChanged.get().head, 'the head');
}

beforeEach(async () => {
  devnet = await startStillDevnet();
  cleanups.push(() => devnet.stop());
  const profile = await temporaryProfile();
  cleanups.push(profile.remove);
  ({ paths } = profile);
  ({ core } = await startCore(paths, devnet));
  cleanups.push(() => core.stop());
  ({ address } = await fundedAccount(devnet, core));
  node = await startAnsweringEndpoint(devnet.httpUrl, devnet.tokens.write);
  cleanups.push(() => node.close());
  kept = [];
  node.answer = ({ method, params }) => {
    if (method !== 'MpoolPush') return undefined;
    kept.push(params[0]);
    return { error: NOT_ENOUGH };
  };
  await connectTo(node.url);
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function pay(): Promise<string> {
  const { approvalId } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
  const { journalId, ...confirmed } = await confirmMessage(core, approvalId);
  expect(confirmed).toMatchObject({ isPushed: false, isRejected: true, problem: NOT_ENOUGH.message });
  return journalId;
}

const entryOf = (id: string) => core.topics.messages.journalChanged.items().find((item) => item.id === id);
const checkOf = (checks: readonly Check[], id: string) => checks.find((check) => check.id === id);

describe('a rejected message', () => {
  test('keeps its nonce, and the repeated payment is warned of in the review and on the trusted sheet', async () => {
    const first = await pay();
    expect(entryOf(first)).toMatchObject({ stage: 'rejected', problem: expect.stringContaining('not enough funds') });
    const review = await core.handlers.messages.reviewDraft(draftOf(address, RECIPIENT));
    expect(review.message?.nonce).toBe('1');
    expect(checkOf(review.checks, 'duplicate')).toMatchObject({ result: 'warning', title: 'Possible double payment' });
    expect(checkOf(review.checks, 'nonce')).toMatchObject({ result: 'warning', title: 'A rejected message has nonce 0' });
    const { approvalId } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT));
    const { warnings } = messageApproval(core, approvalId);
    expect(warnings.map(({ id }) => id)).toEqual(expect.arrayContaining(['duplicate', 'nonce']));

    const csv = ['to,value', `${RECIPIENT},1.5`].join('\n');
    const batch = await core.handlers.messages.prepareBatch({ from: address, csv });
    const sheet = core.topics.approval.changed.get().approvals.find(({ id }) => id === batch.approvalId);
    expect(sheet).toMatchObject({ firstNonce: '1' });
    expect(sheet?.warnings.map(({ id }) => id)).toEqual(expect.arrayContaining(['duplicate', 'nonce']));
  });

  test('is replaced at its own nonce: of the copy that was kept and the payment that was made again one is executed', async () => {
    const first = await pay();
    node.answer = () => undefined;
    const draft = await core.handlers.messages.getReplacementDraft({ journalId: first, as: 'speed-up' });
    const review = await core.handlers.messages.reviewDraft(draft);
    expect(checkOf(review.checks, 'duplicate')?.result).not.toBe('warning');
    const { approvalId } = await core.handlers.messages.prepareMessage(draft);
    expect(messageApproval(core, approvalId)).toMatchObject({ nonce: '0', replaces: { as: 'speed-up' } });
    const { journalId: second } = await confirmMessage(core, approvalId);
    // Now the node publishes what it had kept; a pool takes no message that offers less than the one it has.
    await expect(askNode(devnet, 'MpoolPush', [kept[0]])).rejects.toThrow(/replace by fee|nonce/i);
    await journalReaches(core, second, 'executed', () => advance(devnet, core));
    await journalReaches(core, first, 'replaced', () => advance(devnet, core));
    expect(await balanceOf(devnet, RECIPIENT)).toBe(VALUE);
  });

  test('is followed where the node publishes it after all, also after a restart, and is not pushed by itself', async () => {
    const first = await pay();
    await core.stop();
    ({ core } = await startCore(paths, devnet));
    cleanups.push(() => core.stop());
    await advance(devnet, core, 3);
    expect(entryOf(first)).toMatchObject({ stage: 'rejected' });
    expect((await core.handlers.messages.reviewDraft(draftOf(address, RECIPIENT))).message?.nonce).toBe('1');
    expect(await askNode(devnet, 'MpoolPending', [null])).toEqual([]);
    await askNode(devnet, 'MpoolPush', [kept[0]]);
    await journalReaches(core, first, 'executed', () => advance(devnet, core));
    expect(await balanceOf(devnet, RECIPIENT)).toBe(VALUE);
  });

  test('is pushed again, the same bytes, through another endpoint', async () => {
    const first = await pay();
    const rejectedAgain = core.handlers.messages.pushHeld({ journalId: first });
    await expect(rejectedAgain).rejects.toMatchObject({ code: 'message-refused', message: expect.stringContaining('not enough funds') });
    await connectTo(devnet.httpUrl);
    await core.handlers.messages.pushHeld({ journalId: first });
    expect(kept).toEqual([kept[0], kept[0]]);
    await journalReaches(core, first, 'executed', () => advance(devnet, core));
    expect(await balanceOf(devnet, RECIPIENT)).toBe(VALUE);
  });
});
