/** Names for numeric values of a node: sync stages, F3 phases, upgrades. */

import type { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { upgradeOfKey } from '../../../shared/domain/chain/network-version.ts';
import type { SyncWorker } from '../../../shared/ipc/schemas/node.ts';
import type { zNodeSyncState } from '../../../shared/validation/node/node-status.ts';

/** Lotus api/types.go SyncStateStage. */
const STAGES = ['idle', 'header sync', 'persisting headers', 'message sync', 'complete', 'error', 'fetching messages'] as const;
/** go-f3 gpbft.Phase. */
const PHASES = ['initial', 'quality', 'converge', 'prepare', 'commit', 'decide', 'terminated'] as const;

type NodeWorker = NonNullable<z.output<typeof zNodeSyncState>['ActiveSyncs']>[number];

/**
 * One worker with the data of `lotus sync status` (Lotus cli/sync.go).
 *
 * @param nowNs nanoseconds since 1970, for the elapsed time of a running worker
 */
export function readSyncWorker(worker: NodeWorker, nowNs: bigint): SyncWorker {
  const base = tipsetOf(worker.Base);
  const target = tipsetOf(worker.Target);
  const elapsedNs = worker.Start === undefined ? undefined : (worker.End ?? nowNs) - worker.Start;
  return {
    workerId: (worker.WorkerID ?? 0n).toString(),
    ...defined({ base, target }),
    heightDiff: target === undefined ? 0 : target.height - (base?.height ?? 0),
    stage: STAGES[worker.Stage] ?? 'unknown',
    height: worker.Height,
    ...(elapsedNs === undefined ? {} : { elapsedMs: Number(elapsedNs) / 1_000_000 }),
    ...(worker.Message === undefined || worker.Message === '' ? {} : { message: worker.Message }),
  };
}

function tipsetOf(tipset: NodeWorker['Base']): SyncWorker['base'] {
  return tipset === undefined || tipset === null ? undefined : { height: tipset.Height, key: tipset.Cids.map((link) => link['/']) };
}

export function f3PhaseName(phase: number): string {
  return PHASES[phase] ?? `phase ${phase}`;
}

/** `{UpgradeSmokeHeight: 51000}` as `Smoke` at 51000, in order of height; negative heights, which never ran, are left out. */
export function upgradesOf(params: Readonly<Record<string, number>>): { name: string; height: number }[] {
  return Object.entries(params)
    .flatMap(([key, height]) => {
      const name = upgradeOfKey(key);
      return name === undefined || height < 0 ? [] : [{ name, height }];
    })
    .sort((left, right) => left.height - right.height)
    .slice(0, 200);
}
