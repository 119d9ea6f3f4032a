/** The calls of the address book. */
import type { SextantContract } from '../../../shared/ipc/contract.ts';
import type { HandlersOf } from '../../../shared/ipc/derive.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { WalletService } from '../../wallet/wallet-service.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';
import type { ChainPort } from '../messages/message-follower.ts';
import type { AddressBook } from './address-book.ts';

export interface AddressHandlersOptions {
  readonly book: AddressBook;
  readonly wallet: WalletService;
  readonly connections: ActiveConnectionSource;
  readonly chain: ChainPort;
}

const notYet = async (): Promise<never> => {
  throw new SextantError('internal', 'Not built yet.');
};

export function addressHandlers(_options: AddressHandlersOptions): HandlersOf<SextantContract>['addresses'] {
  return { saveAddress: notYet, removeAddress: notYet, resolveAddress: notYet };
}
