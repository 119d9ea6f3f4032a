import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import { type DataColumn, DataTable } from '../../components/DataTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { callsOf, PanelContent } from '../../components/QueryContent.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import type { Origin } from '../../lib/origin.ts';

type Role = Extract<Miner['info'], { value: unknown }>['value']['roles'][number];

const COLUMNS: readonly DataColumn<Role>[] = [
  { id: 'role', head: 'Role', widthPx: 112, cell: (role) => <UntrustedText text={role.role} maximumLength={40} /> },
  {
    id: 'address',
    head: 'Address',
    cell: (role) => (
      <span className="row">
        <Traced of={roleOrigin(role.role)} isInCell>
          <AddressText address={role.address} />
        </Traced>
        {role.key === undefined || role.key === role.address ? undefined : (
          <span className="t2">
            <Traced of="StateAccountKey" about={role.address} isInCell>
              <AddressText address={role.key} />
            </Traced>
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
    cell: (role) =>
      role.balance === undefined ? undefined : (
        <Traced of="StateGetActor Balance" about={role.address} isInCell>
          <AmountText value={role.balance} places={4} />
        </Traced>
      ),
  },
];

/** The field of StateMinerInfo that names a role. */
function roleOrigin(role: string): Origin {
  const control = /^Control (\d+)$/.exec(role)?.[1];
  if (control !== undefined) return `StateMinerInfo ControlAddresses[${control}]`;
  const fields: Readonly<Record<string, string>> = { 'New worker': 'NewWorker', 'Pending owner': 'PendingOwnerAddress' };
  return `StateMinerInfo ${fields[role] ?? role}`;
}

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
