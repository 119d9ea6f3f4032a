/** ID addresses of the vault's keys as nodes report them, for names on screens. Checks and approvals do not use them. */
import { type Address, formatAddress, parseAddress } from '../../../shared/domain/addresses/address.ts';
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
  /** By genesis and key; undefined while a lookup runs. */
  readonly #ids = new Map<string, Address | undefined>();

  constructor({ connections, accounts, onChange }: OwnIdsOptions) {
    this.#connections = connections;
    this.#accounts = accounts;
    this.#onChange = onChange;
  }

  /** On the connected network. */
  find(key: Address): Address | undefined {
    const active = this.#connections.getActive();
    return active === undefined ? undefined : this.#ids.get(keyOf(active, key));
  }

  /** Look up the ID of each key on chain once, and remove that of a key no longer on chain. */
  async follow(balances: AddressBalances['balances']): Promise<void> {
    const active = this.#connections.getActive();
    if (active === undefined) return;
    const keys = new Set(this.#accounts().map(({ address }) => parseAddress(address)));
    for (const { address, exists, balance } of balances) {
      const key = parseAddress(address);
      const id = keyOf(active, key);
      if (!keys.has(key) || exists === this.#ids.has(id)) continue;
      if (exists) await this.#ask(active, key);
      // Without a balance, the node did not answer for it.
      else if (balance !== undefined && this.#ids.delete(id)) this.#onChange();
    }
  }

  async #ask(active: ActiveConnection, key: Address): Promise<void> {
    const id = keyOf(active, key);
    this.#ids.set(id, undefined);
    try {
      const params = [formatAddress(key, active.letter), null];
      const { value } = await active.client.call('StateLookupID', params, { schema: zAddressValue, cause: 'accounts: ids of keys' });
      this.#ids.set(id, value);
      this.#onChange();
    } catch (error) {
      this.#ids.delete(id);
      if (!(error instanceof SextantError)) throw error;
    }
  }
}

function keyOf({ facts }: ActiveConnection, key: Address): string {
  return `${facts.genesisCid} ${key}`;
}
