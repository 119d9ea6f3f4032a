/** Balances of the vault's keys as last read for a screen. Asks the node nothing. */
import type { KnownBalances } from '../../../shared/attention/attention-facts.ts';
import type { AddressBalances } from '../../../shared/ipc/schemas/addresses.ts';
import type { WalletState } from '../../../shared/ipc/schemas/wallet.ts';
import { ValueTopic } from '../../platform/topics.ts';

export class OwnBalances {
  readonly slice = new ValueTopic<KnownBalances>({ genesisCid: undefined, byAddress: new Map() });
  readonly #accounts: () => WalletState['accounts'];

  constructor(accounts: () => WalletState['accounts']) {
    this.#accounts = accounts;
  }

  /** @param genesisCid the network on which they were read */
  note(genesisCid: string, balances: AddressBalances['balances']): void {
    const own = new Set(this.#accounts().map(({ address }) => address));
    const known = this.slice.get();
    const byAddress = new Map<string, string>(known.genesisCid === genesisCid ? known.byAddress : []);
    for (const { address, balance } of balances) {
      if (own.has(address) && balance !== undefined) byAddress.set(address, balance);
    }
    this.slice.set({ genesisCid, byAddress });
  }
}
