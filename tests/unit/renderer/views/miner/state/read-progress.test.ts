import { expect, test } from 'vitest';
import { announcement, latestRead, readFigures, readWords } from '../../../../../../renderer/views/miner/state/read-progress.ts';
import type { StateReadProgress } from '../../../../../../shared/ipc/schemas/state-read.ts';
import { GENESIS, readProgress } from './sample-read.ts';

test('the read that is shown was begun last, of this miner, on this network, over whichever endpoint', () => {
  const reads = [
    readProgress({ readId: 'old', startedAtMs: 1 }),
    readProgress({ readId: 'new', startedAtMs: 5, address: 't01000', connectionName: 'harbour-2' }),
    readProgress({ readId: 'other miner', startedAtMs: 9, address: 'f010001' }),
    readProgress({ readId: 'other network', startedAtMs: 9, genesisCid: 'bafy2bzacea' }),
  ];
  expect(latestRead(reads, 'f01000', GENESIS)?.readId).toBe('new');
  expect(latestRead(reads, 'f01000', undefined)).toBeUndefined();
  expect(latestRead(undefined, 'f01000', GENESIS)).toBeUndefined();
});

test('figures: sectors where it is known how many there are, calls of the budget, blocks with those that were known', () => {
  const texts = (progress: StateReadProgress) =>
    readFigures(progress).map(({ label, value, note }) => [label, value, note].join(' ').trim());
  expect(texts(readProgress({ blocks: 3, calls: 2, roundTrips: 1, bytes: 1536, elapsedMs: 61_000, cachedBlocks: 0 }))).toEqual([
    'Blocks 3',
    'Calls 2 of 3,000 in 1 round trip',
    'Size 1.5 KiB',
    'Time 1 min 1 s',
  ]);
  const [first, second] = texts(readProgress({ step: { done: 1234, total: 100_000 }, blocks: 1500, cachedBlocks: 12 }));
  expect([first, second]).toEqual(['Sectors 1,234 of 100,000', 'Blocks 1,500 (12 cached)']);
});

test('words: what is being read, and of an end what it ended at', () => {
  expect(readWords(readProgress({ phase: 'its power' })).title).toBe('Reading its power');
  expect(readWords(readProgress({ state: 'cancelled', phase: 'all sectors' })).title).toBe('Stopped while reading all sectors');
  const spent = readWords(readProgress({ state: 'budget-spent', phase: 'all sectors', callBudget: 6000 }));
  expect(spent.title).toBe('Limit of 6,000 calls reached');
  expect(spent.reason).toContain('reading all sectors');
});

test('a wrong block names the endpoint and says not to trust it; any other failure has the words of its code', () => {
  const failed = (code: string) => readWords(readProgress({ state: 'failed', problem: { code, message: 'why', retryable: false } }));
  expect(failed('block-mismatch')).toMatchObject({ tone: 'danger', title: 'harbour-1 returned a wrong block: do not trust it' });
  expect(failed('endpoint-timeout').title).toBe('The endpoint timed out');
});

test('an endpoint that lacks a block is told from a miner that is not there', () => {
  const failed = (details: { method?: string }) =>
    readWords(readProgress({ state: 'failed', problem: { code: 'not-found', message: 'why', retryable: true, details } }));
  expect(failed({ method: 'ChainReadObj' })).toMatchObject({ tone: 'warning', title: 'harbour-1 does not have a block of this state' });
  expect(failed({ method: 'ChainReadObj' }).reason).toContain('another endpoint');
  const own = readWords(
    readProgress({
      state: 'failed',
      isEmbedded: true,
      problem: { code: 'not-found', message: 'why', retryable: true, details: { method: 'ChainReadObj' } },
    }),
  );
  expect(own.reason).toContain('damaged on disk');
  expect(own.reason).not.toMatch(/Nodes drop|another endpoint/);
  expect(failed({})).toMatchObject({ tone: 'neutral', title: 'Not found', reason: undefined });
});

test('read aloud are the quarters of the sectors and the end, not every phase', () => {
  const at = (done: number) => announcement(readProgress({ step: { done, total: 400 } }));
  expect(['the tipset', 'its power'].map((phase) => announcement(readProgress({ phase })))).toEqual(
    Array(2).fill('Reading from the state'),
  );
  expect(new Set(Array.from({ length: 400 }, (_, done) => at(done)))).toEqual(
    new Set(['Reading from the state', ...['25%', '50%', '75%'].map((part) => `Reading from the state, ${part} of the sectors`)]),
  );
  expect(announcement(readProgress({ state: 'done' }))).toBe('Read complete');
});
