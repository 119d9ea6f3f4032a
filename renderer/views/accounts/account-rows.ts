import type { AddressBalances, AddressEntry } from '../../../shared/ipc/schemas/addresses.ts';
import type { Account, KeyOrigin, Phrase } from '../../../shared/ipc/schemas/wallet.ts';

/** Balances per request; also the maximum number of keys in a vault. */
export const MAX_BALANCES = 1000;

type Balance = AddressBalances['balances'][number];

/** A row of the accounts: a key of this machine, or a watched address. */
export type AccountRow = { readonly address: string; readonly label: string; readonly balance: Balance | undefined } & (
  | { readonly kind: 'key'; readonly account: Account }
  | { readonly kind: 'watched'; readonly entry: AddressEntry }
);

/** Keys in vault order, then watched addresses. */
export function accountRows(
  accounts: readonly Account[],
  entries: readonly AddressEntry[],
  balances: readonly Balance[],
): readonly AccountRow[] {
  const byAddress = new Map(balances.map((balance) => [balance.address, balance]));
  const own = new Set(accounts.map(({ address }) => address));
  return [
    ...accounts.map((account): AccountRow => {
      const { address, label } = account;
      return { kind: 'key', account, address, label, balance: byAddress.get(address) };
    }),
    ...entries
      .filter(({ isWatched, address }) => isWatched && !own.has(address))
      .map((entry): AccountRow => {
        const { address, label } = entry;
        return { kind: 'watched', entry, address, label, balance: byAddress.get(address) };
      }),
  ];
}

export interface OwnTotal {
  /** attoFIL of every own key whose balance is known. */
  readonly amount: bigint;
  /** Own keys of unknown balance. */
  readonly unknownCount: number;
}

/** Total balance of own keys, without watched addresses. */
export function ownTotal(rows: readonly AccountRow[]): OwnTotal {
  const keys = rows.filter(({ kind }) => kind === 'key');
  const known = keys.flatMap(({ balance }) => (balance?.balance === undefined ? [] : [BigInt(balance.balance)]));
  return { amount: known.reduce((sum, value) => sum + value, 0n), unknownCount: keys.length - known.length };
}

/** Origin of a key as text. Phrases are numbered in vault order. */
export function originWords(origin: KeyOrigin, phrases: readonly Phrase[]): string {
  switch (origin.kind) {
    case 'phrase': {
      const place = phrases.findIndex(({ id }) => id === origin.phraseId) + 1;
      return phrases.length > 1 && place > 0 ? `phrase ${place}, ${origin.path}` : origin.path;
    }
    case 'imported':
      return 'imported';
    case 'random':
      return 'generated';
    default:
      return origin satisfies never;
  }
}
