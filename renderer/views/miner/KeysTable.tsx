import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import { type DataColumn, DataTable } from '../../components/DataTable.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import type { Origin } from '../../lib/origin.ts';
import { BLOCK_ORIGIN } from './figure-blocks.ts';

type Role = Extract<Miner['info'], { value: unknown }>['value']['roles'][number];

const COLUMNS: readonly DataColumn<Role>[] = [
  { id: 'role', head: 'Role', widthPx: 112, cell: (role) => <UntrustedText text={role.role} maximumLength={40} /> },
  {
    id: 'address',
    head: 'Address',
    cell: (role) => (
      <span className="row">
        <Traced of={[roleOrigin(role.role), BLOCK_ORIGIN]} isInCell>
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

/** Who may do what for a miner, and whether they can pay for it. Of calls for blocks the first brought the one that names the roles. */
export function KeysTable({ roles, isFilling = false }: { readonly roles: readonly Role[]; readonly isFilling?: boolean }) {
  return (
    <DataTable
      label="Keys of the miner"
      columns={COLUMNS}
      rows={roles}
      rowKey={(role) => `${role.role} ${role.address}`}
      isFilling={isFilling}
    />
  );
}
