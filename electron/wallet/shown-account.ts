/** An account of the vault as documents show it. */
import type { Address, NetworkLetter } from '../../shared/domain/address.ts';
import { formatAddress, parseAddress } from '../../shared/domain/address.ts';
import { checksumEthAddress, ethAddressFromAddress } from '../../shared/domain/eth-address.ts';
import type { Account } from '../../shared/ipc/schemas/wallet.ts';
import type { VaultFacts } from './vault-file.ts';
import type { VaultAccount } from './vault-header.ts';
import type { CurrentNetwork } from './wallet-service.ts';

export function shownAccount(
  account: VaultAccount,
  { phrases }: Pick<VaultFacts, 'phrases'>,
  network: CurrentNetwork | undefined,
): Account {
  const letter = network?.letter ?? 'f';
  const { isExported, address, ...rest } = account;
  const { origin } = account;
  const key = parseAddress(address);
  const idAddress = network?.idOf?.(key);
  return {
    ...rest,
    ...shownKeyAddress(key, letter),
    ...(idAddress === undefined ? {} : { idAddress: formatAddress(idAddress, letter) }),
    // What an imported key came from may be gone: only an export from here is known of.
    isBackedUp: origin.kind === 'phrase' ? phrases.some(({ id, isBackedUp }) => id === origin.phraseId && isBackedUp) : isExported,
  };
}

/** The address of a key in a network's letter; of a delegated key, in the form of Ethereum too. */
export function shownKeyAddress(address: Address, letter: NetworkLetter): { address: string; ethAddress?: string } {
  // A masked id is no key's address, and f0 is none of a vault.
  const ethAddress = ethAddressFromAddress(address);
  return { address: formatAddress(address, letter), ...(ethAddress === undefined ? {} : { ethAddress: checksumEthAddress(ethAddress) }) };
}
