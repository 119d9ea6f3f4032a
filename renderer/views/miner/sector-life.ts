import { defined } from '../../../shared/collections/defined.ts';
import type { MinerSector } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { TimelineStep } from '../../components/values/Timeline.tsx';
import { formatDate } from '../../lib/shown-time.ts';

type SectorRecord = Extract<MinerSector['record'], { value: unknown }>['value'];

/** Steps from activation to expiration, from the sector's record and partition. */
export function sectorLife(record: SectorRecord, place: MinerSector['place'], headEpoch: number): TimelineStep[] {
  const hasEnded = place?.state === 'terminated' || record.expiration <= headEpoch;
  const step = (
    key: string,
    title: string,
    epoch: number,
    timeMs: number,
    status: TimelineStep['status'],
    note?: string,
  ): TimelineStep => ({
    key,
    title,
    at: formatInteger(epoch),
    atNote: formatDate(timeMs),
    status,
    ...defined({ note }),
  });
  const { powerBaseEpoch, powerBaseTimeMs, extensibleUntil, extensibleUntilTimeMs } = record;
  const isChanged = powerBaseEpoch !== undefined && powerBaseTimeMs !== undefined && powerBaseEpoch !== record.activation;
  return [
    step('activated', 'Activated', record.activation, record.activationTimeMs, 'done'),
    ...(isChanged ? [step('based', 'Power updated', powerBaseEpoch, powerBaseTimeMs, 'done', 'Sector extended or data added.')] : []),
    ...(place === undefined || hasEnded ? [] : [proofStep(place, step)]),
    step('expires', hasEnded ? 'Ended' : 'Expires', record.expiration, record.expirationTimeMs, hasEnded ? 'done' : 'next'),
    ...(extensibleUntil === undefined || extensibleUntilTimeMs === undefined || hasEnded
      ? []
      : [
          step(
            'extensible',
            'Can be extended until',
            extensibleUntil,
            extensibleUntilTimeMs,
            'next',
            'Limited by the maximum sector lifetime and by 1,278 days from now per extension.',
          ),
        ]),
  ];
}

function proofStep(
  { state, opensEpoch, opensTimeMs }: NonNullable<MinerSector['place']>,
  step: (key: string, title: string, epoch: number, timeMs: number, status: TimelineStep['status'], note?: string) => TimelineStep,
): TimelineStep {
  switch (state) {
    case 'faulty':
      return step('proof', 'Faulty', opensEpoch, opensTimeMs, 'bad', 'Its next window opens; declare recovery before then.');
    case 'recovering':
      return step('proof', 'Recovers with its next proof', opensEpoch, opensTimeMs, 'now');
    case 'unproven':
      return step('proof', 'First proof', opensEpoch, opensTimeMs, 'now', 'Power counts from then on.');
    case 'active':
    case 'terminated':
      return step('proof', 'Next proof', opensEpoch, opensTimeMs, 'now');
    default:
      return state satisfies never;
  }
}
