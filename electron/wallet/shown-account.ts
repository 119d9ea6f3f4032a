/** The contract's form of an account in the vault. */
import type { Address, NetworkLetter } from '../../shared/domain/addresses/address.ts';
import { formatAddress, parseAddress } from '../../shared/domain/addresses/address.ts';
import { checksumEthAddress, ethAddressFromAddress } from '../../shared/domain/addresses/eth-address.ts';
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
    // The source of an imported key may be lost: only an export from here counts as a backup.
    isBackedUp: origin.kind === 'phrase' ? phrases.some(({ id, isBackedUp }) => id === origin.phraseId && isBackedUp) : isExported,
  };
}

/** Return the address of a key with the network's letter; for a delegated key also the 0x address. */
export function shownKeyAddress(address: Address, letter: NetworkLetter): { address: string; ethAddress?: string } {
  // A masked ID address is never the address of a key, and a vault has no f0 addresses.
  const ethAddress = ethAddressFromAddress(address);
  return { address: formatAddress(address, letter), ...(ethAddress === undefined ? {} : { ethAddress: checksumEthAddress(ethAddress) }) };
}
