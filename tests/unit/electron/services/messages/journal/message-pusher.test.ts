/** What becomes of a push, whatever the node answers. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MessagePusher } from '../../../../../../electron/services/messages/journal/message-pusher.ts';
import { PushSchedule } from '../../../../../../electron/services/messages/journal/push-schedule.ts';
import { nextOwnNonce } from '../../../../../../electron/wallet/nonce-ledger.ts';
import { SendJournal } from '../../../../../../electron/wallet/send-journal.ts';
import { bytesToHex } from '../../../../../../shared/domain/encoding/bytes.ts';
import { encodeSignedMessage, signedMessageCid } from '../../../../../../shared/domain/messages/message.ts';
import { SextantError } from '../../../../../../shared/ipc/envelope.ts';
import type { JournalStage } from '../../../../../../shared/ipc/schemas/journal.ts';
import { KeepingLogger } from '../../../../../builders/keeping-logger.ts';
import { ManualClock } from '../../../../../builders/manual-clock.ts';
import { temporaryProfile } from '../../../../../builders/temporary-profile.ts';
import { GENESIS, sampleIntent, sampleMessage } from '../../../wallet/sample-messages.ts';
import { scriptedConnection } from '../scripted-node.ts';

const refusal = (nodeMessage: string) => new SextantError('node-error', 'The node refused.', { details: { nodeMessage, callId: 3 } });

const waitingOf = (nonce: bigint, stage: JournalStage, from = sampleMessage().from) => {
  const message = sampleMessage({ nonce, from });
  const intent = { kind: 'intent', version: 2, atMs: 0, ...sampleIntent(message) } as const;
  return { intent, stage, message, history: [] };
};

describe('pushing', () => {
  let journal: SendJournal;
  let remove: () => Promise<void>;
  let answers: unknown[];
  let pushed: unknown[];
  let isOnNode: boolean;
  let genesis: string;
  let onPush: () => void;
  let pusher: MessagePusher;

  async function sign(nonce: bigint, isFresh: boolean, batchId?: string): Promise<string> {
    const intent = sampleIntent(sampleMessage({ nonce }), `entry-${nonce}`);
    await journal.begin({ ...intent, genesisCid: GENESIS, ...(batchId === undefined ? {} : { batchId }) });
    const signed = { message: sampleMessage({ nonce }), signature: { type: 'secp256k1' as const, data: new Uint8Array(65) } };
    if (isFresh) {
      pusher.noteFresh(intent.id);
    }
    await journal.step(intent.id, {
      stage: 'signed',
      signedHex: bytesToHex(encodeSignedMessage(signed)),
      signedCid: signedMessageCid(signed),
    });
    return intent.id;
  }

  beforeEach(async () => {
    const profile = await temporaryProfile();
    remove = profile.remove;
    journal = await SendJournal.open({ path: profile.paths.file('sent.journal'), clock: new ManualClock(), logger: new KeepingLogger() });
    answers = [];
    pushed = [];
    onPush = () => undefined;
    isOnNode = false;
    genesis = GENESIS;
    const { active } = scriptedConnection({
      ChainGetGenesis: () => ({ Cids: [{ '/': genesis }] }),
      MpoolPush: (params: readonly unknown[]) => {
        pushed.push(params[0]);
        onPush();
        return answers.shift() ?? { '/': 'bafy2bzace-named' };
      },
    });
    pusher = new MessagePusher({
      connections: { getActive: () => active },
      journal,
      logger: new KeepingLogger(),
      locate: async () => isOnNode,
    });
  });

  afterEach(async () => {
    await journal.close();
    await remove();
  });

  it.each([true, false])('keeps a rejected message and its nonce, fresh or not: %j', async (isFresh) => {
    const id = await sign(7n, isFresh);
    answers = [refusal('minimum expected nonce is 9, got 7: message nonce too low')];
    expect(await pusher.push(id)).toBe('rejected');
    expect(journal.topic.get(id)).toMatchObject({ stage: 'rejected', trouble: 'nonce-too-low' });
    expect(journal.listOpen(GENESIS)).toHaveLength(1);
    expect(nextOwnNonce(journal.list(), GENESIS, sampleMessage().from)).toBe(8n);
  });

  it('pushes a rejected message again when it is asked to, the same bytes', async () => {
    const id = await sign(7n, true);
    answers = [refusal('not enough funds'), refusal('still not enough funds')];
    expect(await pusher.push(id)).toBe('rejected');
    expect(await pusher.push(id)).toBe('rejected');
    expect(journal.topic.get(id)).toMatchObject({ stage: 'rejected', problem: expect.stringContaining('still not enough funds') });
    expect(await pusher.push(id)).toBe('accepted');
    expect(pushed).toEqual([pushed[0], pushed[0], pushed[0]]);
    expect(journal.topic.get(id)).toMatchObject({ stage: 'pushed', pushCount: 1 });
    expect(journal.topic.get(id)?.trouble).toBeUndefined();
  });

  it('finds a rejected message that the node published, and does not push it again', async () => {
    const id = await sign(7n, true);
    answers = [refusal('not enough funds')];
    await pusher.push(id);
    isOnNode = true;
    expect(await pusher.push(id)).toBe('accepted');
    expect(pushed).toHaveLength(1);
    expect(journal.topic.get(id)).toMatchObject({ stage: 'pushed', pushCount: 0 });
  });

  it('asks the node for its genesis before every push, the second one too', async () => {
    const ids = [await sign(7n, true), await sign(8n, true)];
    expect(await pusher.push(ids[0] ?? '')).toBe('accepted');
    genesis = 'bafy2bzacedanother';
    expect(await pusher.push(ids[1] ?? '')).toBe('later');
    expect(pushed).toHaveLength(1);
    expect(journal.topic.get(ids[1] ?? '')).toMatchObject({ stage: 'signed', problem: expect.stringContaining('once a node of') });
    genesis = GENESIS;
    expect(await pusher.push(ids[1] ?? '')).toBe('accepted');
  });

  it.each([
    // Lotus says these after the message is in its pool.
    'error publishing message: no peers',
    'failed to persist: error persisting local message: disk full',
    // And these come from in between.
    'context deadline exceeded',
    'upstream request timeout',
    'actor not found',
  ])('does not take %j for a rejection', async (words) => {
    const id = await sign(7n, true);
    answers = [refusal(words)];
    expect(await pusher.push(id)).toBe('later');
    expect(journal.topic.get(id)).toMatchObject({ stage: 'signed', problem: expect.stringContaining(words) });
    expect(nextOwnNonce(journal.list(), GENESIS, sampleMessage().from)).toBe(8n);
  });

  it.each([
    'mpool message too large (40000B): message too big',
    'message not valid for block inclusion: invalid',
    'verify msg failed: message will not be included in a block: gas limit too low',
    'failed to check balance: not enough funds (required: 2 FIL, balance: 1 FIL): not enough funds to execute transaction',
    'failed to add locked: message from f1a with nonce 7 already in mpool, increase GasPremium to 2 from 1 to trigger replace by fee: replace by fee has too low GasPremium',
    'signature verification failed: no',
    'sender actor f1a is not a valid top-level sender',
  ])('takes what a pool says before it takes a message for a rejection, which frees no nonce: %j', async (words) => {
    const id = await sign(7n, true);
    answers = [refusal(words)];
    expect(await pusher.push(id)).toBe('rejected');
    expect(journal.topic.get(id)).toMatchObject({ stage: 'rejected', problem: words });
    expect(nextOwnNonce(journal.list(), GENESIS, sampleMessage().from)).toBe(8n);
  });

  it('takes the word of a pool that has the message', async () => {
    const id = await sign(7n, true);
    answers = [refusal('message from f1a with nonce 7 already in mpool: message with nonce already exists')];
    expect(await pusher.push(id)).toBe('accepted');
    expect(journal.topic.get(id)).toMatchObject({
      stage: 'pushed',
      pushCount: 0,
      history: [{ stage: 'intent' }, { stage: 'signed' }, { stage: 'pushed', note: 'Already in the node’s mempool.' }],
    });
  });

  it('does not go on with a batch when Sextant ends', async () => {
    const ids = [await sign(7n, true), await sign(8n, true), await sign(9n, true)];
    onPush = () => {
      stopped ??= pusher.stop();
    };
    let stopped: Promise<void> | undefined;
    await pusher.pushAll(ids);
    await stopped;
    expect(ids.map((id) => journal.topic.get(id)?.stage)).toEqual(['pushed', 'signed', 'signed']);
  });

  it('asks for each message once where two ask for the same ones', async () => {
    const ids = [await sign(7n, true), await sign(8n, true)];
    await Promise.all([pusher.pushAll(ids), pusher.pushAll(ids)]);
    expect(pushed).toHaveLength(2);
    expect(ids.map((id) => journal.topic.get(id)?.history.length)).toEqual([3, 3]);
  });

  it('does not call a message rejected that a node took before', async () => {
    const id = await sign(7n, true);
    expect(await pusher.push(id)).toBe('accepted');
    answers = [refusal('gas fee cap too low')];
    expect(await pusher.push(id)).toBe('rejected');
    expect(journal.topic.get(id)).toMatchObject({ stage: 'pushed', trouble: 'refused' });
  });

  it('keeps what comes behind a refused message of its batch, and nothing else', async () => {
    const ids = [await sign(7n, true, 'one'), await sign(8n, true, 'one'), await sign(9n, true, 'two')];
    answers = [refusal('gas fee cap too low')];
    await pusher.pushAll(ids);
    expect(ids.map((id) => journal.topic.get(id)?.stage)).toEqual(['rejected', 'signed', 'signed']);
    expect(ids.map((id) => journal.topic.get(id)?.isHeld)).toEqual([false, true, false]);
  });

  it('waits with the others of a sender while its pool is full', async () => {
    const ids = [await sign(7n, true), await sign(8n, true), await sign(9n, true)];
    answers = [undefined, refusal('too many pending messages for actor')];
    await pusher.pushAll(ids);
    expect(pushed).toHaveLength(2);
    expect(ids.map((id) => journal.topic.get(id)?.stage)).toEqual(['pushed', 'signed', 'signed']);
    await pusher.pushAll(ids.slice(1));
    expect(ids.map((id) => journal.topic.get(id)?.stage)).toEqual(['pushed', 'pushed', 'pushed']);
  });

  it('never pushes what is held, nor what the node has', async () => {
    const held = await sign(7n, true);
    await journal.step(held, { stage: 'signed', isHeld: true });
    expect(await pusher.push(held)).toBe('later');
    const there = await sign(8n, false);
    isOnNode = true;
    expect(await pusher.push(there)).toBe('accepted');
    expect(pushed).toEqual([]);
    expect(journal.topic.get(there)).toMatchObject({ stage: 'pushed', pushCount: 0 });
  });

  it('asks ever more rarely again', () => {
    const schedule = new PushSchedule();
    const sent = waitingOf(7n, 'in-pool');
    const due: number[] = [];
    for (let height = 0; height < 500; height += 1) {
      due.push(...schedule.due([sent], { atMs: 0, nowMs: 0, height }).map(() => height));
    }
    expect(due).toEqual([5, 15, 35, 75, 155, 275, 395]);
  });

  it('ends pushing what nodes drop a week after the first push, and never what no node has had', () => {
    const dayMs = 24 * 3600 * 1000;
    const countOn = (day: number, stage: JournalStage) => {
      const schedule = new PushSchedule();
      const history = stage === 'signed' ? [] : [{ stage: 'pushed' as const, atMs: 1000 }];
      const sent = { ...waitingOf(7n, stage), history };
      return Array.from({ length: 20 }, (_, index) => index).flatMap((index) =>
        schedule.due([sent], { atMs: index * 20_000, nowMs: 1000 + day * dayMs, height: index }),
      ).length;
    };
    expect(countOn(6, 'in-pool')).toBeGreaterThan(0);
    expect(countOn(7, 'in-pool')).toBe(0);
    expect(countOn(7, 'pushed')).toBe(0);
    expect(countOn(30, 'signed')).toBeGreaterThan(0);
  });

  it('goes on with a batch as soon as a full pool has room, however often it had none', () => {
    const schedule = new PushSchedule();
    let waiting = Array.from({ length: 10 }, (_, index) => waitingOf(BigInt(index), 'signed'));
    const other = waitingOf(3n, 'signed', sampleMessage().to);
    let atMs = 0;
    // With each head the pool takes two, and the third has to wait.
    for (let head = 0; head < 5; head += 1) {
      atMs += 30_000;
      expect(schedule.due([...waiting, other], { atMs, nowMs: 0, height: head })).toEqual(
        head === 0 ? [...waiting, other] : expect.arrayContaining(waiting),
      );
      waiting = waiting.slice(2);
    }
    waiting = [waitingOf(20n, 'signed'), waitingOf(21n, 'signed')];
    const counts = Array.from({ length: 40 }, (_, head) => schedule.due(waiting, { atMs: atMs + head * 5000, nowMs: 0, height: 5 }).length);
    // While the first of them fails, it is tried ever more rarely, and the other with it only.
    expect(counts.filter((count) => count > 0)).toEqual([2, 2, 2, 2, 2]);
  });
});
