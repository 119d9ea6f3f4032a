import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { RUNWAY_PX, RunwayText } from '../../components/values/RunwayText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import type { Origin } from '../../lib/origin.ts';
import type { RunwayWords } from '../../lib/runway-words.ts';
import { BLOCK_ORIGIN } from './figure-blocks.ts';

type Role = Extract<Miner['info'], { value: unknown }>['value']['roles'][number];

/** An address with its roles and gas runway. */
export interface KeyRow extends Role {
  readonly runway?: RunwayWords | undefined;
  /** Note on the role: the end of a term. */
  readonly note?: string | undefined;
}

const COLUMNS: readonly DataColumn<KeyRow>[] = [
  {
    id: 'role',
    head: 'Role',
    widthPx: 142,
    cell: (row) => (
      <span title={row.role}>
        <UntrustedText text={row.role} maximumLength={60} />
      </span>
    ),
    text: (row) => row.role,
  },
  {
    id: 'address',
    head: 'Address',
    leastPx: 130,
    cell: (row) => (
      <span className="row">
        <Traced of={[roleOrigin(row.role), BLOCK_ORIGIN]} isInCell>
          <AddressText address={row.address} />
        </Traced>
        {row.key === undefined || row.key === row.address ? undefined : (
          <span className="t2">
            <Traced of="StateAccountKey" about={row.address} isInCell>
              <AddressText address={row.key} isLabelled={false} />
            </Traced>
          </span>
        )}
        {row.type === undefined || row.type === 'account' ? undefined : <span className="t3">{row.type}</span>}
        {row.note === undefined ? undefined : <span className="t3">{row.note}</span>}
      </span>
    ),
    text: (row) => row.address,
  },
  {
    id: 'balance',
    head: 'Balance',
    widthPx: 140,
    align: 'right',
    cell: (row) =>
      row.balance === undefined ? undefined : (
        <Traced of="StateGetActor Balance" about={row.address} isInCell>
          <AmountText value={row.balance} places={4} />
        </Traced>
      ),
    text: (row) => row.balance ?? '',
    textName: 'balance_attofil',
  },
];

/** The last column has the padding of the table's edge in it. */
const WITHOUT_RUNWAY = COLUMNS.map((column) => (column.id === 'balance' ? { ...column, widthPx: 156 } : column));

const RUNWAY: DataColumn<KeyRow> = {
  id: 'gas',
  head: 'Gas lasts',
  widthPx: RUNWAY_PX,
  align: 'right',
  cell: ({ runway }) => <RunwayText words={runway} />,
  text: ({ runway }) => runway?.text ?? '',
};
const WITH_RUNWAY = [...COLUMNS, RUNWAY];

/** The field of StateMinerInfo that names a role. */
function roleOrigin(roles: string): Origin {
  const [role = ''] = roles.split(', ');
  const control = /^Control (\d+)$/.exec(role)?.[1];
  if (control !== undefined) return `StateMinerInfo ControlAddresses[${control}]`;
  const fields: Readonly<Record<string, string>> = { 'New worker': 'NewWorker', 'Pending owner': 'PendingOwnerAddress' };
  return `StateMinerInfo ${fields[role] ?? role}`;
}

interface KeysTableProps {
  readonly roles: readonly KeyRow[];
  readonly hasRunway?: boolean;
  readonly isFilling?: boolean;
}

/** Addresses of a miner by role, with their gas runway. If read from blocks, the first call returned the block with the roles. */
export function KeysTable({ roles, hasRunway = false, isFilling = false }: KeysTableProps) {
  return (
    <DataTable
      label="Miner keys"
      columns={hasRunway ? WITH_RUNWAY : WITHOUT_RUNWAY}
      rows={roles}
      rowKey={(row) => `${row.role} ${row.address}`}
      copyText={(row) => row.key ?? row.address}
      isFilling={isFilling}
      unit={['role', 'roles']}
      hasFooter
      exportName="keys"
    />
  );
}
