import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AsyncQueue } from '../../../../../electron/rpc/async-queue.ts';
import { ChainFollower, type HeadReader } from '../../../../../electron/services/chain/chain-follower.ts';
import type { ChainStep } from '../../../../../electron/services/chain/chain-reader.ts';
import type { ChainTipset } from '../../../../../electron/services/pinned/chain-tipset.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { buildChain, buildTipset } from '../../../../builders/chain-tipset.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';

const CALL = { id: 1, method: 'ChainNotify', tookMs: 1, atMs: 1, isCached: false };
const PACE_MS = 30_000;
const answered = <T>(value: T): { value: T; call: typeof CALL } => ({ value, call: CALL });
const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const apply = (tipset: ChainTipset): ChainStep => ({ type: 'apply', tipset });
const revert = (tipset: ChainTipset): ChainStep => ({ type: 'revert', tipset });

let clock: ManualClock;
/** What the node says its head is, and the streams that were opened on it. */
let nodeHead: ChainTipset;
let streams: { queue: AsyncQueue<ChainStep[]>; signal: AbortSignal }[];
let paths: string[];
let known: ChainTipset[];
let modes: string[];
let follower: ChainFollower;
let running: Promise<void>;
let accepted: number;
/** Stands in place of the path that the node would tell. */
let pathFailure: (() => Promise<never>) | undefined;
let hasStream: boolean;
/** How often the node was asked for its head. */
let polls: number;
let forgotten: number;

/** The steps between two tipsets of those that the node knows. */
function pathBetween(from: readonly string[], to: readonly string[]): { type: 'revert' | 'apply'; tipset: ChainTipset }[] {
  const find = (key: readonly string[]): ChainTipset | undefined => known.find((tipset) => String(tipset.key) === String(key));
  const lineOf = (tipset: ChainTipset | undefined): ChainTipset[] =>
    tipset === undefined ? [] : [tipset, ...lineOf(find(tipset.parents))];
  const [old, fresh] = [lineOf(find(from)), lineOf(find(to))];
  if (old.length === 0 || fresh.length === 0) throw new SextantError('node-error', 'The node refused ChainGetPath.');
  const reverts = old.filter((tipset) => !fresh.includes(tipset)).map((tipset) => ({ type: 'revert', tipset }) as const);
  const applies = fresh.filter((tipset) => !old.includes(tipset)).map((tipset) => ({ type: 'apply', tipset }) as const);
  return [...reverts, ...applies.reverse()];
}

beforeEach(() => {
  clock = new ManualClock();
  known = buildChain([100, 101, 102, 103, 104, 105]);
  nodeHead = known[0] as ChainTipset;
  streams = [];
  paths = [];
  modes = [];
  accepted = 0;
  pathFailure = undefined;
  polls = 0;
  forgotten = 0;
  start(true);
});
function start(withStream: boolean): void {
  hasStream = withStream;
  const reader: HeadReader = {
    hasStream,
    forgetHeads: () => {
      forgotten += 1;
    },
    head: async () => {
      polls += 1;
      return answered(nodeHead);
    },
    async *notify(signal) {
      const queue = new AsyncQueue<ChainStep[]>(100);
      signal.addEventListener('abort', () => queue.end());
      streams.push({ queue, signal });
      for await (const steps of queue) yield answered(steps);
    },
    path: async (from, to) => {
      paths.push(`${from.join()} to ${to.join()}`);
      if (pathFailure !== undefined) return pathFailure();
      return answered(pathBetween(from, to));
    },
    summary: () => Promise.reject(new SextantError('not-found', 'not held')),
    summaryByHeight: () => Promise.reject(new SextantError('not-found', 'not held')),
  };
  follower = new ChainFollower({
    reader,
    clock,
    paceMs: () => PACE_MS,
    events: {
      headAccepted: () => {
        accepted += 1;
      },
      stripGrew: () => undefined,
      broke: (error) => {
        throw error;
      },
      modeChanged: (mode) => modes.push(mode),
    },
  });
  running = follower.run();
}
afterEach(async () => {
  follower.stop();
  await running;
});

const headName = (): string | undefined => follower.chain.head?.key[0];
const stream = (): (typeof streams)[number] => {
  const last = streams.at(-1);
  if (last === undefined) throw new Error('no stream was opened');
  return last;
};
const at = (index: number): ChainTipset => known[index] as ChainTipset;

async function say(...steps: ChainStep[]): Promise<void> {
  stream().queue.push(steps);
  await turns();
}

describe('a subscription', () => {
  test('that drops is opened again, and what was missed is fetched as a path', async () => {
    await say({ type: 'current', tipset: at(0) });
    await say(apply(at(1)));
    expect(headName()).toBe('main101-0');
    const sibling = buildTipset('side102', 102, at(1));
    await say(apply(sibling));
    known.push(sibling);
    nodeHead = at(3);
    stream().queue.fail(new SextantError('endpoint-unreachable', 'gone'));
    await turns();
    expect(headName()).toBe('main103-0');
    expect(paths).toEqual(['side102-0 to main103-0']);
    expect(follower.reorgs[0]).toMatchObject({ depth: 1, reverted: [{ height: 102 }], applied: [{ height: 102 }, { height: 103 }] });
    clock.advance(1000);
    await turns();
    expect(streams).toHaveLength(2);
    nodeHead = at(5);
    await say({ type: 'current', tipset: at(5) });
    expect(headName()).toBe('main105-0');
    expect(modes).toEqual(['live', 'polling', 'live']);
  });

  test('whose last tipset the node does not know any more starts again from its head', async () => {
    await say({ type: 'current', tipset: buildTipset('elsewhere', 90) });
    await say({ type: 'current', tipset: at(2) });
    expect(follower.chain.tipsets.map(({ height }) => height)).toEqual([102]);
  });

  test('takes a late block as a revert and an apply at the same height', async () => {
    await say({ type: 'current', tipset: at(0) });
    await say(apply(at(1)));
    const wider = buildTipset('wide101', 101, at(0), 2);
    await say(revert(at(1)), apply(wider));
    expect(headName()).toBe('wide101-0');
    expect(paths).toEqual([]);
  });

  test('that falls silent while epochs pass is noticed, the head polled, and another opened', async () => {
    await say({ type: 'current', tipset: at(0) });
    nodeHead = at(3);
    clock.advance(4 * PACE_MS - 1);
    await turns();
    expect(streams).toHaveLength(1);
    expect(headName()).toBe('main100-0');
    clock.advance(1);
    await turns();
    expect(stream().signal.aborted).toBe(true);
    expect(headName()).toBe('main103-0');
    expect(paths).toEqual(['main100-0 to main103-0']);
    expect(modes).toEqual(['live', 'polling']);
    clock.advance(1000);
    await turns();
    expect(streams).toHaveLength(2);
  });

  test('that is quiet because the chain is, is left as it is', async () => {
    await say({ type: 'current', tipset: at(0) });
    for (let epochs = 0; epochs < 20; epochs += 1) {
      clock.advance(PACE_MS);
      await turns();
    }
    expect(streams).toHaveLength(1);
    expect(stream().signal.aborted).toBe(false);
    expect(modes).toEqual(['live']);
  });

  test('that is always silent is opened less and less often, and heads come by polling', async () => {
    let greeted = 0;
    for (let epoch = 0; epoch < 200; epoch += 1) {
      nodeHead = buildTipset(`long${epoch}`, 200 + epoch, nodeHead);
      known.push(nodeHead);
      for (let step = 0; step < 3; step += 1) {
        for (; greeted < streams.length; greeted += 1) {
          streams[greeted]?.queue.push([{ type: 'current', tipset: nodeHead }]);
        }
        clock.advance(PACE_MS / 3);
        await turns(6);
      }
    }
    // Silence takes two minutes to be noticed and the waits grow to one: of 100 minutes at most one opening in three.
    expect(streams.length).toBeGreaterThan(10);
    expect(streams.length).toBeLessThan(50);
    expect(nodeHead.height - (follower.chain.head?.height ?? 0)).toBeLessThan(5);
  });
});

describe('an endpoint without a stream', () => {
  test('is asked for its head every third of an epoch', async () => {
    follower.stop();
    await running;
    start(false);
    await turns();
    polls = 0;
    for (let count = 1; count <= 3; count += 1) {
      clock.advance(PACE_MS / 3 - 1);
      await turns();
      expect(polls).toBe(count - 1);
      clock.advance(1);
      await turns();
      expect(polls).toBe(count);
    }
    expect(streams).toHaveLength(1);
  });
});

describe('the way from the accepted head to another', () => {
  const refuse = (code: 'endpoint-unreachable' | 'endpoint-rate-limited' | 'node-error') => async (): Promise<never> => {
    throw new SextantError(code, 'no path');
  };

  test('jumps over null rounds: heights leave gaps, the links do not', async () => {
    await say({ type: 'current', tipset: at(0) });
    const later = buildTipset('later107', 107, at(0));
    await say(apply(later));
    expect(headName()).toBe('later107-0');
    expect(follower.chain.tipsets.map(({ height }) => height)).toEqual([100, 107]);
    expect(paths).toEqual([]);
  });

  test('takes reverts newest first, then applies', async () => {
    await say({ type: 'current', tipset: at(0) });
    await say(apply(at(1)), apply(at(2)));
    const fork = buildChain([101, 102, 103], 'fork').map((tipset, index) => (index === 0 ? { ...tipset, parents: at(0).key } : tipset));
    await say(revert(at(2)), revert(at(1)), ...fork.map(apply));
    expect(headName()).toBe('fork103-0');
    expect(follower.reorgs[0]).toMatchObject({ depth: 2, reverted: [{ height: 102 }, { height: 101 }] });
  });

  test.each(['endpoint-unreachable', 'endpoint-rate-limited'] as const)(
    'is asked for again after %s, so that what was reverted is told',
    async (code) => {
      await say({ type: 'current', tipset: at(0) });
      const side = buildTipset('side101', 101, at(0));
      known.push(side);
      await say(apply(side));
      pathFailure = refuse(code);
      nodeHead = at(3);
      await say({ type: 'current', tipset: at(3) });
      expect(headName()).toBe('side101-0');
      expect(modes.at(-1)).toBe('failed');
      pathFailure = undefined;
      clock.advance(PACE_MS);
      await turns();
      await say({ type: 'current', tipset: at(3) });
      expect(headName()).toBe('main103-0');
      expect(follower.reorgs).toMatchObject([{ depth: 1, reverted: [{ height: 101 }] }]);
    },
  );

  test('that the node refuses to tell leads to a new start from its head', async () => {
    await say({ type: 'current', tipset: at(0) });
    pathFailure = refuse('node-error');
    await say({ type: 'current', tipset: at(3) });
    expect(follower.chain.tipsets.map(({ height }) => height)).toEqual([103]);
    expect(modes).toEqual(['live']);
  });

  test('is not asked for beyond finality', async () => {
    await say({ type: 'current', tipset: at(0) });
    await say({ type: 'current', tipset: buildTipset('afar', 1001) });
    expect(headName()).toBe('afar-0');
    expect(paths).toEqual([]);
  });

  test('that is under way when following stops changes nothing any more', async () => {
    await say({ type: 'current', tipset: at(0) });
    let leave = (): void => undefined;
    pathFailure = () =>
      new Promise((_resolve, reject) => {
        leave = () => reject(new SextantError('cancelled', 'The call was cancelled.'));
      });
    await say({ type: 'current', tipset: at(3) });
    follower.stop();
    leave();
    await running;
    expect(headName()).toBe('main100-0');
    expect(accepted).toBe(1);
  });
});

describe('an endpoint of several replicas', () => {
  beforeEach(async () => {
    await say({ type: 'current', tipset: at(1) });
    await say(apply(at(2)), apply(at(3)), apply(at(4)));
    stream().queue.fail(new SextantError('method-not-served', 'no streams'));
    nodeHead = at(4);
    await turns();
  });

  async function poll(head: ChainTipset): Promise<string | undefined> {
    nodeHead = head;
    clock.advance(10_000);
    await turns();
    return headName();
  }

  test('may go backwards by some epochs: the accepted head stays', async () => {
    for (let count = 0; count < 6; count += 1) {
      expect(await poll(at(2))).toBe('main104-0');
    }
    expect(await poll(at(5))).toBe('main105-0');
    expect(follower.reorgs).toEqual([]);
  });

  test('may flip between siblings: the first stays while neither is heavier', async () => {
    const sibling = buildTipset('other104', 104, at(3));
    known.push(sibling);
    for (let count = 0; count < 6; count += 1) {
      expect(await poll(count % 2 === 0 ? sibling : at(4))).toBe('main104-0');
    }
    expect(follower.reorgs).toEqual([]);
    const heavier = { ...buildTipset('heavy104', 104, at(3)), parentWeight: 5000n };
    known.push(heavier);
    expect(await poll(heavier)).toBe('heavy104-0');
    expect(await poll(at(4))).toBe('heavy104-0');
    expect(follower.reorgs).toHaveLength(1);
  });

  test('that was really set back is believed', async () => {
    const fork = [buildTipset('fork102', 102, at(1)), buildTipset('fork103', 103)];
    known.push(...fork);
    for (let count = 0; count < 12; count += 1) expect(await poll(fork[0] as ChainTipset)).toBe('main104-0');
    expect(await poll(fork[0] as ChainTipset)).toBe('fork102-0');
    expect(follower.reorgs[0]).toMatchObject({ depth: 3 });
    expect(forgotten).toBe(1);
  });

  test('may keep to one that is behind on the same chain, or on tipsets that were reverted: no reorg, and no step back', async () => {
    for (let count = 0; count < 40; count += 1) expect(await poll(at(2))).toBe('main104-0');
    const heavier = { ...buildTipset('heavy104', 104, at(3)), parentWeight: 5000n };
    known.push(heavier);
    expect(await poll(heavier)).toBe('heavy104-0');
    // Three epochs, asked three times in each.
    for (let count = 0; count < 9; count += 1) expect(await poll(at(4))).toBe('heavy104-0');
    expect(follower.reorgs).toHaveLength(1);
  });
});
