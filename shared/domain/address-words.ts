/** What an address says beyond its own text: its form in Ethereum's tools, and what becomes of it while no actor is there. */
import { beginsWithFunds } from './actor-type.ts';
import { addressProtocol, tryParseAddress } from './address.ts';
import { checksumEthAddress, ethAddressFromAddress } from './eth-address.ts';

/**
 * The 0x form, with the capital letters of EIP-55, of an f410 address; undefined for all others.
 *
 * @param options.isIdIncluded also for ids, whose masked form few people know: where somebody typed it
 */
export function ethText(address: string, { isIdIncluded = false } = {}): string | undefined {
  const parsed = tryParseAddress(address);
  if (parsed === undefined || (addressProtocol(parsed) === 0 && !isIdIncluded)) return undefined;
  const text = ethAddressFromAddress(parsed);
  return text === undefined ? undefined : checksumEthAddress(text);
}

/** Of an address without an actor: whether a transfer makes one. */
export function absenceWords(address: string): string {
  const parsed = tryParseAddress(address);
  return parsed !== undefined && beginsWithFunds(parsed)
    ? 'Not on chain yet: it begins with the first funds'
    : 'There is no such actor, and a transfer cannot make one';
}
