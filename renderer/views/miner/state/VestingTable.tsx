import { IconLockOpen } from '@tabler/icons-react';
import { useMemo } from 'react';
import { PanelState } from '../../../components/feedback/PanelState.tsx';
import { type DataColumn, DataTable } from '../../../components/tables/DataTable.tsx';
import { AmountText } from '../../../components/values/AmountText.tsx';
import { EpochText } from '../../../components/values/EpochText.tsx';
import { TimeText } from '../../../components/values/TimeText.tsx';
import { formatDateTime } from '../../../lib/shown-time.ts';
import { type VestingEntry, type VestingStep, vestingSteps } from './vesting-steps.ts';

const COLUMNS: readonly DataColumn<VestingStep>[] = [
  {
    id: 'epoch',
    head: 'Vests at epoch',
    widthPx: 200,
    align: 'right',
    cell: (step) => <EpochText height={step.epoch} timeMs={step.timeMs} />,
    text: (step) => step.epoch,
  },
  { id: 'time', head: 'Time', cell: (step) => <TimeText timeMs={step.timeMs} as="full" />, text: (step) => formatDateTime(step.timeMs) },
  {
    id: 'amount',
    head: 'Amount',
    widthPx: 200,
    align: 'right',
    cell: (step) => <AmountText value={step.amount} places={6} />,
    text: (step) => step.amount,
    textName: 'amount_attofil',
  },
  {
    id: 'sum',
    head: 'Total vested',
    widthPx: 200,
    align: 'right',
    cell: (step) => <AmountText value={step.freeSum} places={6} />,
    text: (step) => step.freeSum,
    textName: 'free_by_then_attofil',
  },
];

/** Every step of the release schedule. */
export function VestingTable({ rows }: { readonly rows: readonly VestingEntry[] }) {
  const steps = useMemo(() => vestingSteps(rows), [rows]);
  return (
    <DataTable
      label="Vesting"
      unit={['step', 'steps']}
      columns={COLUMNS}
      rows={steps}
      rowKey={(step) => String(step.epoch)}
      copyText={(step) => `${step.epoch} ${step.amount}`}
      isFilling
      exportName="vesting"
      empty={
        <PanelState icon={IconLockOpen} title="Nothing is vesting">
          75% of the miner’s part of each block reward is locked and vests over 180 days.
        </PanelState>
      }
    />
  );
}
