/**
 * Detects look-alike addresses (address poisoning): addresses with the same start and end as another, made to be copied from a list
 * of past transfers.
 */
import { type Address, addressProtocol } from './address.ts';
import { ethAddressFromAddress } from './eth-address.ts';

/** Matching characters required: by chance less than once in a billion pairs of addresses. */
const MIN_MATCHES = 6;
const MIN_MATCHES_PER_END = 2;

/** Whether one address can be mistaken for the other. ID addresses are too short to tell. */
export function isLookAlike(one: Address, other: Address): boolean {
  if (one === other || lookAlikeKey(one) !== lookAlikeKey(other) || addressProtocol(one) === 0) return false;
  if (areAlike(distinctPart(one), distinctPart(other))) return true;
  if (addressProtocol(one) !== 4) return false;
  const [ethOne, ethOther] = [ethAddressFromAddress(one), ethAddressFromAddress(other)];
  return ethOne !== undefined && ethOther !== undefined && areAlike(ethOne.slice(2), ethOther.slice(2), 2);
}

/** Bucket key for the search: addresses with different buckets are not look-alikes. Protocol and first character of the payload. */
export function lookAlikeKey(address: Address): string {
  const protocol = addressProtocol(address);
  return `${protocol} ${address.charAt(protocol === 4 ? address.indexOf('f', 1) + 1 : 2)}`;
}

/** Return the part after the prefix that all addresses of the type share. */
function distinctPart(address: Address): string {
  return address.slice(addressProtocol(address) === 4 ? address.indexOf('f', 1) + 1 : 2);
}

/** Hexadecimal digits have fewer bits than base32 characters, so `more` of them must match. */
function areAlike(one: string, other: string, more = 0): boolean {
  const start = alikeCount(one, other, (text, index) => text.at(index));
  const end = alikeCount(one, other, (text, index) => text.at(-1 - index));
  return start >= MIN_MATCHES_PER_END && end >= MIN_MATCHES_PER_END && start + end >= MIN_MATCHES + more;
}

function alikeCount(one: string, other: string, at: (text: string, index: number) => string | undefined): number {
  let count = 0;
  while (count < one.length && at(one, count) === at(other, count)) count += 1;
  return count;
}
