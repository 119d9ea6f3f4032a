import type { TablerIcon } from '@tabler/icons-react';
import { IconCircleDashed } from '@tabler/icons-react';
import type { SealingSector } from '../../../shared/ipc/schemas/providers.ts';
import { formatDuration } from '../../../shared/text/format.ts';
import { CallsContext } from '../../components/calls-context.ts';
import type { DataColumn } from '../../components/DataTable.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { classNames } from '../../lib/class-names.ts';
import type { Origin } from '../../lib/origin.ts';
import type { Tone } from '../../lib/tone.ts';
import { PaceBar } from './PaceBar.tsx';
import styles from './sealing.module.css';
import { isInPipeline, sealingGroupLabel, type TimedSector } from './sealing-lanes.ts';

/** In the list where the answer is yes; where it is no, the list that does not have it. */
function activeOrigin({ isActive, number }: SealingSector): Origin {
  return isActive ? `StateMinerActiveSectors [SectorNumber=${number}]` : 'StateMinerActiveSectors';
}

/** An active sector is in the list of those; others were asked for by their number, and the answer is null where there is none. */
function onChainOrigin(sector: SealingSector): Origin {
  if (sector.isActive) return activeOrigin(sector);
  return sector.isOnChain ? 'StateSectorGetInfo SectorNumber' : 'StateSectorGetInfo';
}

export const sealingColumns: readonly DataColumn<TimedSector>[] = [
  { id: 'number', head: 'Sector', widthPx: 84, cell: ({ sector }) => sector.number, sortBy: ({ sector }) => sector.number },
  {
    id: 'state',
    head: 'State',
    widthPx: 196,
    cell: (entry) => (
      <CallsContext value={[entry.sector.call]}>
        <Traced of="SectorsStatus State" isInCell>
          <StatusText tone={toneOf(entry)} {...iconOf(entry)}>
            <UntrustedText text={entry.sector.state} maximumLength={60} />
          </StatusText>
        </Traced>
      </CallsContext>
    ),
    sortBy: ({ sector }) => sector.state,
  },
  {
    id: 'group',
    head: 'Group',
    widthPx: 124,
    cell: ({ sector }) => <span className="t2">{sealingGroupLabel(sector.group)}</span>,
    sortBy: ({ sector }) => sector.group,
    isWideOnly: true,
  },
  {
    id: 'onChain',
    head: 'On chain',
    widthPx: 84,
    cell: ({ sector }) => (
      <CallsContext value={[sector.chainCall]}>
        <Traced of={onChainOrigin(sector)} isInCell>
          {sector.isOnChain ? 'YES' : 'NO'}
        </Traced>
      </CallsContext>
    ),
    sortBy: ({ sector }) => Number(sector.isOnChain),
  },
  {
    id: 'pSet',
    head: 'pSet',
    widthPx: 64,
    cell: ({ sector }) => (
      <Traced of={activeOrigin(sector)} isInCell>
        {sector.isActive ? 'YES' : 'NO'}
      </Traced>
    ),
    sortBy: ({ sector }) => Number(sector.isActive),
  },
  {
    id: 'elapsed',
    head: 'In this state',
    cell: (entry) => (
      <CallsContext value={[entry.sector.call]}>
        <Traced of="SectorsStatus Log[-1].Timestamp" isInCell>
          <Elapsed entry={entry} />
        </Traced>
      </CallsContext>
    ),
    sortBy: (entry) => entry.elapsedMs ?? -1,
  },
  {
    id: 'waitsFor',
    head: 'Last error',
    widthPx: 240,
    cell: ({ sector }) => (sector.lastError === undefined ? undefined : <UntrustedText text={sector.lastError} maximumLength={200} />),
    isWideOnly: true,
  },
  {
    id: 'deals',
    head: 'Deals',
    widthPx: 88,
    cell: ({ sector }) => (sector.deals.length === 0 ? <span className="t3">none</span> : sector.deals.length),
    sortBy: ({ sector }) => sector.deals.length,
    isWideOnly: true,
  },
];

export function toneOf({ sector, pace }: TimedSector): Tone {
  if (pace === 'failed') return 'danger';
  if (pace === 'late' || pace === 'slow') return 'warning';
  if (sector.group === 'proving') return 'success';
  return isInPipeline(sector) ? 'info' : 'neutral';
}

/** A sector on its way has its own mark: the one of the tone would say that something is to be known. */
export function iconOf(entry: TimedSector): { readonly icon?: TablerIcon } {
  return toneOf(entry) === 'info' ? { icon: IconCircleDashed } : {};
}

function Elapsed({ entry }: { readonly entry: TimedSector }) {
  const { sector, elapsedMs, medianMs, pace } = entry;
  if (elapsedMs === undefined) return <span className="t3">not told</span>;
  if (!isInPipeline(sector)) return <span className="t3">for {formatDuration(elapsedMs)}</span>;
  return (
    <span className={styles.inState}>
      {medianMs === undefined ? undefined : <PaceBar elapsedMs={elapsedMs} medianMs={medianMs} pace={pace} isWide />}
      <b className={classNames(styles.time, pace === 'slow' && styles.warnTime, (pace === 'late' || pace === 'failed') && styles.badTime)}>
        {formatDuration(elapsedMs)}
      </b>
      <span>{medianMs === undefined ? 'no median yet' : `of ${formatDuration(medianMs)}`}</span>
    </span>
  );
}
