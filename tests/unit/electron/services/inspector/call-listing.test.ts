import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { workerEntry } from '../../../../../electron/platform/worker-entry.ts';
import { BodyKeeper } from '../../../../../electron/services/inspector/body-keeper.ts';
import { CallListing } from '../../../../../electron/services/inspector/call-listing.ts';
import { CallRecorder, RECORD_COST_BYTES } from '../../../../../electron/services/inspector/call-recorder.ts';
import type { CallSource } from '../../../../../electron/services/inspector/call-source.ts';
import type { CallOrder, CallSelection, CallSummary } from '../../../../../shared/ipc/schemas/inspector.ts';
import { callStart } from '../../../../builders/call-start.ts';
import { recordedCall } from '../../../../builders/recorded-call.ts';

const bodies = new BodyKeeper(workerEntry('body-worker'));
afterAll(() => bodies.stop());

const ALL: CallSelection = { source: 'live', filter: '', part: 'all' };
const BY_ID: CallOrder = { by: 'id', direction: 'descending' };

/** A source that stands still and counts how often it is read as a whole. */
class FixedSource implements CallSource {
  readonly id = 'session-1';
  readonly revision = 0;
  readCount = 0;
  readonly #calls: readonly CallSummary[];

  constructor(changes: readonly Partial<CallSummary>[]) {
    this.#calls = changes.map((change, index) => recordedCall({ summary: { id: index + 1, tookMs: 1, ...change } }).summary);
  }

  get size(): number {
    return this.#calls.length;
  }

  get(): undefined {
    return undefined;
  }

  summaries(): Iterable<CallSummary> {
    this.readCount += 1;
    return this.#calls;
  }

  childrenOf(): readonly CallSummary[] {
    return [];
  }
}

function listingOf(changes: readonly Partial<CallSummary>[]) {
  const source = new FixedSource(changes);
  return { source, listing: new CallListing(new Map([[source.id, source]])), all: { ...ALL, source: source.id } };
}

const ids = (rows: readonly CallSummary[]): number[] => rows.map(({ id }) => id);

describe('a page', () => {
  const { source, listing, all } = listingOf([
    { atMs: 100, method: 'Filecoin.B', tookMs: 30, connectionName: 'y' },
    { atMs: 200, method: 'Filecoin.A', tookMs: 10, connectionName: 'x', status: 'error', layer: 'rpc' },
    { atMs: 300, method: 'Filecoin.C', kind: 'frame', tookMs: 20, connectionName: 'x', isPinned: true },
    { atMs: 400, method: 'Filecoin.A', status: 'pending', connectionName: 'z', hasNote: true },
  ]);

  test('is a window on what matches, in either order', () => {
    const page = listing.list({ ...all, order: BY_ID, offset: 1, limit: 2 });
    expect(ids(page.rows)).toEqual([3, 2]);
    expect(page).toMatchObject({ total: 4, matching: 4, offset: 1, problems: [], fromMs: 100, toMs: 400 });
    expect(ids(listing.list({ ...all, order: { by: 'id', direction: 'ascending' }, offset: 3, limit: 10 }).rows)).toEqual([4]);
    expect(listing.list({ ...all, order: BY_ID, offset: 99, limit: 10 })).toMatchObject({ offset: 4, rows: [] });
  });

  test.each<[Partial<CallSelection>, number[]]>([
    [{ filter: 'method:A' }, [2, 4]],
    [{ filter: 'nothing-such' }, []],
    [{ part: 'errors' }, [2]],
    [{ part: 'frames' }, [3]],
    [{ part: 'pinned' }, [3, 4]],
    [{ untilId: 2 }, [1, 2]],
    // Under way between two moments: what began before and had not ended counts too.
    [{ fromMs: 125, toMs: 200 }, [1, 2]],
    [{ fromMs: 131, toMs: 199 }, []],
    [{ fromMs: 1000 }, [4]],
    [{ filter: 'method:A', part: 'errors', untilId: 3 }, [2]],
  ])('of %j', (selection, expected) => {
    expect(ids(listing.select({ ...all, ...selection }))).toEqual(expected);
  });

  test.each<[CallOrder['by'], number[]]>([
    ['method', [2, 4, 1, 3]],
    ['endpoint', [2, 3, 1, 4]],
    ['status', [2, 1, 3, 4]],
    ['took', [4, 2, 3, 1]],
    ['size', [1, 2, 3, 4]],
  ])('by %s', (by, expected) => {
    const rows = (direction: CallOrder['direction']) => ids(listing.list({ ...all, order: { by, direction }, offset: 0, limit: 10 }).rows);
    expect(rows('ascending')).toEqual(expected);
    expect(rows('descending')).toEqual(expected.toReversed());
  });

  test('names what was not understood', () => {
    const page = listing.list({ ...all, filter: 'took>abc', order: BY_ID, offset: 0, limit: 10 });
    expect(page).toMatchObject({ matching: 0, problems: ['"abc" is not a valid duration for dur. Example: dur:>500ms.'] });
  });

  test('of a source that stands still is not looked for twice', () => {
    const before = source.readCount;
    for (let count = 0; count < 5; count += 1) listing.list({ ...all, filter: 'method:once', order: BY_ID, offset: 0, limit: 10 });
    expect(source.readCount).toBe(before + 1);
  });

  test('of a session that is not open is refused in words', () => {
    expect(() => listing.list({ ...ALL, source: 'gone', order: BY_ID, offset: 0, limit: 10 })).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    );
  });
});

describe('figures', () => {
  const { listing, all } = listingOf([
    ...Array.from({ length: 20 }, (_, index) => ({
      atMs: 1000 + 100 * index,
      method: 'Filecoin.ChainHead',
      tookMs: index + 1,
      requestBytes: 10,
      responseBytes: 100,
      cause: 'overview',
      status: index < 3 ? ('error' as const) : ('ok' as const),
    })),
    { atMs: 1500, method: 'Filecoin.Other', status: 'pending', tookMs: undefined as never },
  ]);

  test('of time: how many calls began in each span', () => {
    const volume = listing.volume({ ...all, filter: 'method:ChainHead', bucketCount: 4 });
    expect(volume).toMatchObject({ fromMs: 1000, toMs: 2900 });
    expect(volume.buckets.map(({ count, errorCount }) => [count, errorCount])).toEqual([
      [5, 3],
      [5, 0],
      [5, 0],
      [5, 0],
    ]);
    expect(listing.volume({ ...all, filter: 'none', bucketCount: 2 })).toMatchObject({ buckets: [{ count: 0 }, { count: 0 }] });
    expect(listing.volume({ ...all, fromMs: 2800, toMs: 3000, bucketCount: 2 }).buckets.map(({ count }) => count)).toEqual([2, 1]);
  });

  test('of a method: count, errors, times and bytes', () => {
    expect(listing.groupByMethod(all)).toEqual([
      {
        method: 'Filecoin.ChainHead',
        count: 20,
        errorCount: 3,
        p50Ms: 10,
        p95Ms: 19,
        maxMs: 20,
        requestBytes: 200,
        responseBytes: 2000,
        slowestId: 20,
      },
      { method: 'Filecoin.Other', count: 1, errorCount: 0, requestBytes: expect.any(Number), responseBytes: 0 },
    ]);
  });

  test('of a field: what it can be', () => {
    expect(listing.filterValues({ source: all.source, field: 'method', prefix: 'chain' })).toEqual([{ value: 'ChainHead', count: 20 }]);
    expect(listing.filterValues({ source: all.source, field: 'cause', prefix: '' })[0]).toEqual({ value: 'overview', count: 20 });
    expect(listing.filterValues({ source: all.source, field: 'toString', prefix: '' })).toEqual([]);
  });
});

test('a list that is brought up to date says the same as one that is made anew, whatever happens to the recording', () => {
  const action = fc.oneof(
    { weight: 6, arbitrary: fc.constant('begin' as const) },
    { weight: 6, arbitrary: fc.constant('end' as const) },
    { weight: 3, arbitrary: fc.constant('fail' as const) },
    { weight: 2, arbitrary: fc.constant('pin' as const) },
    { weight: 1, arbitrary: fc.constant('unpin' as const) },
    { weight: 1, arbitrary: fc.constant('clear' as const) },
    { weight: 1, arbitrary: fc.constant('undo' as const) },
    { weight: 1, arbitrary: fc.constant('pause' as const) },
    { weight: 4, arbitrary: fc.constant('look' as const) },
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(action, fc.nat(20)), { maxLength: 200, size: 'max' }), (steps) => {
      const recorder = new CallRecorder({ clock: { nowMs: () => 1 }, bodies, ringCapBytes: 12 * (RECORD_COST_BYTES + 66) });
      const sources = new Map([[recorder.id, recorder]]);
      const listing = new CallListing(sources);
      const selections: readonly CallSelection[] = [
        ALL,
        { ...ALL, part: 'errors' },
        { ...ALL, part: 'pinned' },
        { ...ALL, filter: 'status:ok id:>3' },
      ];
      const begun: number[] = [];
      const check = () => {
        expect(listing.list({ ...ALL, order: BY_ID, offset: 0, limit: 500 })).toMatchObject({
          total: recorder.counts.total,
          matching: recorder.counts.total,
        });
        for (const selection of selections) {
          expect(listing.select(selection)).toEqual(new CallListing(sources).select(selection));
        }
      };
      for (const [step, at] of steps) {
        const id = begun[begun.length - 1 - at] ?? 0;
        if (step === 'begin') begun.push(recorder.begin(callStart()));
        else if (step === 'end') recorder.end(id, { tookMs: at });
        else if (step === 'fail')
          recorder.end(id, { tookMs: at, failure: { layer: 'dns', code: 'internal', message: 'x', retryable: false, isTransient: false } });
        else if (step === 'pin' || step === 'unpin') {
          if (recorder.has(id)) recorder.annotate(id, { isPinned: step === 'pin' });
        } else if (step === 'clear') recorder.beginClear();
        else if (step === 'undo') recorder.undoClear();
        else if (step === 'pause') recorder.setRecording(!recorder.isRecording);
        else check();
      }
      check();
    }),
    { numRuns: 300 },
  );
});
