/**
 * The ID addresses of the vault's keys, as nodes say: for names on the screens of the app. Nothing that is checked or approved relies on
 * them.
 */
import { type Address, formatAddress, parseAddress } from '../../../shared/domain/address.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { AddressBalances } from '../../../shared/ipc/schemas/addresses.ts';
import type { WalletState } from '../../../shared/ipc/schemas/wallet.ts';
import { zAddressValue } from '../../../shared/validation/node/primitives.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';

export interface OwnIdsOptions {
  readonly connections: Pick<ActiveConnectionSource, 'getActive'>;
  readonly accounts: () => WalletState['accounts'];
  readonly onChange: () => void;
}

export class OwnIds {
  readonly #connections: OwnIdsOptions['connections'];
  readonly #accounts: OwnIdsOptions['accounts'];
  readonly #onChange: () => void;
  /** By genesis and key; undefined while a node is asked. */
  readonly #ids = new Map<string, Address | undefined>();

  constructor({ connections, accounts, onChange }: OwnIdsOptions) {
    this.#connections = connections;
    this.#accounts = accounts;
    this.#onChange = onChange;
  }

  /** On the connected network. */
  find(key: Address): Address | undefined {
    const active = this.#connections.getActive();
    return active === undefined ? undefined : this.#ids.get(placeOf(active, key));
  }

  /** Asks once for the ID of each key that is on the chain, and forgets that of one that is there no longer. */
  async follow(balances: AddressBalances['balances']): Promise<void> {
    const active = this.#connections.getActive();
    if (active === undefined) return;
    const keys = new Set(this.#accounts().map(({ address }) => parseAddress(address)));
    for (const { address, exists, balance } of balances) {
      const key = parseAddress(address);
      const place = placeOf(active, key);
      if (!keys.has(key) || exists === this.#ids.has(place)) continue;
      if (exists) await this.#ask(active, key);
      // Without a balance the node said nothing of it.
      else if (balance !== undefined && this.#ids.delete(place)) this.#onChange();
    }
  }

  async #ask(active: ActiveConnection, key: Address): Promise<void> {
    const place = placeOf(active, key);
    this.#ids.set(place, undefined);
    try {
      const params = [formatAddress(key, active.letter), null];
      const { value } = await active.client.call('StateLookupID', params, { schema: zAddressValue, cause: 'accounts: ids of keys' });
      this.#ids.set(place, value);
      this.#onChange();
    } catch (error) {
      this.#ids.delete(place);
      if (!(error instanceof SextantError)) throw error;
    }
  }
}

function placeOf({ facts }: ActiveConnection, key: Address): string {
  return `${facts.genesisCid} ${key}`;
}
