/** What other services ask of the addresses that are known on this machine: keys, watched ones, the address book, recipients of before. */
import type { Address } from '../../../shared/domain/address.ts';

export interface KnownAddress {
  /** Canonical, with the letter f. */
  readonly address: Address;
  /** Empty where it was only seen. */
  readonly label: string;
  /** `key`: of this vault; `watched` and `book`: saved by the user; `seen`: sent to before. */
  readonly source: 'key' | 'watched' | 'book' | 'seen';
  readonly firstSeenAtMs?: number;
  /** When the label was last written; absent for keys and for labels of a time when this was not recorded. */
  readonly labelledAtMs?: number;
  /** When a message to it was last approved. Only an approval sets it, never a call of the app. */
  readonly lastSentAtMs?: number;
}

export interface KnownAddresses {
  list(): readonly KnownAddress[];
  find(address: Address): KnownAddress | undefined;
  /** A message to it was approved. Resolves when it is on disk; a failure to write is logged, never thrown. */
  noteSent(addresses: readonly Address[]): Promise<void>;
}
