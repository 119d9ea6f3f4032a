/** What following takes back, and what it leaves standing, whatever chain an endpoint shows. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChainPort, FollowView, followReaderOf } from '../../../../../../electron/services/messages/journal/follow-view.ts';
import { MessageFollower } from '../../../../../../electron/services/messages/journal/message-follower.ts';
import type { ChainTipset } from '../../../../../../electron/services/pinned/chain-tipset.ts';
import { type NewStep, SendJournal } from '../../../../../../electron/wallet/send-journal.ts';
import type { HeadState } from '../../../../../../shared/ipc/schemas/chain.ts';
import { buildChain } from '../../../../../builders/chain-tipset.ts';
import { KeepingLogger } from '../../../../../builders/keeping-logger.ts';
import { ManualClock } from '../../../../../builders/manual-clock.ts';
import { temporaryProfile } from '../../../../../builders/temporary-profile.ts';
import { GENESIS, sampleIntent } from '../../../wallet/sample-messages.ts';
import { scriptedConnection } from '../scripted-node.ts';

const SIGNED: NewStep = { stage: 'signed', signedHex: 'c0ffee', signedCid: 'bafy2bzace-signed' };
const heights = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('following', () => {
  let journal: SendJournal;
  let remove: () => Promise<void>;
  let pushed: string[][];
  const clock = new ManualClock();

  beforeEach(async () => {
    const profile = await temporaryProfile();
    remove = profile.remove;
    pushed = [];
    journal = await SendJournal.open({ path: profile.paths.file('sent.journal'), clock, logger: new KeepingLogger() });
  });

  afterEach(async () => {
    await journal.close();
    await remove();
  });

  /** One pass over a chain that carries nothing, through a node whose next nonce for every sender is 8, and the chain's `nonce`. */
  async function pass(tipsets: readonly ChainTipset[], nonce = 8): Promise<void> {
    const { active } = scriptedConnection({
      ChainGetMessagesInTipset: [],
      MpoolGetNonce: 8,
      StateGetActor: { Code: { '/': GENESIS }, Head: { '/': GENESIS }, Nonce: nonce, Balance: '1' },
    });
    const chain: ChainPort = {
      tipsets,
      slice: {
        get: () => ({ connectionId: active.id, connectionName: 'Scripted', status: 'live', strip: [], reorgs: [], calls: {} }),
        onChange: () => () => undefined,
      },
      onHeadChanged: () => () => undefined,
    };
    const follower = new MessageFollower({
      connections: { getActive: () => active, onActiveChanged: () => () => undefined },
      chain,
      journal,
      clock,
      logger: new KeepingLogger(),
      sender: {
        pushAll: async (ids) => {
          pushed.push([...ids]);
        },
      },
    });
    follower.follow();
    await follower.stop();
  }

  async function entryAfter(...steps: readonly NewStep[]): Promise<() => string[]> {
    const intent = sampleIntent();
    await journal.begin(intent);
    for (const step of [SIGNED, ...steps]) {
      await journal.step(intent.id, step);
    }
    return () => journal.get(intent.id)?.history.map(({ stage }) => stage) ?? [];
  }

  const included: NewStep = { stage: 'included', height: 105, tipsetKey: ['main105-0'] };
  const executed: NewStep = { stage: 'executed', height: 106, tipsetKey: ['main106-0'], exitCode: 0, gasUsed: '1', fee: '2' };
  const replaced: NewStep = { stage: 'replaced', height: 106, trouble: 'nonce-taken-elsewhere' };

  it.each([
    ['included', [included]],
    ['executed', [included, executed]],
    ['replaced', [replaced]],
  ] as const)('an endpoint that lags takes back nothing that is %s', async (_stage, steps) => {
    const stages = await entryAfter(...steps);
    const before = stages();
    await pass(buildChain(heights(95, 103)), 7);
    expect(stages()).toEqual(before);
  });

  it('takes back what a reorg took from the chain, and pushes nothing that the node has', async () => {
    const stages = await entryAfter(included, executed);
    await pass(buildChain(heights(95, 110), 'other'), 7);
    expect(stages()).toEqual(['intent', 'signed', 'included', 'executed', 'in-pool']);
    expect(pushed).toEqual([]);
  });

  it('leaves standing what was executed in a tipset that is still there, though the message is not where it was made', async () => {
    const stages = await entryAfter(included, executed);
    const before = stages();
    await pass(buildChain(heights(95, 110)));
    expect(stages()).toEqual(before);
  });

  it('asks for few replays in one pass', () => {
    const { active } = scriptedConnection({});
    const [head] = buildChain([100]);
    const state: HeadState = { connectionId: 'x', connectionName: 'x', status: 'live', strip: [], reorgs: [], calls: {} };
    const view = new FollowView(followReaderOf(active), [], head as ChainTipset, state);
    expect(Array.from({ length: 1000 }, () => view.takeReplay()).filter(Boolean)).toHaveLength(5);
  });

  it('takes a message that was replaced elsewhere back only when its nonce is free again', async () => {
    const stages = await entryAfter(replaced);
    const before = stages();
    await pass(buildChain(heights(95, 110)), 8);
    expect(stages()).toEqual(before);
    await pass(buildChain(heights(95, 110)), 7);
    expect(stages()).toEqual([...before, 'in-pool']);
  });
});
