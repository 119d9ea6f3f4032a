import { groupOfSectorState } from '../../../shared/domain/sector-state.ts';
import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import type { SealingGroup } from '../../../shared/ipc/schemas/sealing.ts';
import { formatCount, formatDuration } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { type AttentionItem, type Check, made, notApplicable } from './check.ts';

/** Longest normal time without any sector of a pipeline changing state. */
const SEALING_STILL_MS = 6 * 3_600_000;

type Name = Parameters<typeof made>[0];

interface SealingFacts {
  readonly miners: readonly OwnMiner[];
  readonly nowMs: number;
}

/** Count the sectors of the pipeline whose state belongs to a wanted group. */
function countStates(sealing: Readonly<Record<string, number>>, isWanted: (group: SealingGroup) => boolean): number {
  return Object.entries(sealing).reduce((sum, [state, count]) => sum + (isWanted(groupOfSectorState(state)) ? count : 0), 0);
}

/** Count the sectors being sealed or upgraded. */
export function sealingCount(sealing: Readonly<Record<string, number>>): number {
  return countStates(sealing, (group) => group !== 'proving' && group !== 'failed' && group !== 'leaving' && group !== 'unknown');
}

export function sealingFailed(name: Name, { miners }: SealingFacts): Check {
  const known = miners.filter(({ standing }) => standing?.sealing !== undefined);
  if (known.length === 0) return notApplicable(name, 'No storage-miner API is connected.');
  const items = known.flatMap((miner): AttentionItem[] => {
    const failed = countStates(miner.standing?.sealing ?? {}, (group) => group === 'failed');
    if (failed === 0) return [];
    return [
      {
        key: `sealing ${miner.address}`,
        tone: 'danger',
        urgency: 'Failed',
        title: `${formatCount(failed, 'sector')} of ${sanitiseToText(miner.address, 40)} failed while sealing`,
        detail: 'The deposit of a sector is lost when its pre-commitment expires',
        action: { label: 'Open', path: '/sealing' },
      },
    ];
  });
  return made(name, items, 'No sectors in a failed state.');
}

export function sealingStill(name: Name, { miners, nowMs }: SealingFacts): Check {
  const known = miners.filter(({ standing }) => standing?.sealing !== undefined);
  if (known.length === 0) return notApplicable(name, 'No storage-miner API is connected.');
  const items = known.flatMap((miner): AttentionItem[] => {
    const { sealing = {}, sealingSinceMs } = miner.standing ?? {};
    const count = sealingCount(sealing);
    if (count === 0 || sealingSinceMs === undefined || nowMs - sealingSinceMs < SEALING_STILL_MS) return [];
    return [
      {
        key: `still ${miner.address}`,
        tone: 'pending',
        urgency: 'Stuck',
        title: `No sector of ${sanitiseToText(miner.address, 40)} has changed state for ${formatDuration(nowMs - sealingSinceMs)}`,
        detail: `${formatCount(count, 'sector')} in progress. The sealing board shows what each one waits for`,
        action: { label: 'Open', path: '/sealing' },
      },
    ];
  });
  const count = known.reduce((sum, { standing }) => sum + sealingCount(standing?.sealing ?? {}), 0);
  return made(name, items, count === 0 ? 'No sectors being sealed.' : `${formatCount(count, 'sector')} in progress.`);
}
