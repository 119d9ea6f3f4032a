/** Labels of an address: its Ethereum form, and what is shown while no actor exists at it. */
import { beginsWithFunds } from '../methods/actor-type.ts';
import { addressProtocol, tryParseAddress } from './address.ts';
import { checksumEthAddress, ethAddressFromAddress } from './eth-address.ts';

/**
 * Return the 0x form of an f410 address, with EIP-55 checksum; undefined for all others.
 *
 * @param options.isIdIncluded also return the masked 0x form of ID addresses, for addresses that a person typed
 */
export function ethText(address: string, { isIdIncluded = false } = {}): string | undefined {
  const parsed = tryParseAddress(address);
  if (parsed === undefined || (addressProtocol(parsed) === 0 && !isIdIncluded)) return undefined;
  const text = ethAddressFromAddress(parsed);
  return text === undefined ? undefined : checksumEthAddress(text);
}

/** Describe an address without an actor: whether a transfer creates one. */
export function absenceWords(address: string): string {
  const parsed = tryParseAddress(address);
  return parsed !== undefined && beginsWithFunds(parsed)
    ? 'Not on chain yet; created when it first receives funds'
    : 'No actor at this address, and a transfer cannot create one';
}
