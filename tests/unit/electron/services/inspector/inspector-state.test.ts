import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workerEntry } from '../../../../../electron/platform/worker-entry.ts';
import { BodyKeeper } from '../../../../../electron/services/inspector/body-keeper.ts';
import { CallRecorder } from '../../../../../electron/services/inspector/call-recorder.ts';
import { InspectorStateTopic } from '../../../../../electron/services/inspector/inspector-state.ts';
import { SavedFilters } from '../../../../../electron/services/inspector/saved-filters.ts';
import { zInspectorState } from '../../../../../shared/ipc/schemas/inspector.ts';
import { callStart } from '../../../../builders/call-start.ts';
import { KeepingLogger } from '../../../../builders/keeping-logger.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';

const bodies = new BodyKeeper(workerEntry('body-worker'));
afterAll(() => bodies.stop());

test('the state is told at most ten times a second, and the last one is true', () => {
  const clock = new ManualClock();
  const recorder = new CallRecorder({ clock, bodies });
  const state = new InspectorStateTopic({ recorder, filters: { all: [] }, sessions: () => [], clock });
  const told: number[] = [];
  state.topic.onChange((value) => told.push(zInspectorState.parse(value).total));
  recorder.onChange(() => state.touch());
  for (let count = 0; count < 500; count += 1) {
    recorder.begin(callStart());
    clock.advance(1);
  }
  expect(told.length).toBeLessThanOrEqual(6);
  clock.advance(100);
  expect(told.at(-1)).toBe(500);
  expect(state.topic.get()).toMatchObject({ isRecording: true, newestId: 500, inFlightCount: 500, oldestAtMs: 1_700_000_000_000 });
  const { length } = told;
  clock.advance(1000);
  expect(told).toHaveLength(length);
  recorder.begin(callStart());
  recorder.begin(callStart());
  state.stop();
  clock.advance(1000);
  expect(told).toHaveLength(length + 1);
});

describe('saved filters', () => {
  let profile: Awaited<ReturnType<typeof temporaryProfile>>;
  let changes: number;

  beforeEach(async () => {
    profile = await temporaryProfile();
    changes = 0;
  });
  afterEach(() => profile.remove());

  const open = async (logger = new KeepingLogger()) => {
    const onChange = () => {
      changes += 1;
    };
    const filters = new SavedFilters({ paths: profile.paths, logger, onChange });
    await filters.start();
    return filters;
  };

  test('are there after a restart, by name, one for each', async () => {
    const filters = await open();
    await filters.save({ name: 'slow', text: 'dur:>1s' });
    await filters.save({ name: 'errors', text: 'status:error' });
    await filters.save({ name: 'slow', text: 'dur:>2s' });
    const again = await open();
    expect(again.all).toEqual([
      { name: 'errors', text: 'status:error' },
      { name: 'slow', text: 'dur:>2s' },
    ]);
    await again.remove('errors');
    await expect(again.remove('errors')).rejects.toMatchObject({ code: 'not-found' });
    expect((await open()).all).toEqual([{ name: 'slow', text: 'dur:>2s' }]);
    expect(changes).toBeGreaterThan(4);
  });

  test('are kept without secrets', async () => {
    const filters = await open();
    await filters.save({ name: 'mine', text: 'param:"Bearer opaque-secret" status:error' });
    expect((await open()).all).toEqual([{ name: 'mine', text: 'param:"Bearer [masked]" status:error' }]);
  });

  test('are a hundred at most', async () => {
    const filters = await open();
    for (let count = 0; count < 100; count += 1) await filters.save({ name: `f${count}`, text: 'x' });
    await expect(filters.save({ name: 'one more', text: 'x' })).rejects.toMatchObject({ code: 'invalid-input' });
    await filters.save({ name: 'f7', text: 'y' });
    expect(filters.all).toHaveLength(100);
  });

  test('of a damaged file are none, the file stays as it is, and saving says why', async () => {
    const path = profile.paths.file('call-filters.json');
    await writeFile(path, '{"version":1,"data":{"filters":[{"na');
    const logger = new KeepingLogger();
    const filters = await open(logger);
    expect(filters.all).toEqual([]);
    await expect(filters.save({ name: 'a', text: 'b' })).rejects.toMatchObject({ code: 'disk-failure' });
    expect(JSON.stringify(logger.lines)).toContain('saved filters cannot be read');
  });
});
