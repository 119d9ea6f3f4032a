import { IconLayoutGrid } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatBytes } from '../../../../shared/domain/encoding/byte-size.ts';
import type { PartitionRow } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import { PanelState } from '../../../components/feedback/PanelState.tsx';
import { StatusText } from '../../../components/feedback/StatusText.tsx';
import { type DataColumn, DataTable } from '../../../components/tables/DataTable.tsx';

type Count = 'live' | 'active' | 'faulty' | 'recovering' | 'unproven' | 'terminated';
type Power = 'activePower' | 'faultyPower' | 'recoveringPower';

const BEFORE_PROOF: readonly DataColumn<PartitionRow>[] = [
  {
    id: 'deadline',
    head: 'Deadline',
    widthPx: 84,
    align: 'right',
    cell: (row) => row.deadline,
    text: (row) => row.deadline,
    sortBy: placeOf,
  },
  {
    id: 'partition',
    head: 'Partition',
    widthPx: 80,
    align: 'right',
    cell: (row) => formatInteger(row.partition),
    text: (row) => row.partition,
  },
  countColumn('live', 'Live', 72),
  countColumn('active', 'Active', 72),
  countColumn('faulty', 'Faulty', 72, 'bad'),
  countColumn('recovering', 'Recovering', 92, 'warn'),
  countColumn('unproven', 'Unproven', 88, 'pend'),
  countColumn('terminated', 'Terminated', 92),
];

const AFTER_PROOF: readonly DataColumn<PartitionRow>[] = [
  powerColumn('activePower', 'Active power'),
  { ...powerColumn('faultyPower', 'Faulty power'), widthPx: 136, isWideOnly: true },
  { ...powerColumn('recoveringPower', 'Recovering power'), widthPx: 136, isWideOnly: true },
];

interface PartitionsTableProps {
  readonly rows: readonly PartitionRow[];
  readonly total: number;
  /** Undefined where that is not known. */
  readonly openDeadline: number | undefined;
  readonly onOpen: (row: PartitionRow) => void;
}

/** The partitions of all deadlines. A row opens its sectors. */
export function PartitionsTable({ rows, total, openDeadline, onOpen }: PartitionsTableProps) {
  const columns = useMemo(() => [...BEFORE_PROOF, proofColumn(openDeadline), ...AFTER_PROOF], [openDeadline]);
  return (
    <DataTable
      label="Partitions"
      unit={['partition', 'partitions']}
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.deadline} ${row.partition}`}
      onSelect={onOpen}
      total={total}
      isFilling
      exportName="partitions"
      footer="Proofs of the open window only. Sectors become faulty when a window closes without their proof. Power is quality-adjusted."
      empty={
        <PanelState icon={IconLayoutGrid} title="No partitions">
          This miner has no proven sectors yet.
        </PanelState>
      }
    />
  );
}

function placeOf(row: PartitionRow): number {
  return row.deadline * 1_000_000 + row.partition;
}

/** For the open window only: the state clears submitted proofs when a window closes. */
function proofColumn(openDeadline: number | undefined): DataColumn<PartitionRow> {
  return {
    id: 'proof',
    head: 'Proof',
    widthPx: 112,
    cell: (row) =>
      row.isPosted ? (
        <StatusText tone="success">Posted</StatusText>
      ) : isAwaited(row, openDeadline) ? (
        <StatusText tone="warning">Not yet</StatusText>
      ) : undefined,
    text: (row) => (row.isPosted ? 'posted' : isAwaited(row, openDeadline) ? 'not yet' : ''),
    sortBy: (row) => (row.isPosted ? 1 : isAwaited(row, openDeadline) ? 2 : 0),
  };
}

/** A partition whose live sectors are all faulty and not recovering owes no proof. */
function isAwaited({ deadline, live, faulty, recovering }: PartitionRow, openDeadline: number | undefined): boolean {
  return deadline === openDeadline && (recovering > 0 || faulty < live);
}

function countColumn(field: Count, head: string, widthPx: number, tone?: 'bad' | 'warn' | 'pend'): DataColumn<PartitionRow> {
  return {
    id: field,
    head,
    widthPx,
    align: 'right',
    cell: (row) => <span className={row[field] === 0 ? 't3' : tone}>{formatInteger(row[field])}</span>,
    sortBy: (row) => row[field],
    text: (row) => row[field],
  };
}

function powerColumn(field: Power, head: string): DataColumn<PartitionRow> {
  return {
    id: field,
    head,
    align: 'right',
    cell: ({ [field]: power }) => (
      <span
        className={power.qualityAdjusted === '0' ? 't3' : undefined}
        title={`${formatBytes(power.rawBytes)} raw, ${formatBytes(power.qualityAdjusted)} quality adjusted`}
      >
        {formatBytes(power.qualityAdjusted)}
      </span>
    ),
    sortBy: ({ [field]: power }) => BigInt(power.qualityAdjusted),
    text: ({ [field]: power }) => power.qualityAdjusted,
    textName: `${head.toLowerCase().replaceAll(' ', '_')}_quality_adjusted_bytes`,
  };
}
