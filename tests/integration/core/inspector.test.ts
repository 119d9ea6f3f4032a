import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { createProfilePaths } from '../../../electron/platform/profile-paths.ts';
import { findCallRefs } from '../../../electron/services/inspector/find-call-refs.ts';
import { LIVE_SOURCE } from '../../../shared/ipc/schemas/inspector.ts';
import { eventually } from '../../builders/eventually.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { recordingOf } from '../../builders/recording-of.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';
import { type RunningCore, startCore, startStillDevnet } from '../../builders/wallet-core.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let devnet: RunningDevnet;
let running: RunningCore;

beforeAll(async () => {
  folder = await temporaryFolder();
  devnet = await startStillDevnet({ historyEpochs: 120 });
  running = await startCore(createProfilePaths(folder.path), devnet);
});
afterAll(async () => {
  await running.core.stop();
  await devnet.stop();
  await folder.remove();
});

const list = (filter: string) =>
  running.core.handlers.inspector.listCalls({
    source: LIVE_SOURCE,
    filter,
    part: 'all',
    order: { by: 'id', direction: 'ascending' },
    offset: 0,
    limit: 500,
  });

test('every call of a screen is recorded with who asked, and the calls behind its figures outlive the list', async () => {
  const { core } = running;
  const { inspector } = core.handlers;
  const overview = await core.handlers.chain.getOverview({});
  const behind = [...findCallRefs(overview)];
  expect(behind.length).toBeGreaterThan(1);
  const listed = await list('cause:overview status:ok');
  expect(listed.rows.length).toBeGreaterThan(1);
  expect(listed.rows.filter(({ cause }) => !cause.includes('overview'))).toEqual([]);
  const { id: byHand } = await inspector.sendCall({ method: 'ChainHead', params: '[]' });
  await inspector.clearCalls({});
  expect((await list('status:ok')).rows.filter(({ id }) => behind.includes(id))).toEqual([]);
  for (const id of behind) {
    const recording = await recordingOf(core, id);
    expect(recording.summary).toMatchObject({ id, status: 'ok' });
  }
  await inspector.undoClear({});
  expect((await list('cause=user')).rows.map(({ id }) => id)).toContain(byHand);
  // The second clear frees what the first one left to be brought back.
  await inspector.clearCalls({});
  await inspector.clearCalls({});
  expect((await failureOf(recordingOf(core, byHand))).code).toBe('not-found');
});

test('the state follows what is recorded, pinned and switched off', async () => {
  const { core } = running;
  const { inspector } = core.handlers;
  const state = () => core.topics.inspector.changed.get();
  const { id } = await inspector.sendCall({ method: 'ChainGetBlock', params: '["bafy2bzaceplain"]' });
  await eventually(() => state().newestId >= id && state().errorCount > 0, 'the failed call in the state');
  await inspector.annotateCall({ id, isPinned: true, note: 'look' });
  await eventually(() => state().pinnedCount === 1, 'the pin');
  expect((await list('is:pinned has:note')).rows.map((row) => row.id)).toEqual([id]);
  await inspector.setRecording({ isOn: false });
  const { id: hidden } = await inspector.sendCall({ method: 'ChainHead', params: '[]' });
  expect((await list(`id:${hidden}`)).rows).toEqual([]);
  expect((await recordingOf(core, hidden)).response).toContain('"result"');
  await inspector.setRecording({ isOn: true });
  await inspector.clearCalls({});
  expect((await list('id:>0')).rows.map((row) => row.id)).toContain(id);
});

test('a value is found by its path in the answer', async () => {
  const { inspector } = running.core.handlers;
  const { id } = await inspector.sendCall({ method: 'ChainHead', params: '[]' });
  const height = await inspector.openBody({ source: LIVE_SOURCE, id, side: 'response', path: 'result.Height', limit: 10 });
  const whole: unknown = JSON.parse((await recordingOf(running.core, id)).response ?? '');
  expect(whole).toMatchObject({ result: { Height: Number(height.node.text) } });
});
