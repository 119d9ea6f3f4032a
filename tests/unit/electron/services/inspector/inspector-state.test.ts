import { afterAll, expect, test } from 'vitest';
import { workerEntry } from '../../../../../electron/platform/worker-entry.ts';
import { BodyKeeper } from '../../../../../electron/services/inspector/body-keeper.ts';
import { CallRecorder } from '../../../../../electron/services/inspector/call-recorder.ts';
import { InspectorStateTopic } from '../../../../../electron/services/inspector/inspector-state.ts';
import { zInspectorState } from '../../../../../shared/ipc/schemas/inspector.ts';
import { callStart } from '../../../../builders/call-start.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';

const bodies = new BodyKeeper(workerEntry('body-worker'));
afterAll(() => bodies.stop());

test('the state is told at most ten times a second, and the last one is true', () => {
  const clock = new ManualClock();
  const recorder = new CallRecorder({ clock, bodies });
  const state = new InspectorStateTopic({ recorder, sessions: () => [], clock });
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
