import { afterEach, describe, expect, test } from 'vitest';
import { workerEntry } from '../../../../../electron/platform/worker-entry.ts';
import type { CallFailure } from '../../../../../electron/rpc/call-failure.ts';
import { BodyKeeper } from '../../../../../electron/services/inspector/body-keeper.ts';
import {
  CallRecorder,
  type CallRecorderOptions,
  MAX_REFERENCED,
  RECORD_COST_BYTES,
  RING_CAP_BYTES,
} from '../../../../../electron/services/inspector/call-recorder.ts';
import { callStart as start } from '../../../../builders/call-start.ts';

const KIB = 1024;
const bodies = new BodyKeeper(workerEntry('body-worker'));

afterEach(() => bodies.stop());

function make(options: Partial<CallRecorderOptions> = {}): CallRecorder {
  return new CallRecorder({ clock: { nowMs: () => 5 }, bodies, ...options });
}

/** One answered call whose body has this many bytes. */
function record(recorder: CallRecorder, bytes = 2, change: Parameters<typeof start>[0] = {}): number {
  const id = recorder.begin(start({ request: '', ...change }));
  recorder.end(id, { tookMs: 1, response: 'x'.repeat(bytes) });
  return id;
}

const ids = (recorder: CallRecorder): number[] => [...recorder.summaries()].map(({ id }) => id);

function failure(change: Partial<CallFailure> = {}): CallFailure {
  return { layer: 'rpc', code: 'node-error', message: 'no', retryable: false, isTransient: false, ...change };
}

describe('a call', () => {
  test('is there when it begins, and has its answer when it ends', () => {
    const recorder = make();
    const id = recorder.begin(start({ tipsetKey: ['bafyone'], parentId: 7, attempt: 2 }));
    expect(recorder.get(id)?.summary).toEqual({
      id,
      atMs: 5,
      connectionId: 'c',
      connectionName: 'C',
      method: 'Filecoin.ChainHead',
      transport: 'http',
      kind: 'call',
      parentId: 7,
      attempt: 2,
      status: 'pending',
      paramsPreview: '[]',
      requestBytes: 66,
      cause: 'test',
      tipsetKey: ['bafyone'],
    });
    expect(recorder.counts).toMatchObject({ total: 1, inFlightCount: 1, endpointCount: 1, newestId: id });
    const response = '{"jsonrpc":"2.0","id":1,"result":"ü"}';
    recorder.end(id, {
      tookMs: 12,
      httpStatus: 200,
      response,
      phases: { waitMs: 3 },
      isConnectionReused: true,
      responseHeaders: { a: 'b' },
    });
    expect(recorder.get(id)?.summary).toMatchObject({ status: 'ok', tookMs: 12, httpStatus: 200, responseBytes: 38 });
    expect(recorder.get(id)).toMatchObject({ phases: { waitMs: 3 }, isConnectionReused: true, responseHeaders: { a: 'b' } });
    expect(recorder.counts).toMatchObject({ total: 1, inFlightCount: 0, errorCount: 0 });
  });

  test('that fails says where and why', () => {
    const recorder = make();
    const id = recorder.begin(start());
    recorder.end(id, { tookMs: 1, failure: failure({ layer: 'dns', message: 'The name was not found.' }) });
    expect(recorder.get(id)?.summary).toMatchObject({ status: 'error', layer: 'dns', errorMessage: 'The name was not found.' });
    expect(recorder.counts.errorCount).toBe(1);
  });

  test('that was answered and turns out to be of no use fails, and keeps its answer', async () => {
    const recorder = make();
    const id = record(recorder, 3);
    recorder.end(id, {
      tookMs: 1,
      failure: failure({ layer: 'json', code: 'endpoint-bad-reply', message: 'An unexpected shape at Cids.' }),
    });
    expect(recorder.get(id)?.summary).toMatchObject({ status: 'error', layer: 'json', responseBytes: 3 });
    expect(new TextDecoder().decode(await recorder.get(id)?.response?.read(0, 100))).toBe('xxx');
    expect(recorder.counts).toMatchObject({ total: 1, errorCount: 1, inFlightCount: 0, usedBytes: RECORD_COST_BYTES + 3 });
  });

  test('given as bytes reads as the text that it was', async () => {
    const recorder = make();
    const id = recorder.begin(start());
    recorder.end(id, { tookMs: 1, response: new TextEncoder().encode('{"result":"ü"}') });
    const response = recorder.get(id)?.response;
    expect(response?.facts).toEqual({ sizeBytes: 15, recordedBytes: 15, isTruncated: false, isJson: true });
    expect(new TextDecoder().decode(await response?.read(0, 100))).toBe('{"result":"ü"}');
  });

  test('with a large body is there at once; the body is read when the worker has it', async () => {
    const recorder = make();
    const text = `{"result":"${'y'.repeat(600 * KIB)}"}`;
    const id = record(recorder, 0);
    const large = recorder.begin(start());
    recorder.end(large, { tookMs: 1, response: new TextEncoder().encode(text) });
    expect(recorder.get(large)?.summary.responseBytes).toBe(text.length);
    expect(recorder.get(large)?.response?.facts).toMatchObject({ sizeBytes: text.length, isJson: true, isTruncated: false });
    const tail = await recorder.get(large)?.response?.read(text.length - 5, 100);
    expect(Buffer.from(tail ?? []).toString()).toBe('yyy"}');
    expect(recorder.counts.usedBytes).toBe(2 * RECORD_COST_BYTES + text.length + 66);
    expect(recorder.has(id)).toBe(true);
  });
});

describe('the ring', () => {
  test('holds at least 150,000 small records', () => {
    expect(RING_CAP_BYTES / 150_000).toBeGreaterThan(RECORD_COST_BYTES + 700);
  });

  test('counts what a text takes in memory, not what it took on the wire', () => {
    const recorder = make();
    const id = recorder.begin(start({ request: '' }));
    recorder.end(id, { tookMs: 1, response: `日${'x'.repeat(999)}` });
    expect(recorder.counts.usedBytes).toBe(RECORD_COST_BYTES + 2000);
    recorder.beginClear();
    recorder.finishClear();
    expect(recorder.counts.usedBytes).toBe(0);
  });

  test('drops the oldest when its bytes are used up, and counts them', () => {
    const recorder = make({ ringCapBytes: 10 * (RECORD_COST_BYTES + 1000) });
    for (let count = 0; count < 25; count += 1) record(recorder, 1000);
    expect(ids(recorder)).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);
    expect(recorder.counts).toMatchObject({ total: 10, droppedCount: 15, usedBytes: 10 * (RECORD_COST_BYTES + 1000) });
    expect([recorder.has(15), recorder.has(16)]).toEqual([false, true]);
  });

  test('a body larger than all of it leaves the newest call alone', () => {
    const recorder = make({ ringCapBytes: 5000 });
    record(recorder);
    const id = record(recorder, 20_000);
    expect(ids(recorder)).toEqual([id]);
  });

  test('that a large answer fills makes room for it, in as many turns as it takes', async () => {
    const small = RECORD_COST_BYTES + 100;
    const recorder = make({ ringCapBytes: 7000 * small });
    const kept = record(recorder, 100);
    recorder.annotate(kept, { isPinned: true });
    for (let count = 0; count < 6999; count += 1) record(recorder, 100);
    const large = record(recorder, 6000 * small);
    expect(recorder.counts.total).toBeGreaterThan(2000);
    let told = 0;
    recorder.onChange(() => {
      told += 1;
    });
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(recorder.counts.usedBytes).toBeLessThanOrEqual(7001 * small);
    expect([recorder.has(kept), recorder.has(large)]).toEqual([true, true]);
    expect(told).toBeGreaterThan(0);
    const after = record(recorder, 100);
    expect(ids(recorder)).toContain(after);
  });

  test('keeps a subscription for as long as one of its frames is there', () => {
    const recorder = make({ ringCapBytes: 4 * RECORD_COST_BYTES });
    const subscription = record(recorder, 0);
    for (let count = 0; count < 10; count += 1) record(recorder, 0, { kind: 'frame', parentId: subscription });
    expect(recorder.has(subscription)).toBe(true);
    expect(recorder.childrenOf(subscription).map(({ id }) => id)).toEqual([8, 9, 10, 11]);
    expect(recorder.counts.frameCount).toBe(4);
    for (let count = 0; count < 4; count += 1) record(recorder, 0);
    expect(recorder.has(subscription)).toBe(false);
    expect(recorder.childrenOf(subscription)).toEqual([]);
    expect(recorder.counts.usedBytes).toBe(4 * RECORD_COST_BYTES);
  });
});

describe('beside the ring', () => {
  const turnOver = (recorder: CallRecorder, calls = 10): void => {
    for (let count = 0; count < calls; count += 1) record(recorder, 1000);
  };
  const small = { ringCapBytes: 3 * (RECORD_COST_BYTES + 1000) };

  test('stay the calls that are pinned, noted, kept or behind a figure that was shown, until they are not', () => {
    const recorder = make(small);
    const [pinned, noted, kept, shown, plain] = [record(recorder), record(recorder), record(recorder), record(recorder), record(recorder)];
    recorder.annotate(pinned, { isPinned: true });
    recorder.annotate(noted, { note: ' look at this ' });
    recorder.keep(kept);
    recorder.keep(kept);
    recorder.noteReferenced([shown, 999]);
    turnOver(recorder);
    expect([pinned, noted, kept, shown, plain].map((id) => recorder.has(id))).toEqual([true, true, true, true, false]);
    expect(recorder.get(noted)).toMatchObject({ note: 'look at this', summary: { hasNote: true } });
    expect(recorder.counts).toMatchObject({ pinnedCount: 1, total: 7 });
    recorder.release(kept);
    expect(recorder.has(kept)).toBe(true);
    recorder.release(kept);
    recorder.annotate(pinned, { isPinned: false });
    recorder.annotate(noted, { note: '' });
    expect([pinned, noted, kept].map((id) => recorder.has(id))).toEqual([false, false, false]);
    expect(recorder.counts).toMatchObject({ pinnedCount: 0, total: 4 });
  });

  test('the latest references count', () => {
    const recorder = make();
    const first = record(recorder, 0);
    recorder.noteReferenced([first]);
    const others = Array.from({ length: MAX_REFERENCED }, () => record(recorder, 0));
    recorder.beginClear();
    recorder.finishClear();
    expect(recorder.has(first)).toBe(true);
    recorder.noteReferenced(others);
    expect(recorder.has(others[0] ?? 0)).toBe(false);
  });

  test('is bounded: what only a figure refers to goes first, then what is kept, and what is pinned never', () => {
    const call = RECORD_COST_BYTES + 1000;
    const recorder = make({ ...small, sideCapBytes: 3.5 * call });
    const [pinned, shown, kept] = [record(recorder, 1000), record(recorder, 1000), record(recorder, 1000)];
    recorder.annotate(pinned, { isPinned: true });
    recorder.noteReferenced([shown]);
    recorder.keep(kept);
    turnOver(recorder);
    expect([pinned, shown, kept].map((id) => recorder.has(id))).toEqual([true, true, true]);
    const more = [record(recorder, 1000), record(recorder, 1000)];
    for (const id of more) recorder.keep(id);
    turnOver(recorder);
    expect([pinned, shown, kept, ...more].map((id) => recorder.has(id))).toEqual([true, false, false, true, true]);
  });

  test('no more can be pinned when there is no room, and it is said', () => {
    const recorder = make({ pinnedCapBytes: 2 * (RECORD_COST_BYTES + 1000) });
    const [one, two, three] = [record(recorder, 1000), record(recorder, 1000), record(recorder, 1000)];
    recorder.annotate(one, { isPinned: true });
    recorder.annotate(two, { note: 'x' });
    expect(() => recorder.annotate(three, { isPinned: true })).toThrow(expect.objectContaining({ code: 'invalid-input' }));
    // One that is marked already takes no more room.
    recorder.annotate(two, { isPinned: true });
    recorder.annotate(one, { isPinned: false });
    recorder.annotate(three, { isPinned: true });
    expect(recorder.counts.pinnedCount).toBe(2);
    expect(() => recorder.annotate(999, { isPinned: true })).toThrow(expect.objectContaining({ code: 'not-found' }));
  });
});

describe('the list', () => {
  test('stands still while recording is off; calls can still be proved', () => {
    const recorder = make();
    const before = record(recorder);
    recorder.setRecording(false);
    const hidden = record(recorder);
    expect(ids(recorder)).toEqual([before]);
    expect(recorder.counts.total).toBe(1);
    expect(recorder.get(hidden)?.summary.status).toBe('ok');
    recorder.setRecording(true);
    const after = record(recorder);
    expect(ids(recorder)).toEqual([before, after]);
    recorder.annotate(hidden, { isPinned: true });
    expect(ids(recorder)).toEqual([before, hidden, after]);
  });

  test('is emptied but for what is marked; calls behind figures and under way are held', () => {
    const recorder = make();
    const [plain, pinned, shown] = [record(recorder), record(recorder), record(recorder)];
    const pending = recorder.begin(start());
    recorder.annotate(pinned, { isPinned: true });
    recorder.noteReferenced([shown]);
    recorder.beginClear();
    recorder.finishClear();
    expect(ids(recorder)).toEqual([pinned]);
    expect([plain, pinned, shown, pending].map((id) => recorder.has(id))).toEqual([false, true, true, true]);
    recorder.end(pending, { tookMs: 3 });
    expect(recorder.counts).toMatchObject({ total: 1, droppedCount: 0, inFlightCount: 0, unlistedCount: recorder.has(pending) ? 2 : 1 });
    expect(recorder.begin(start())).toBe(pending + 1);
  });

  test('tells which calls changed, and that something did', () => {
    const recorder = make();
    let told = 0;
    const stop = recorder.onChange(() => {
      told += 1;
    });
    const { revision } = recorder;
    const id = record(recorder);
    expect(recorder.changedSince(revision)).toEqual([id, id]);
    expect(told).toBe(2);
    stop();
    for (let count = 0; count < 70_000; count += 1) record(recorder, 0);
    expect(told).toBe(2);
    expect(recorder.changedSince(revision)).toBeUndefined();
    expect(recorder.changedSince(recorder.revision)).toEqual([]);
  });
});

test('what was cleared comes back, with what was recorded since, until it is freed', () => {
  const recorder = new CallRecorder({ clock: { nowMs: () => 5 }, bodies });
  const begin = () => recorder.begin(start());
  const first = begin();
  recorder.end(first, { tookMs: 1, response: '{}' });
  recorder.beginClear();
  expect(recorder.counts).toMatchObject({ total: 0, clearedCount: 1, unlistedCount: 0 });
  const second = begin();
  recorder.end(second, { tookMs: 1, response: '{}' });
  recorder.undoClear();
  expect([...recorder.summaries()].map(({ id }) => id)).toEqual([first, second]);
  expect(recorder.counts).toMatchObject({ total: 2, clearedCount: 0 });
  recorder.beginClear();
  recorder.finishClear();
  recorder.undoClear();
  expect(recorder.counts).toMatchObject({ total: 0, clearedCount: 0, unlistedCount: 0 });
  expect(recorder.has(first)).toBe(false);
});
