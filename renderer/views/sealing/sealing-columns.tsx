import type { TablerIcon } from '@tabler/icons-react';
import { IconCircleDashed } from '@tabler/icons-react';
import type { SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import type { DataColumn } from '../../components/tables/DataTable.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { EpochText } from '../../components/values/EpochText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useChainNow } from '../../hooks/use-chain-now.ts';
import { classNames } from '../../lib/class-names.ts';
import type { Origin } from '../../lib/origin.ts';
import type { Tone } from '../../lib/tone.ts';
import { type BoardRow, dataWords } from './board-rows.ts';
import { PaceBar } from './PaceBar.tsx';
import styles from './sealing.module.css';
import { type BoardSector, isInPipeline, isStuck, sealingGroupLabel, type TimedSector } from './sealing-lanes.ts';

const SOON_MS = 86_400_000;

/** The entry of the list if active; otherwise the list without it. */
function activeOrigin({ isActive, number }: BoardSector): Origin {
  return isActive ? `StateMinerActiveSectors [SectorNumber=${number}]` : 'StateMinerActiveSectors';
}

/** Active sectors are in the list; others were read by number, with null for a missing one. */
function onChainOrigin(sector: BoardSector): Origin {
  if (sector.isActive) return activeOrigin(sector);
  return sector.isOnChain ? 'StateSectorGetInfo SectorNumber' : 'StateSectorGetInfo';
}

function callsOf({ call }: BoardSector) {
  return call === undefined ? [] : [call];
}

const yesNo = (isYes: boolean): string => (isYes ? 'YES' : 'NO');

const sealingColumns: readonly DataColumn<BoardRow>[] = [
  {
    id: 'number',
    head: 'Sector',
    widthPx: 74,
    cell: ({ sector }) => sector.number,
    sortBy: ({ sector }) => sector.number,
    text: ({ sector }) => sector.number,
    textName: 'sector',
  },
  {
    id: 'state',
    head: 'State',
    widthPx: 200,
    cell: (entry) => (
      <CallsContext value={callsOf(entry.sector)}>
        <Traced of={['SectorsStatus State', 'ChainReadObj']} isInCell>
          <StatusText tone={toneOf(entry)} {...iconOf(entry)}>
            <UntrustedText text={entry.sector.state} maximumLength={60} />
          </StatusText>
        </Traced>
      </CallsContext>
    ),
    sortBy: ({ sector }) => sector.state,
    text: ({ sector }) => sector.state,
  },
  {
    id: 'group',
    head: 'Group',
    widthPx: 124,
    cell: ({ sector }) => <span className="t2">{sealingGroupLabel(sector.group)}</span>,
    sortBy: ({ sector }) => sector.group,
    text: ({ sector }) => sector.group,
    isHidden: true,
  },
  {
    id: 'onChain',
    head: 'On chain',
    widthPx: 76,
    cell: ({ sector }) => (
      <CallsContext value={sector.chainCall === undefined ? [] : [sector.chainCall]}>
        <Traced of={[onChainOrigin(sector), 'ChainReadObj']} isInCell>
          {yesNo(sector.isOnChain)}
        </Traced>
      </CallsContext>
    ),
    sortBy: ({ sector }) => Number(sector.isOnChain),
    text: ({ sector }) => yesNo(sector.isOnChain),
  },
  {
    id: 'pSet',
    head: 'pSet',
    widthPx: 56,
    cell: ({ sector, isNewlyActive }) => (
      <Traced of={[activeOrigin(sector), 'ChainReadObj']} isInCell>
        <span className={isNewlyActive ? styles.newlyActive : undefined} title={isNewlyActive ? 'Just became active' : undefined}>
          {yesNo(sector.isActive)}
        </span>
      </Traced>
    ),
    sortBy: ({ sector }) => Number(sector.isActive),
    text: ({ sector }) => yesNo(sector.isActive),
    textName: 'active (pSet)',
  },
  {
    id: 'elapsed',
    head: 'Time in state',
    widthPx: 224,
    cell: (entry) => (
      <CallsContext value={callsOf(entry.sector)}>
        <Traced of={['SectorsStatus Log[-1].Timestamp', 'ChainReadObj']} isInCell>
          <Elapsed entry={entry} />
        </Traced>
      </CallsContext>
    ),
    sortBy: (entry) => entry.elapsedMs ?? -1,
    text: ({ elapsedMs }) => (elapsedMs === undefined ? '' : Math.round(elapsedMs / 1000)),
    textName: 'seconds in this state',
  },
  {
    id: 'details',
    head: 'Details',
    leastPx: 184,
    cell: ({ details, sector }) => (
      <span className={classNames('ell', sector.group === 'proving' && 't3')} title={details}>
        {details}
      </span>
    ),
    sortBy: ({ details }) => details,
    text: ({ details }) => details,
  },
  {
    id: 'worker',
    head: 'Worker',
    widthPx: 92,
    cell: ({ sector }) => (sector.worker === undefined ? undefined : <UntrustedText text={sector.worker.name} maximumLength={60} />),
    sortBy: ({ sector }) => sector.worker?.name ?? '',
    text: ({ sector }) => sector.worker?.name ?? '',
    isWideOnly: true,
  },
  {
    id: 'deals',
    head: 'Deals',
    widthPx: 80,
    cell: ({ sector }) => dataWords(sector) ?? <span className="t3">unknown</span>,
    sortBy: ({ sector }) => Math.max(sector.deals.length, sector.pieces?.length ?? 0),
    text: ({ sector }) => dataWords(sector) ?? '',
    isWideOnly: true,
  },
  {
    id: 'landBy',
    head: 'Must land by',
    widthPx: 164,
    align: 'right',
    cell: ({ sector }) => <LandBy sector={sector} />,
    sortBy: ({ sector }) => sector.landBy?.epoch ?? Number.MAX_SAFE_INTEGER,
    text: ({ sector }) => sector.landBy?.epoch ?? '',
    textName: 'must land by epoch',
  },
  {
    id: 'ends',
    head: 'Expiration',
    widthPx: 104,
    align: 'right',
    cell: ({ sector }) => (sector.expiration === undefined ? <span className="t3">unknown</span> : formatInteger(sector.expiration)),
    sortBy: ({ sector }) => sector.expiration ?? Number.MAX_SAFE_INTEGER,
    text: ({ sector }) => sector.expiration ?? '',
    textName: 'expiration epoch',
    isHidden: true,
  },
  {
    id: 'lastError',
    head: 'Last error',
    widthPx: 240,
    cell: ({ sector }) => (sector.lastError === undefined ? undefined : <UntrustedText text={sector.lastError} maximumLength={200} />),
    text: ({ sector }) => sector.lastError ?? '',
    isHidden: true,
  },
];

/**
 * The columns of a board: workers only if the storage-miner API reports them (needs admin), expiration by default on a board from the
 * chain.
 */
export function columnsOf(rows: readonly BoardRow[], source: SealingBoard['source']): readonly DataColumn<BoardRow>[] {
  const hasWorkers = rows.some(({ sector }) => sector.worker !== undefined);
  return sealingColumns
    .filter(({ id }) => id !== 'worker' || hasWorkers)
    .map((column) => (column.id === 'ends' && source === 'chain' ? { ...column, isHidden: false } : column));
}

const WHY: Readonly<Record<NonNullable<BoardSector['landBy']>['why'], string>> = {
  ticket: 'After this epoch the ticket is expired: the pre-commit is rejected and pre-commit 1 restarts',
  'pre-commit': 'After this epoch the pre-commit expires and its deposit is burned',
  'deal-start': 'A deal in it starts: after this epoch the deal is void and the provider loses its collateral',
};

/** What is lost if the sector is not on chain in time. */
export function landByWords({ why }: NonNullable<BoardSector['landBy']>): string {
  return WHY[why];
}

function LandBy({ sector: { landBy } }: { readonly sector: BoardSector }) {
  const nowMs = useChainNow();
  if (landBy === undefined) return <span className="t3">none</span>;
  const leftMs = landBy.timeMs - nowMs;
  return (
    <span className={leftMs < SOON_MS ? styles.badTime : undefined} title={landByWords(landBy)}>
      {leftMs <= 0 ? <span className="visually-hidden">passed: </span> : undefined}
      <EpochText height={landBy.epoch} timeMs={landBy.timeMs} isInColumn />
    </span>
  );
}

export function toneOf(entry: TimedSector): Tone {
  if (entry.pace === 'failed') return 'danger';
  if (isStuck(entry) || entry.pace === 'slow') return 'warning';
  const { group } = entry.sector;
  if (group === 'proving') return 'success';
  if (group === 'ending' || group === 'recovering') return 'pending';
  return isInPipeline(entry.sector) ? 'info' : 'neutral';
}

/** Sectors in the pipeline have their own icon, because the icon of the info tone would suggest a notice. */
export function iconOf(entry: TimedSector): { readonly icon?: TablerIcon } {
  return toneOf(entry) === 'info' ? { icon: IconCircleDashed } : {};
}

function Elapsed({ entry }: { readonly entry: TimedSector }) {
  const { sector, elapsedMs, medianMs, pace } = entry;
  if (elapsedMs === undefined) return <span className="t3">unknown</span>;
  if (!isInPipeline(sector)) return <span className="t3">for {formatDuration(elapsedMs)}</span>;
  return (
    <span className={styles.inState}>
      {medianMs === undefined ? undefined : <PaceBar elapsedMs={elapsedMs} medianMs={medianMs} pace={pace} isWide />}
      <b className={classNames(styles.time, pace === 'slow' && styles.warnTime, isStuck(entry) && styles.badTime)}>
        {formatDuration(elapsedMs)}
      </b>
      <span>{medianMs === undefined ? 'no median yet' : `of ${formatDuration(medianMs)}`}</span>
    </span>
  );
}
