/** The columns of sectors, from the node's answers and from the blocks of the state. */
import type { ReactNode } from 'react';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { SectorTableRow } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import type { DataColumn } from '../../components/tables/DataTable.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { EpochText } from '../../components/values/EpochText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import type { Origin } from '../../lib/origin.ts';
import type { Tone } from '../../lib/tone.ts';
import { type SectorStatus, sectorStatus } from './state/sector-status.ts';

/** Of a sector: the call that brought it, where the rows of a list came with several. */
type CallOf = (sector: SectorTableRow) => CallRef | undefined;

/** The answer lists sectors in the node's order: found by number. */
function sectorOrigin(sector: SectorTableRow, field: string): Origin {
  return `StateMinerSectors [SectorNumber=${sector.number}].${field}`;
}

export const STATUS_WORDS: Readonly<Record<SectorStatus, { readonly word: string; readonly tone: Tone }>> = {
  active: { word: 'Proving', tone: 'success' },
  faulty: { word: 'Faulty', tone: 'danger' },
  recovering: { word: 'Recovering', tone: 'warning' },
  unproven: { word: 'Unproven', tone: 'pending' },
  terminated: { word: 'Terminated', tone: 'neutral' },
};

type Columns = Readonly<Record<string, DataColumn<SectorTableRow>>>;

function baseColumns(callOf: CallOf): Columns {
  const traced = (sector: SectorTableRow, field: string, children: ReactNode): ReactNode => (
    <FromCall call={callOf(sector)}>
      <Traced of={sectorOrigin(sector, field)} isInCell>
        {children}
      </Traced>
    </FromCall>
  );
  return {
    number: {
      id: 'number',
      head: 'Sector',
      widthPx: 84,
      cell: (sector) => formatInteger(sector.number),
      text: (sector) => sector.number,
      textName: 'sector',
    },
    state: {
      id: 'state',
      head: 'State',
      widthPx: 124,
      cell: (sector) => {
        const { word, tone } = STATUS_WORDS[sectorStatus(sector)];
        return <StatusText tone={tone}>{word}</StatusText>;
      },
      text: sectorStatus,
      textName: 'state',
    },
    active: {
      id: 'active',
      head: 'Active',
      widthPx: 72,
      isWideOnly: true,
      cell: (sector) => (
        <span className={sector.isActive ? undefined : sector.isTerminated ? 't3' : 'bad'}>{sector.isActive ? 'YES' : 'NO'}</span>
      ),
      text: (sector) => (sector.isActive ? 'YES' : 'NO'),
    },
    place: {
      id: 'place',
      head: 'Deadline, part.',
      widthPx: 116,
      isWideOnly: true,
      cell: (sector) => (sector.deadline === undefined ? '' : `${sector.deadline}, ${sector.partition ?? 0}`),
      text: (sector) => (sector.deadline === undefined ? '' : `${sector.deadline}, ${sector.partition ?? 0}`),
    },
    quality: {
      id: 'quality',
      head: 'Quality',
      widthPx: 72,
      align: 'right',
      cell: (sector) => traced(sector, 'VerifiedDealWeight', <span title={qualityHint(sector)}>{qualityWords(sector)}</span>),
      text: (sector) => sector.quality,
      textName: 'quality',
    },
    power: {
      id: 'power',
      head: 'Quality adj.',
      widthPx: 96,
      align: 'right',
      cell: (sector) => formatBytes(BigInt(sector.qualityAdjusted)),
      text: (sector) => sector.qualityAdjusted,
      textName: 'quality_adjusted_bytes',
    },
    expires: {
      id: 'expires',
      head: 'Expires',
      widthPx: 170,
      align: 'right',
      cell: (sector) => traced(sector, 'Expiration', <EpochText height={sector.expiration} timeMs={sector.expirationTimeMs} isInColumn />),
      text: (sector) => sector.expiration,
      textName: 'expiration_epoch',
    },
    pledge: {
      id: 'pledge',
      head: 'Pledge',
      widthPx: 126,
      align: 'right',
      cell: (sector) => traced(sector, 'InitialPledge', <AmountText value={sector.initialPledge} places={6} />),
      text: (sector) => sector.initialPledge,
      textName: 'pledge_attofil',
    },
    fee: {
      id: 'fee',
      head: 'Daily fee',
      widthPx: 144,
      align: 'right',
      cell: (sector) =>
        sector.dailyFee === undefined ? (
          <span className="t3">none</span>
        ) : (
          traced(sector, 'DailyFee', <AmountText value={sector.dailyFee} unit="nanoFIL" places={3} />)
        ),
      text: (sector) => sector.dailyFee ?? '0',
      textName: 'daily_fee_attofil',
      isWideOnly: true,
    },
    sealed: {
      id: 'sealed',
      head: 'Sealed CID',
      widthPx: 136,
      cell: (sector) => traced(sector, 'SealedCID', <HashText cid={sector.sealedCid} />),
      text: (sector) => sector.sealedCid,
      textName: 'sealed_cid',
      isWideOnly: true,
    },
  };
}

function FromCall({ call, children }: { readonly call: CallRef | undefined; readonly children: ReactNode }) {
  return call === undefined ? children : <CallsContext value={[call]}>{children}</CallsContext>;
}

function inOrder(ids: readonly string[], columns: Columns): readonly DataColumn<SectorTableRow>[] {
  return ids.flatMap((id) => columns[id] ?? []);
}

/** Columns from the node's sector records and partitions, in the service's order. */
export function sectorTableColumns(callOf: CallOf): readonly DataColumn<SectorTableRow>[] {
  const base = baseColumns(callOf);
  const own: Columns = {
    data: {
      id: 'data',
      head: 'Data',
      widthPx: 108,
      isWideOnly: true,
      cell: (sector) => <span title={dataHint(sector)}>{dataWords(sector)}</span>,
      text: (sector) => sector.dataBytes,
      textName: 'data_bytes',
    },
    activated: {
      id: 'activated',
      head: 'Activated',
      widthPx: 168,
      align: 'right',
      cell: (sector) => <EpochText height={sector.activation} timeMs={sector.activationTimeMs} isInColumn />,
      text: (sector) => sector.activation,
      textName: 'activation_epoch',
      isHidden: true,
    },
    upgraded: {
      id: 'upgraded',
      head: 'Upgraded',
      widthPx: 84,
      cell: (sector) => (sector.isUpgraded ? 'yes' : <span className="t3">no</span>),
      text: (sector) => (sector.isUpgraded ? 'yes' : 'no'),
      isHidden: true,
    },
  };
  const all: Columns = { ...base, ...own };
  const hidden = (id: string): readonly DataColumn<SectorTableRow>[] => {
    const column = all[id];
    return column === undefined ? [] : [{ ...column, isHidden: true }];
  };
  return [
    ...inOrder(['number', 'state', 'active', 'place', 'data', 'quality'], all),
    ...hidden('power'),
    ...inOrder(['activated', 'upgraded', 'expires', 'pledge'], all),
    ...hidden('fee'),
    ...inOrder(['sealed'], all),
  ];
}

/** `1×` to `10×`. */
function qualityWords({ quality, isFullByRule }: SectorTableRow): ReactNode {
  const words = `${Math.round(quality * 100) / 100}×`;
  return quality <= 1 ? <span className="t3">{words}</span> : isFullByRule ? <b>{words}</b> : words;
}

function qualityHint({ quality, isFullByRule }: SectorTableRow): string {
  if (isFullByRule) return 'Full quality by protocol: 10× its size regardless of content (since network version 29)';
  return quality <= 1 ? 'Quality-adjusted power equals its size' : 'From verified deals';
}

/** Committed capacity, number of deals in its record, or data size. */
function dataWords({ dealCount, dataBytes }: SectorTableRow): ReactNode {
  if (dealCount > 0) return `f05 ${formatInteger(dealCount)}`;
  return dataBytes === '0' ? <span className="t3">CC</span> : formatBytes(BigInt(dataBytes));
}

function dataHint({ dealCount, dataBytes }: SectorTableRow): string {
  if (dealCount > 0) return 'Market deals in its record';
  return dataBytes === '0'
    ? 'Committed capacity (CC): no data'
    : 'Data size, from the deal weight. The record does not show whether it came from market deals or direct data onboarding. Open the sector for its deals and claims.';
}
