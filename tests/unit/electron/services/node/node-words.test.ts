import { describe, expect, test } from 'vitest';
import { f3PhaseName, readSyncWorker, upgradesOf } from '../../../../../electron/services/node/node-words.ts';
import { zGoTime, zNodeStatusAnswer, zNodeSyncState } from '../../../../../shared/validation/node/node-status.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const NOW_NS = 1_602_516_400_000_000_000n;

interface Recorded {
  readonly answers: readonly { readonly id: string; readonly method: string; readonly result?: unknown }[];
}

describe('sync workers', () => {
  test('as recorded of mainnet in 2020: one at work, two idle with nothing before them', () => {
    const { result } = readSharedJson<{ result: unknown }>('chain/sync-state-mainnet-2020.json');
    const workers = (zNodeSyncState.parse(result).ActiveSyncs ?? []).map((worker) => readSyncWorker(worker, NOW_NS));
    checked(workers.length, 3, 'recorded sync workers');
    expect(workers[0]).toMatchObject({
      workerId: '0',
      stage: 'message sync',
      height: 5320,
      heightDiff: 130_959,
      base: { height: 0, key: ['bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2'] },
      target: { height: 130_959 },
    });
    // Begun at 15:26:21.442312647Z and not ended: counted to now.
    expect(workers[0]?.elapsedMs).toBeCloseTo(18_557.687353, 3);
    expect(workers[1]).toEqual({ workerId: '0', stage: 'idle', height: 0, heightDiff: 0 });
  });

  test('an ended one counts to its end; an unknown stage is said to be one', () => {
    const state = zNodeSyncState.parse({
      ActiveSyncs: [
        {
          WorkerID: 7,
          Base: null,
          Target: null,
          Stage: 99,
          Height: 1,
          Start: '2021-01-01T00:00:00Z',
          End: '2021-01-01T00:00:00.016718371Z',
        },
      ],
    });
    const [worker] = (state.ActiveSyncs ?? []).map((entry) => readSyncWorker(entry, NOW_NS));
    expect(worker).toEqual({ workerId: '7', stage: 'unknown', height: 1, heightDiff: 0, elapsedMs: 16.718371 });
  });

  test('no worker at all', () => {
    expect(zNodeSyncState.parse({ ActiveSyncs: null }).ActiveSyncs).toBeNull();
  });
});

describe('times as Go writes them', () => {
  test.each([
    ['2020-10-12T15:26:21.442312647Z', 1_602_516_381_442_312_647n],
    ['2020-10-12T17:26:21+02:00', 1_602_516_381_000_000_000n],
    ['0001-01-01T00:00:00Z', undefined],
  ])('%s', (text, nanoseconds) => {
    expect(zGoTime.parse(text)).toBe(nanoseconds);
  });

  test.each(['yesterday', '2020-10-12', '2020-13-45T99:99:99Z', ''])('%s is refused', (text) => {
    expect(zGoTime.safeParse(text).success).toBe(false);
  });
});

test('the recorded status of a calibration node is read', () => {
  const { answers } = readSharedJson<Recorded>('rpc-recorded.json');
  const recorded = answers.filter(({ method }) => method === 'Filecoin.NodeStatus');
  checked(recorded.length, 1, 'recorded node statuses');
  expect(zNodeStatusAnswer.parse(recorded[0]?.result)).toMatchObject({
    SyncStatus: { Epoch: 445_053, Behind: 0 },
    PeerStatus: { PeersToPublishMsgs: 49, PeersToPublishBlocks: 49 },
  });
});

test('upgrades by height, those that a network never ran left out', () => {
  expect(upgradesOf({ BreezeGasTampingDuration: 0, UpgradeTapeHeight: 60, UpgradeSmokeHeight: -2, UpgradeAssemblyHeight: 30 })).toEqual([
    { name: 'Assembly', height: 30 },
    { name: 'Tape', height: 60 },
  ]);
});

test('phases of F3 have names, later ones a number', () => {
  expect([0, 1, 6, 12].map(f3PhaseName)).toEqual(['initial', 'quality', 'terminated', 'phase 12']);
});
