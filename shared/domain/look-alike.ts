/**
 * Addresses made to be taken for another one: the same beginning and end, which is what people compare, around something else.
 * Whoever makes them hopes that they are copied from a list of past transfers.
 */
import { type Address, addressProtocol } from './address.ts';
import { ethAddressFromAddress } from './eth-address.ts';

/** Characters that are alike by accident: less than once in a thousand million pairs of addresses. */
const LEAST_ALIKE = 6;
const LEAST_ALIKE_AT_AN_END = 2;

/** Whether one address can be taken for the other. Ids have too few digits to say. */
export function isLookAlike(one: Address, other: Address): boolean {
  if (one === other || lookAlikeKey(one) !== lookAlikeKey(other) || addressProtocol(one) === 0) return false;
  if (areAlike(distinctPart(one), distinctPart(other))) return true;
  if (addressProtocol(one) !== 4) return false;
  const [ethOne, ethOther] = [ethAddressFromAddress(one), ethAddressFromAddress(other)];
  return ethOne !== undefined && ethOther !== undefined && areAlike(ethOne.slice(2), ethOther.slice(2), 2);
}

/** Addresses with different keys are no look-alikes, so that one is sought among few: the kind and the first 5 bits of what is distinct. */
export function lookAlikeKey(address: Address): string {
  const protocol = addressProtocol(address);
  return `${protocol} ${address.charAt(protocol === 4 ? address.indexOf('f', 1) + 1 : 2)}`;
}

/** What comes after the letters that all addresses of the kind begin with. */
function distinctPart(address: Address): string {
  return address.slice(addressProtocol(address) === 4 ? address.indexOf('f', 1) + 1 : 2);
}

/** A hexadecimal digit says less than one of base32: `more` of them have to be alike. */
function areAlike(one: string, other: string, more = 0): boolean {
  const start = alikeCount(one, other, (text, index) => text.at(index));
  const end = alikeCount(one, other, (text, index) => text.at(-1 - index));
  return start >= LEAST_ALIKE_AT_AN_END && end >= LEAST_ALIKE_AT_AN_END && start + end >= LEAST_ALIKE + more;
}

function alikeCount(one: string, other: string, at: (text: string, index: number) => string | undefined): number {
  let count = 0;
  while (count < one.length && at(one, count) === at(other, count)) count += 1;
  return count;
}
