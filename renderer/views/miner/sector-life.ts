import type { MinerSector } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { TimelineStep } from '../../components/Timeline.tsx';
import { formatDate } from '../../lib/shown-time.ts';

type SectorRecord = Extract<MinerSector['record'], { value: unknown }>['value'];

/** From its activation to its end, as the record and its partition tell. */
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
    ...(note === undefined ? {} : { note }),
  });
  const { powerBaseEpoch, powerBaseTimeMs, extensibleUntil, extensibleUntilTimeMs } = record;
  const isChanged = powerBaseEpoch !== undefined && powerBaseTimeMs !== undefined && powerBaseEpoch !== record.activation;
  return [
    step('activated', 'Activated', record.activation, record.activationTimeMs, 'done'),
    ...(isChanged
      ? [step('based', 'Power counted anew', powerBaseEpoch, powerBaseTimeMs, 'done', 'It was extended, or data was put into it.')]
      : []),
    ...(place === undefined || hasEnded ? [] : [proofStep(place, step)]),
    step('expires', hasEnded ? 'Ended' : 'Commitment ends', record.expiration, record.expirationTimeMs, hasEnded ? 'done' : 'next'),
    ...(extensibleUntil === undefined || extensibleUntilTimeMs === undefined || hasEnded
      ? []
      : [
          step(
            'extensible',
            'Can be extended until',
            extensibleUntil,
            extensibleUntilTimeMs,
            'next',
            'Its life has a limit, and an extension reaches at most 1,278 days from now.',
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
      return step('proof', 'Faulty', opensEpoch, opensTimeMs, 'bad', 'Its next window opens then; recovery has to be declared before.');
    case 'recovering':
      return step('proof', 'Recovers with its next proof', opensEpoch, opensTimeMs, 'now');
    case 'unproven':
      return step('proof', 'First proof', opensEpoch, opensTimeMs, 'now', 'It counts from then on.');
    case 'active':
    case 'terminated':
      return step('proof', 'Next proof', opensEpoch, opensTimeMs, 'now');
    default:
      return state satisfies never;
  }
}
