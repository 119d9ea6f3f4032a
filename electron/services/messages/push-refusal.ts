/**
 * Tells a node that refuses a message from one that has it, one that may take it later, and one that did not say.
 *
 * A refused message is not pushed again by itself. So only what a pool is known to say before it takes a message counts (lotus v1.36 chain/messagepool/messagepool.go and node/impl/full/mpool.go; forest
 * src/message_pool/errors.rs). After it, Lotus still fails with `error publishing message` and `error persisting local message`, and
 * anything between here and the node may put in words of its own.
 */
import type { SextantError } from '../../../shared/ipc/envelope.ts';

const REFUSED: readonly RegExp[] = [
  /message (?:nonce|sequence) too low/i,
  /gas fee cap (?:is )?too low/i,
  /GasFeeCap doesn't meet base fee lower bound/i,
  /replace by fee has too low GasPremium/i,
  /gas price is lower than min gas price/i,
  /not enough funds/i,
  /message (?:is )?too big/i,
  /cannot send more filecoin than will ever exist/i,
  /message had invalid to address/i,
  /not valid for block inclusion|will not be included in a block/i,
  /signature verification failed|failed to validate signature/i,
  /is not a valid top-level sender/i,
  /failed sanity check/i,
];

/** Said of a message that was not taken, and may be once others are mined. */
const NOT_YET = /too many pending messages|unfulfilled nonce gap|state inconsistency while pushing message/i;

/** The same message is in the pool. */
const IS_THERE = /message with nonce already exists|message with sequence already in mempool/i;

function says(error: SextantError, text: RegExp): boolean {
  return text.test(error.details?.nodeMessage ?? '');
}

/** The node looked at the message and will not have it; its own text says why. */
export function isRefusal(error: SextantError): boolean {
  return REFUSED.some((text) => says(error, text)) && !isUnsent(error) && !saysItIsThere(error);
}

/** The node did not take it now, and may later. */
export function isUnsent(error: SextantError): boolean {
  return says(error, NOT_YET);
}

/** A message with this nonce was executed. */
export function saysNonceTooLow(error: SextantError): boolean {
  return says(error, /message (?:nonce|sequence) too low/i);
}

export function saysItIsThere(error: SextantError): boolean {
  return says(error, IS_THERE);
}

/** The node's own words, capped: they are hostile text and go into the journal. */
export function refusalText(error: SextantError): string {
  return (error.details?.nodeMessage ?? error.message).slice(0, 2000);
}
