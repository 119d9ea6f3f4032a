import { useMemo } from 'react';
import type { DeadlinePartition, MinerDeadline } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { Traced } from '../../components/values/Traced.tsx';

type CountKey = 'live' | 'active' | 'faulty' | 'recovering' | 'unproven' | 'terminated';

function counted(id: CountKey, head: string, tone?: string): DataColumn<DeadlinePartition> {
  return {
    id,
    head,
    widthPx: 60,
    align: 'right',
    cell: (row) => (
      <Traced of={`StateMinerPartitions [${row.partition}]`} isInCell>
        <span className={row[id] === 0 ? 't3' : tone}>{formatInteger(row[id])}</span>
      </Traced>
    ),
    text: (row) => row[id],
  };
}

/** @param isOpen whether a proof is expected now */
const columnsOf = (isOpen: boolean, has: ReadonlySet<CountKey>): DataColumn<DeadlinePartition>[] => [
  { id: 'partition', head: 'No.', widthPx: 48, cell: (row) => formatInteger(row.partition), text: (row) => row.partition },
  counted('live', 'Live'),
  counted('faulty', 'Faulty', 'bad'),
  ...(has.has('recovering') ? [counted('recovering', 'Recov.', 'warn')] : []),
  ...(has.has('unproven') ? [counted('unproven', 'New')] : []),
  ...(has.has('terminated') ? [counted('terminated', 'Term.')] : []),
  {
    id: 'proof',
    head: 'Proof',
    widthPx: 96,
    cell: (row) => (
      <Traced of="StateMinerDeadlines" isInCell>
        <Proof row={row} isOpen={isOpen} />
      </Traced>
    ),
    text: (row) => (row.isPosted ? 'submitted' : ''),
  },
];

function Proof({ row, isOpen }: { readonly row: DeadlinePartition; readonly isOpen: boolean }) {
  if (row.live === 0 || row.faulty - row.recovering >= row.live) return <span className="t3">none due</span>;
  if (row.isPosted) return <StatusText tone="success">submitted</StatusText>;
  return isOpen ? <StatusText tone="warning">pending</StatusText> : <span className="t3">upcoming</span>;
}

/** The partitions of a deadline, and whether their proofs were submitted in the current or latest window. */
export function DeadlinePartitions({ deadline }: { readonly deadline: MinerDeadline }) {
  const { partitions, partitionCount, isOpen } = deadline;
  const columns = useMemo(() => {
    const has = new Set((['recovering', 'unproven', 'terminated'] as const).filter((key) => partitions.some((row) => row[key] > 0)));
    return columnsOf(isOpen, has);
  }, [partitions, isOpen]);
  if (partitionCount === 0) return <p className="t3">No sectors.</p>;
  return (
    <DataTable
      label="Partitions"
      unit={['partition', 'partitions']}
      columns={columns}
      rows={partitions}
      rowKey={(row) => String(row.partition)}
      total={partitionCount}
      hasFooter
      exportName={`partitions-deadline-${deadline.index}`}
    />
  );
}
