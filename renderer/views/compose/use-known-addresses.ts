import { useMemo } from 'react';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';

export interface KnownAddress {
  readonly address: string;
  readonly label: string;
  /** Kind of address: key, watched address or own miner. */
  readonly note: string;
}

/** Known addresses for suggestions: keys, own miners, then the address book and past recipients. */
export function useKnownAddresses(): readonly KnownAddress[] {
  const accounts = useTopic('wallet.changed', (wallet) => wallet?.accounts);
  const entries = useTopic('addresses.changed');
  const miners = useOwnMiners();
  return useMemo(() => {
    const known = new Map<string, KnownAddress>();
    for (const { address, label, keyType } of accounts ?? []) known.set(address, { address, label, note: `${keyType} key` });
    for (const address of miners) if (!known.has(address)) known.set(address, { address, label: '', note: 'own miner' });
    for (const entry of entries ?? []) {
      const before = known.get(entry.address);
      const label = before === undefined || before.label === '' ? sanitiseToText(entry.label, 60) : before.label;
      known.set(entry.address, {
        address: entry.address,
        label,
        note: before?.note ?? (entry.isWatched ? 'watched' : entry.label === '' ? 'sent to before' : 'address book'),
      });
    }
    return [...known.values()];
  }, [accounts, entries, miners]);
}

/** ID addresses of the miners of the node; empty if unknown. */
export function useOwnMiners(): readonly string[] {
  const { data } = useQuery('own miners', (client) => client.miners.listMiners({ isOwnOnly: true }));
  return useMemo(
    () =>
      data !== undefined && 'value' in data.miners ? data.miners.value.filter((miner) => miner.isOwn).map((miner) => miner.address) : [],
    [data],
  );
}

/** The addresses that match the text; all if the text is one of them. */
export function matchingAddresses(known: readonly KnownAddress[], text: string): readonly KnownAddress[] {
  const query = text.trim().toLowerCase();
  if (query === '' || known.some(({ address }) => address === text.trim())) return known.slice(0, 50);
  return known.filter(({ address, label }) => address.toLowerCase().includes(query) || label.toLowerCase().includes(query)).slice(0, 50);
}

/** The address of a typed label, if the label is unique. */
export function addressByLabel(known: readonly KnownAddress[], text: string): string | undefined {
  const label = text.trim().toLowerCase();
  const found = label === '' ? [] : known.filter((each) => each.label.toLowerCase() === label);
  return found.length === 1 ? found[0]?.address : undefined;
}
