import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import { type DataColumn, DataTable } from '../../components/DataTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { callsOf, PanelContent } from '../../components/QueryContent.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';

type Role = Extract<Miner['info'], { value: unknown }>['value']['roles'][number];

const COLUMNS: readonly DataColumn<Role>[] = [
  { id: 'role', head: 'Role', widthPx: 112, cell: (role) => <UntrustedText text={role.role} maximumLength={40} /> },
  {
    id: 'address',
    head: 'Address',
    cell: (role) => (
      <span className="row">
        <AddressText address={role.address} />
        {role.key === undefined || role.key === role.address ? undefined : (
          <span className="t2">
            <AddressText address={role.key} />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'balance',
    head: 'Balance',
    widthPx: 148,
    align: 'right',
    cell: (role) => (role.balance === undefined ? undefined : <AmountText value={role.balance} places={4} />),
  },
];

interface KeysPanelProps {
  readonly miner: Miner;
  readonly onRetry: () => void;
}

/** Who may do what for this miner, and whether they can pay for it. */
export function KeysPanel({ miner, onRetry }: KeysPanelProps) {
  return (
    <Panel
      title="Keys"
      sub={'error' in miner.info ? undefined : miner.info.value.hasPendingWorkerChange ? 'a change of the worker is under way' : undefined}
      calls={callsOf(miner.info)}
    >
      <PanelContent panel={miner.info} onRetry={onRetry}>
        {(info) => (
          <DataTable label="Keys of the miner" columns={COLUMNS} rows={info.roles} rowKey={(role) => `${role.role} ${role.address}`} />
        )}
      </PanelContent>
    </Panel>
  );
}
