/** The columns of sectors, as the node's answers have them and with what the blocks of the state tell besides. */
import { formatBytes } from '../../../shared/domain/byte-size.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import type { StateSectorRow } from '../../../shared/ipc/schemas/state-read.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { AmountText } from '../../components/AmountText.tsx';
import type { DataColumn } from '../../components/DataTable.tsx';
import { EpochText } from '../../components/EpochText.tsx';
import { HashText } from '../../components/HashText.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Traced } from '../../components/Traced.tsx';
import type { Origin } from '../../lib/origin.ts';
import type { Tone } from '../../lib/tone.ts';
import { type SectorStatus, sectorStatus } from './state/sector-status.ts';

export type SectorRow = Extract<Miner['sectorRows'], { value: unknown }>['value']['rows'][number];

/** The answer lists sectors in the node's order: found by number. */
function sectorOrigin(sector: SectorRow, field: string): Origin {
  return `StateMinerSectors [SectorNumber=${sector.number}].${field}`;
}

export const sectorColumns: readonly DataColumn<SectorRow>[] = [
  { id: 'number', head: 'Sector', widthPx: 92, cell: (sector) => formatInteger(sector.number), sortBy: (sector) => sector.number },
  {
    id: 'state',
    head: 'State',
    widthPx: 132,
    cell: (sector) =>
      sector.isFaulty ? (
        <StatusText tone="danger">Faulty</StatusText>
      ) : sector.isActive ? (
        <StatusText tone="success">Proving</StatusText>
      ) : (
        <StatusText tone="pending">Not proven yet</StatusText>
      ),
    sortBy: (sector) => (sector.isFaulty ? 0 : sector.isActive ? 2 : 1),
  },
  {
    id: 'active',
    head: 'Active',
    widthPx: 72,
    cell: (sector) => <span className={sector.isActive ? undefined : 'bad'}>{sector.isActive ? 'YES' : 'NO'}</span>,
    sortBy: (sector) => Number(sector.isActive),
  },
  {
    id: 'place',
    head: 'Deadline, part.',
    widthPx: 116,
    cell: (sector) => (sector.deadline === undefined ? '' : `${sector.deadline}, ${sector.partition ?? 0}`),
    sortBy: (sector) => (sector.deadline ?? -1) * 1000 + (sector.partition ?? 0),
  },
  {
    id: 'verified',
    head: 'Verified',
    widthPx: 92,
    align: 'right',
    cell: (sector) =>
      sector.verifiedBytes === undefined ? undefined : (
        <Traced of={sectorOrigin(sector, 'VerifiedDealWeight')} isInCell>
          <span className={sector.verifiedBytes === '0' ? 't3' : undefined}>{formatBytes(BigInt(sector.verifiedBytes))}</span>
        </Traced>
      ),
    sortBy: (sector) => BigInt(sector.verifiedBytes ?? '-1'),
    isWideOnly: true,
  },
  {
    id: 'expires',
    head: 'Expires',
    align: 'right',
    cell: (sector) => (
      <Traced of={sectorOrigin(sector, 'Expiration')} isInCell>
        <EpochText height={sector.expiration} timeMs={sector.expirationTimeMs} />
      </Traced>
    ),
    sortBy: (sector) => sector.expiration,
  },
  {
    id: 'pledge',
    head: 'Pledge',
    widthPx: 144,
    align: 'right',
    cell: (sector) => (
      <Traced of={sectorOrigin(sector, 'InitialPledge')} isInCell>
        <AmountText value={sector.initialPledge} places={6} />
      </Traced>
    ),
    sortBy: (sector) => BigInt(sector.initialPledge),
  },
  {
    id: 'sealed',
    head: 'Sealed CID',
    widthPx: 136,
    cell: (sector) => (
      <Traced of={sectorOrigin(sector, 'SealedCID')} isInCell>
        <HashText cid={sector.sealedCid} />
      </Traced>
    ),
    isWideOnly: true,
  },
];

const STATUS_WORDS: Readonly<Record<SectorStatus, { readonly word: string; readonly tone: Tone }>> = {
  active: { word: 'Proving', tone: 'success' },
  faulty: { word: 'Faulty', tone: 'danger' },
  recovering: { word: 'Recovering', tone: 'warning' },
  unproven: { word: 'Not proven yet', tone: 'pending' },
  terminated: { word: 'Terminated', tone: 'neutral' },
};

const OF_STATE: readonly DataColumn<StateSectorRow>[] = [
  {
    id: 'state',
    head: 'State',
    widthPx: 132,
    cell: (sector) => {
      const { word, tone } = STATUS_WORDS[sectorStatus(sector)];
      return <StatusText tone={tone}>{word}</StatusText>;
    },
  },
  {
    id: 'power',
    head: 'Quality adj.',
    widthPx: 96,
    align: 'right',
    cell: (sector) => formatBytes(BigInt(sector.qualityAdjusted)),
  },
  {
    id: 'fee',
    head: 'Daily fee',
    widthPx: 144,
    align: 'right',
    cell: (sector) =>
      sector.dailyFee === undefined ? <span className="t3">none</span> : <AmountText value={sector.dailyFee} unit="nanoFIL" places={3} />,
    isWideOnly: true,
  },
];

/** In the order in which they stand in the table. */
const STATE_COLUMN_IDS = ['number', 'state', 'active', 'place', 'verified', 'power', 'expires', 'pledge', 'fee', 'sealed'];

export const stateSectorColumns: readonly DataColumn<StateSectorRow>[] = STATE_COLUMN_IDS.flatMap(
  (id) => [...OF_STATE, ...sectorColumns].find((column) => column.id === id) ?? [],
);
