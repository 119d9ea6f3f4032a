import { IconLayoutGrid } from '@tabler/icons-react';
import { formatBytes } from '../../../../shared/domain/byte-size.ts';
import type { PartitionRow } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx';
import { PanelState } from '../../../components/PanelState.tsx';
import { StatusText } from '../../../components/StatusText.tsx';

type Count = 'live' | 'active' | 'faulty' | 'recovering' | 'unproven' | 'terminated';
type Power = 'activePower' | 'faultyPower' | 'recoveringPower';

const COLUMNS: readonly DataColumn<PartitionRow>[] = [
  { id: 'deadline', head: 'Deadline', widthPx: 84, align: 'right', cell: (row) => row.deadline, sortBy: placeOf },
  { id: 'partition', head: 'Partition', widthPx: 80, align: 'right', cell: (row) => formatInteger(row.partition) },
  countColumn('live', 'Live', 72),
  countColumn('active', 'Active', 72),
  countColumn('faulty', 'Faulty', 72, 'bad'),
  countColumn('recovering', 'Recovering', 92, 'warn'),
  countColumn('unproven', 'Unproven', 88, 'pend'),
  countColumn('terminated', 'Terminated', 92),
  {
    id: 'posted',
    head: 'Posted',
    widthPx: 136,
    cell: (row) => (row.isPosted ? <StatusText tone="success">Posted</StatusText> : <StatusText tone="neutral">No proof seen</StatusText>),
    sortBy: (row) => Number(row.isPosted),
  },
  powerColumn('activePower', 'Active power'),
  { ...powerColumn('faultyPower', 'Faulty power'), widthPx: 136, isWideOnly: true },
  { ...powerColumn('recoveringPower', 'Recovering power'), widthPx: 136, isWideOnly: true },
];

interface PartitionsTableProps {
  readonly rows: readonly PartitionRow[];
  readonly total: number;
  readonly onOpen: (row: PartitionRow) => void;
}

/** The partitions of all deadlines. A row opens its sectors. */
export function PartitionsTable({ rows, total, onOpen }: PartitionsTableProps) {
  return (
    <DataTable
      label="Partitions"
      unit={['partition', 'partitions']}
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => `${row.deadline} ${row.partition}`}
      onSelect={onOpen}
      total={total}
      isFilling
      footer="“Posted”: the proof was seen in the window that is open, or that was open last. Power is quality adjusted."
      empty={
        <PanelState icon={IconLayoutGrid} title="No partitions">
          This miner has proven no sector yet.
        </PanelState>
      }
    />
  );
}

function placeOf(row: PartitionRow): number {
  return row.deadline * 1_000_000 + row.partition;
}

function countColumn(field: Count, head: string, widthPx: number, tone?: 'bad' | 'warn' | 'pend'): DataColumn<PartitionRow> {
  return {
    id: field,
    head,
    widthPx,
    align: 'right',
    cell: (row) => <span className={row[field] === 0 ? 't3' : tone}>{formatInteger(row[field])}</span>,
    sortBy: (row) => row[field],
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
  };
}
