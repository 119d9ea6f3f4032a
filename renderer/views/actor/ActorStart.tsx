import { IconArrowRight } from '@tabler/icons-react';
import { type FormEvent, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import { knownContracts } from '../../../shared/domain/evm/known-contracts.ts';
import { singletonOf } from '../../../shared/domain/methods/actor-type.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { TextField } from '../../components/inputs/TextField.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './actor.module.css';
import { actorPath } from './actor-words.ts';

interface KnownActor {
  readonly address: string;
  readonly name: string;
  readonly kind: string;
}

/** IDs of the singleton actors. */
const SINGLETON_IDS = [0, 1, 2, 3, 4, 5, 6, 7, 10, 99];

const COLUMNS: readonly DataColumn<KnownActor>[] = [
  {
    id: 'name',
    head: 'Name',
    widthPx: 260,
    sortBy: ({ name }) => name,
    text: ({ name }) => name,
    cell: ({ name }) => <span className="m">{name}</span>,
  },
  {
    id: 'address',
    head: 'Address',
    widthPx: 260,
    text: ({ address }) => address,
    cell: ({ address }) => <AddressText address={address} isLabelled={false} />,
  },
  {
    id: 'kind',
    head: 'Kind',
    sortBy: ({ kind }) => kind,
    text: ({ kind }) => kind,
    cell: ({ kind }) => <span className="t2">{kind}</span>,
  },
];

/** Opens an actor by address, or from the known ones: keys, address book, built-in actors and contracts. */
export function ActorStart() {
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const networkLetter = useTopic('chain.headChanged', (head) => (head?.strip.at(-1)?.blocks[0]?.miner ?? 'f').slice(0, 1));
  const genesisCid = useTopic('chain.headChanged', (head) => head?.genesisCid);
  const accounts = useTopic('wallet.changed', (wallet) => wallet?.accounts);
  const entries = useTopic('addresses.changed');
  const rows = useMemo<readonly KnownActor[]>(
    () => [
      ...(accounts ?? []).map(({ address, label }) => ({ address, name: label, kind: 'own key' })),
      ...(entries ?? []).filter(({ label }) => label !== '').map(({ address, label }) => ({ address, name: label, kind: 'address book' })),
      ...SINGLETON_IDS.map((id) => {
        const address = idAddress(id);
        return {
          address: formatAddress(address, networkLetter === 't' ? 't' : 'f'),
          name: sentence(singletonOf(address)?.name ?? ''),
          kind: 'built-in actor',
        };
      }),
      ...(genesisCid === undefined ? [] : knownContracts(genesisCid)).map(({ address, name }) => ({
        address: formatAddress(address, networkLetter === 't' ? 't' : 'f'),
        name: sentence(name),
        kind: 'known contract',
      })),
    ],
    [accounts, entries, networkLetter, genesisCid],
  );
  const wanted = typed.trim();

  function open(event: FormEvent): void {
    event.preventDefault();
    if (wanted !== '') navigate(actorPath(wanted));
  }

  return (
    <SplitView>
      <PageHead title="Actors" />
      <form className={styles.start} onSubmit={open} aria-label="Open an actor">
        <TextField label="Address" value={typed} onChange={setTyped} isMono placeholder="f0, f1, f2, f3, f4 or 0x" />
        <Button type="submit" icon={IconArrowRight} disabledReason={wanted === '' ? 'Enter an address.' : undefined}>
          Open
        </Button>
      </form>
      <DataTable
        label="Known actors"
        unit={['actor', 'actors']}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ address }) => address}
        onSelect={({ address }) => navigate(actorPath(address))}
        copyText={({ address }) => address}
        isFilling
        exportName="known-actors"
      />
    </SplitView>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
