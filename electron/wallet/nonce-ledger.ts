/**
 * The next nonce as far as this machine knows it: load-balanced endpoints forget what another of their nodes was just given.
 */
import type { Address } from '../../shared/domain/address.ts';
import type { SentMessage } from './sent-message.ts';
import { occupiesNonce } from './sent-message.ts';

/**
 * One above the highest nonce that was signed here for this sender on this network and not refused;
 * undefined when nothing was ever sent.
 */
export function nextOwnNonce(sent: readonly SentMessage[], genesisCid: string, from: Address): bigint | undefined {
  let next: bigint | undefined;
  for (const entry of sent) {
    const isMine = entry.intent.genesisCid === genesisCid && entry.message.from === from && occupiesNonce(entry);
    if (isMine && (next === undefined || entry.message.nonce >= next)) {
      next = entry.message.nonce + 1n;
    }
  }
  return next;
}
