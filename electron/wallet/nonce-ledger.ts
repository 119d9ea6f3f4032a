/**
 * Nonces of messages signed on this machine. A nonce stays reserved until the chain decides, whatever a node answers: backends of a
 * load-balanced endpoint do not know what was just pushed to another one.
 */
import type { Address } from '../../shared/domain/addresses/address.ts';
import type { SentMessage } from './sent-message.ts';
import { occupiesNonce } from './sent-message.ts';

/** Return every nonce of this sender on this network that was signed for here. */
export function reservedNonces(sent: readonly SentMessage[], genesisCid: string, from: Address): ReadonlySet<bigint> {
  const reserved = new Set<bigint>();
  for (const entry of sent) {
    if (entry.intent.genesisCid === genesisCid && entry.message.from === from && occupiesNonce(entry)) reserved.add(entry.message.nonce);
  }
  return reserved;
}

/** Return the first nonce from `start` on that is not reserved. */
export function firstFreeNonce(reserved: ReadonlySet<bigint>, start: bigint): bigint {
  let nonce = start;
  while (reserved.has(nonce)) nonce += 1n;
  return nonce;
}

/** Return the nonce after the highest reserved one; undefined if nothing was ever signed. */
export function nextOwnNonce(sent: readonly SentMessage[], genesisCid: string, from: Address): bigint | undefined {
  let highest: bigint | undefined;
  for (const nonce of reservedNonces(sent, genesisCid, from)) {
    if (highest === undefined || nonce > highest) highest = nonce;
  }
  return highest === undefined ? undefined : highest + 1n;
}
