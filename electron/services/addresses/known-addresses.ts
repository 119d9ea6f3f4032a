/** Addresses known on this machine, for other services: keys, address book entries and past recipients. */
import type { Address } from '../../../shared/domain/addresses/address.ts';

export interface KnownAddress {
  /** Canonical, with the prefix f. */
  readonly address: Address;
  /** Empty for recipients. */
  readonly label: string;
  /** `key`: of this vault; `watched` and `book`: saved by the user; `seen`: sent to before. */
  readonly source: 'key' | 'watched' | 'book' | 'seen';
  readonly firstSeenAtMs?: number;
  /** When the label was last changed; absent for keys and old labels. */
  readonly labelledAtMs?: number;
  /** When a message to it was last approved. Only approvals set it, never a call of the app. */
  readonly lastSentAtMs?: number;
}

export interface KnownAddresses {
  list(): readonly KnownAddress[];
  find(address: Address): KnownAddress | undefined;
  /** Record an approved message. Resolves when it is on disk; write errors are logged, never thrown. */
  noteSent(addresses: readonly Address[]): Promise<void>;
}
