/** The address book: labels, notes, watched addresses, and when an address was first seen. */
import type { AddressEntry } from '../../../shared/ipc/schemas/addresses.ts';
import type { Clock, Logger, ProfilePaths } from '../../platform/ports.ts';
import { ListTopic } from '../../platform/topics.ts';
import type { WalletService } from '../../wallet/wallet-service.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';
import type { KnownAddresses } from './known-addresses.ts';

export interface AddressBookOptions {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whose keys are known addresses too. */
  readonly wallet: WalletService;
  readonly connections: ActiveConnectionSource;
}

export class AddressBook implements KnownAddresses {
  /** The contract's `addresses.changed`. */
  readonly topic = new ListTopic<AddressEntry>((entry) => entry.address, 5000);

  constructor(_options: AddressBookOptions) {}

  async start(): Promise<void> {}

  list(): [] {
    return [];
  }

  find(): undefined {
    return undefined;
  }

  async noteSent(): Promise<void> {}
}
