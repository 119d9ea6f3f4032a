import { readdir, readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Logger, ProfilePaths } from '../../../../../electron/platform/ports.ts';
import { HistoryService } from '../../../../../electron/services/history/history-service.ts';
import type { ChainTipset } from '../../../../../electron/services/pinned/chain-tipset.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import type { OwnMiner } from '../../../../../shared/ipc/schemas/own-miners.ts';
import { buildConnection, TestConnections } from '../../../../builders/active-connection.ts';
import { buildChain } from '../../../../builders/chain-tipset.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';
import { memoryLogger } from '../../../../builders/memory-logger.ts';
import { quietLogger } from '../../../../builders/quiet-logger.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';

const GENESIS_MS = 1_598_306_400_000;
let profile: { paths: ProfilePaths; remove: () => Promise<void> };
let running: HistoryService | undefined;

beforeEach(async () => {
  profile = await temporaryProfile();
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await profile.remove();
});

interface Setup {
  readonly history: HistoryService;
  readonly clock: ManualClock;
  accept(tipsets: readonly ChainTipset[]): void;
  answer(reply: (height: number) => unknown): void;
  readonly asked: number[];
}

function start(genesisCid?: string, logger: Logger = quietLogger): Setup {
  const { connection } = buildConnection({ httpUrl: 'http://127.0.0.1:1/' });
  const asked: number[] = [];
  let reply: (height: number) => unknown = () => {
    throw new Error('not expected');
  };
  const client = {
    ...connection.client,
    call: async (
      method: string,
      params: readonly unknown[],
      { schema, signal }: { schema: { parse(value: unknown): unknown }; signal?: AbortSignal },
    ) => {
      if (signal?.aborted === true) throw new SextantError('cancelled', 'The call was cancelled.');
      const height = Number(params[0]);
      asked.push(height);
      return { value: schema.parse(reply(height)), call: { id: asked.length, method, tookMs: 1, atMs: 0, isCached: false } };
    },
  } as unknown as typeof connection.client;
  const facts = genesisCid === undefined ? connection.facts : { ...connection.facts, genesisCid };
  const listeners = new Set<() => void>();
  let tipsets: readonly ChainTipset[] = [];
  const clock = new ManualClock();
  const history = new HistoryService({
    connections: new TestConnections({ ...connection, facts, client }),
    chain: {
      get tipsets() {
        return tipsets;
      },
      whenHead: async () => {},
      onHeadChanged: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    clock,
    logger,
    paths: profile.paths,
  });
  running = history;
  history.start();
  return {
    history,
    clock,
    accept: (next) => {
      tipsets = next;
      for (const listener of listeners) listener();
    },
    answer: (next) => {
      reply = next;
    },
    asked,
  };
}

const FEES = { names: [{ kind: 'base-fee' as const }] };

function heights(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function miner(over: Partial<OwnMiner>): OwnMiner {
  return { address: 'f01000', rawBytes: '10', qualityAdjusted: '10', networkQualityAdjusted: '100', ...over };
}

function note(history: HistoryService, height: number, over: Partial<OwnMiner>): void {
  const pinned = { height, key: ['bafy-head-of-test'], timeMs: GENESIS_MS + height * 30_000 };
  history.noteOwnMiners({ connectionId: 'test', readAtMs: 0, known: { pinned, miners: { value: [miner(over)], calls: [] } } });
}

describe('HistoryService', () => {
  it('keeps base fees once they are five epochs deep, over a restart', async () => {
    const first = start();
    await first.history.getSeries(FEES);
    first.accept(buildChain(heights(100, 120)));
    const { series } = await first.history.getSeries(FEES);
    expect(series[0]?.points.map(({ height }) => height)).toEqual(heights(100, 115));
    expect(series[0]?.points[0]).toEqual({ height: 100, timeMs: GENESIS_MS + 100 * 30_000, value: '100' });
    await first.history.stop();

    const second = start();
    const again = await second.history.getSeries({ ...FEES, from: 110 });
    expect(again.series[0]?.points.map(({ height }) => height)).toEqual(heights(110, 115));
  });

  it('remembers a visit that ended before any epoch was settled', async () => {
    const first = start();
    await first.history.getSeries(FEES);
    first.accept(buildChain(heights(100, 101)));
    note(first.history, 101, {});
    const openedAtMs = first.clock.nowMs();
    first.clock.advance(60_000);
    // Not since the oldest of the tipsets that were asked for when it was opened.
    expect(await first.history.getChanges({})).toMatchObject({ since: 'first', sinceMs: openedAtMs });
    await first.history.stop();

    const second = start();
    second.accept(buildChain(heights(100, 130)));
    expect((await second.history.getChanges({})).since).toBe('last-open');
  });

  it('writes in batches: nothing for five minutes, then once', async () => {
    const { history, clock, accept } = start();
    await history.getSeries(FEES);
    for (let head = 120; head < 140; head++) accept(buildChain(heights(100, head)));
    const folder = profile.paths.file('history');
    await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
    clock.advance(5 * 60_000);
    await expect.poll(() => readdir(folder).catch(() => [])).toHaveLength(1);
  });

  it('keeps networks apart by their genesis', async () => {
    const one = start('bafy-genesis-one');
    await one.history.getSeries(FEES);
    one.accept(buildChain(heights(1, 20)));
    await one.history.stop();
    const other = start('bafy-genesis-two');
    expect((await other.history.getSeries(FEES)).series[0]?.points).toEqual([]);
  });

  it('keeps the eight networks that were open last', async () => {
    for (let index = 0; index < 10; index++) {
      const { history, accept } = start(`bafygenesis${index}`);
      await history.getSeries(FEES);
      accept(buildChain(heights(1, 20)));
      await history.stop();
    }
    const names = (await readdir(profile.paths.file('history'))).sort();
    expect(names).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((index) => `bafygenesis${index}.json`));
  });

  it('sets a damaged file aside and takes the one before it', async () => {
    const first = start('bafygenesis');
    await first.history.getSeries(FEES);
    first.accept(buildChain(heights(100, 120)));
    await first.history.stop();
    const second = start('bafygenesis');
    await second.history.getSeries(FEES);
    second.accept(buildChain(heights(100, 130)));
    await second.history.stop();
    const file = profile.paths.file('history', 'bafygenesis.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"100 100', '"100 many'));

    const third = start('bafygenesis', memoryLogger().logger);
    const { series } = await third.history.getSeries(FEES);
    expect(series[0]?.points.at(-1)?.height).toBe(115);
    expect(third.history.file.get()).toEqual({ isSaved: true });
    expect(await readdir(profile.paths.file('history'))).toContain('bafygenesis.json.corrupt');
  });

  it('leaves a file that cannot be read as it is, and says that nothing is saved', async () => {
    const file = profile.paths.file('history', 'bafygenesis.json');
    const seed = start('bafygenesis');
    await seed.history.getSeries(FEES);
    seed.accept(buildChain(heights(100, 120)));
    await seed.history.stop();
    await writeFile(file, 'not JSON');
    const { history, accept, clock } = start('bafygenesis', memoryLogger().logger);
    await history.getSeries(FEES);
    accept(buildChain(heights(100, 120)));
    expect((await history.getSeries(FEES)).series[0]?.points).toHaveLength(16);
    // What lasts as long as the run is bounded too: beyond thirty days it goes.
    accept(buildChain(heights(100_000, 100_010)));
    clock.advance(5 * 60_000);
    const left = (await history.getSeries(FEES)).series[0]?.points.map(({ height }) => height);
    expect(left).toEqual(heights(100_000, 100_005));
    expect(history.file.get()).toMatchObject({ isSaved: false, problem: expect.stringContaining('cannot be read') });
    await history.stop();
    expect(await readFile(file, 'utf8')).toBe('not JSON');
  });

  it('notes figures of own miners once an hour of epochs, and their wins', async () => {
    const { history, accept } = start();
    await history.getSeries(FEES);
    note(history, 1200, { address: 't01000', available: '5' });
    accept(buildChain(heights(1195, 1220)));
    note(history, 1210, { address: 't01000', available: '6' });
    note(history, 1320, { address: 't01000', available: '7' });
    const { series } = await history.getSeries({
      names: [
        { kind: 'available', miner: 't01000' },
        { kind: 'wins', miner: 't01000' },
      ],
    });
    expect(series[0]?.points.map(({ height, value }) => [height, value])).toEqual([
      [1200, '5'],
      [1320, '7'],
    ]);
    expect(series[1]?.points.map(({ height }) => height)).toEqual(heights(1195, 1215));
    expect(history.winsOf('t01000', 1220)).toEqual({ count: 21, seenEpochs: 25 });
  });

  it('count epochs as seen for a miner only while it was an own one', async () => {
    const { history, accept } = start();
    await history.getSeries(FEES);
    note(history, 3000, { address: 't01000' });
    for (let height = 3000; height <= 3200; height += 50) accept(buildChain(heights(height, height + 50)));
    expect(history.winsOf('t01000', 3250)?.seenEpochs).toBe(250);
    expect(history.winsOf('t02000', 3250)).toEqual({ count: 0, seenEpochs: 0 });
  });

  it('tells what changed since it was last open, and how much of it was not seen', async () => {
    const first = start();
    await first.history.getSeries(FEES);
    first.accept(buildChain(heights(1000, 1020)));
    note(first.history, 1020, { qualityAdjusted: '10', sectors: { live: 5, active: 5, faulty: 0 }, available: '9' });
    first.clock.advance(GENESIS_MS + 1020 * 30_000 - first.clock.nowMs());
    await first.history.stop();

    const second = start();
    await second.history.getSeries(FEES);
    second.accept(buildChain(heights(1500, 1520)).map((tipset) => ({ ...tipset, timeMs: GENESIS_MS + tipset.height * 30_000 })));
    note(second.history, 1520, { qualityAdjusted: '12', sectors: { live: 6, active: 4, faulty: 2 }, available: '7' });
    expect(await second.history.getChanges({})).toEqual({
      sinceMs: GENESIS_MS + 1020 * 30_000,
      since: 'last-open',
      miners: [
        {
          miner: 'f01000',
          beforeHeight: 1020,
          beforeTimeMs: GENESIS_MS + 1020 * 30_000,
          qualityAdjusted: { before: '10', now: '12' },
          live: { before: '5', now: '6' },
          faulty: { before: '0', now: '2' },
          available: { before: '9', now: '7' },
          wins: 0,
        },
      ],
      unseenEpochs: 480,
    });
  });
});

describe('filling base fees', () => {
  const tipset = readSharedJson<{ Height: number; Blocks: { Height: number; ParentBaseFee: string }[] }>(
    'chain/tipsets/calibnet-1162295.json',
  );
  const at = (height: number) => ({ ...tipset, Height: height, Blocks: tipset.Blocks.map((block) => ({ ...block, Height: height })) });

  it('makes at most sixty calls, and none where fees are known', async () => {
    const { history, accept, answer, asked } = start();
    answer(at);
    accept(buildChain(heights(19_960, 20_020)));
    const { added, problem } = await history.fillBaseFees({ epochs: 2880 });
    expect(problem).toBeUndefined();
    expect(asked.length).toBeLessThanOrEqual(60);
    expect(added).toBe(asked.length);
    expect(Math.min(...asked)).toBeGreaterThanOrEqual(20_020 - 2880);
    // The strip is known: nothing is asked within it.
    expect(asked.every((height) => height < 19_960)).toBe(true);
    const before = asked.length;
    await history.fillBaseFees({ epochs: 2880 });
    expect(asked.length).toBe(before);
    const { series } = await history.getSeries({ ...FEES, from: 17_000 });
    expect(series[0]?.points[0]?.value).toBe(tipset.Blocks[0]?.ParentBaseFee);
  });

  it('stops where a gateway refuses, and says so in words', async () => {
    const { history, accept, answer, asked } = start();
    answer((height) => {
      if (height > 19_000) return at(height);
      throw new SextantError('node-error', 'refused', {
        details: { nodeMessage: 'bad tipset height: lookbacks of more than 8h30m0s are disallowed' },
      });
    });
    accept(buildChain(heights(19_990, 20_020)));
    const { problem } = await history.fillBaseFees({ epochs: 2880 });
    expect(problem).toMatch(/^This endpoint has only recent history: it refused an epoch from \d+ h/);
    expect(asked.length).toBeLessThan(30);
  });

  it('ends when it is told to, keeps what was read, and can begin again', async () => {
    const { history, accept, answer, asked } = start();
    answer((height) => {
      if (asked.length === 10) void history.stopFill();
      return at(height);
    });
    accept(buildChain(heights(19_990, 20_020)));
    const { added, problem } = await history.fillBaseFees({ epochs: 2880 });
    expect(problem).toBe('Stopped reading earlier epochs. Epochs already read are kept.');
    expect(asked.length).toBeLessThan(15);
    expect(added).toBeGreaterThanOrEqual(9);
    const again = await history.fillBaseFees({ epochs: 2880 });
    expect(again.problem).toBeUndefined();
    expect(asked.length).toBeGreaterThan(50);
  });
});
