/**
 * Classifies the error of a push: the node rejected the message, has it already, may accept it later, or the outcome is unknown.
 *
 * A rejected message is not pushed again automatically, so only errors count that a mempool is known to return before it accepts a message
 * (lotus v1.36 chain/messagepool/messagepool.go and node/impl/full/mpool.go; forest src/message_pool/errors.rs). After accepting it, Lotus
 * can still fail with `error publishing message` or `error persisting local message`, and a proxy may return errors of its own.
 */
import type { SextantError } from '../../../../shared/ipc/envelope.ts';

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

/** The message was not accepted, but may be once others are mined. */
const NOT_YET = /too many pending messages|unfulfilled nonce gap|state inconsistency while pushing message/i;

/** The same message is in the mempool. */
const IS_THERE = /message with nonce already exists|message with sequence already in mempool/i;

function says(error: SextantError, text: RegExp): boolean {
  return text.test(error.details?.nodeMessage ?? '');
}

/** Whether the node rejected the message; the reason is in its own text. */
export function isRefusal(error: SextantError): boolean {
  return REFUSED.some((text) => says(error, text)) && !isUnsent(error) && !saysItIsThere(error);
}

/** Whether the node did not accept it now but may later. */
export function isUnsent(error: SextantError): boolean {
  return says(error, NOT_YET);
}

/** Whether a message with this nonce was executed. */
export function saysNonceTooLow(error: SextantError): boolean {
  return says(error, /message (?:nonce|sequence) too low/i);
}

export function saysItIsThere(error: SextantError): boolean {
  return says(error, IS_THERE);
}

/** Return the node's own text, with a size limit: it is hostile and goes into the journal. */
export function refusalText(error: SextantError): string {
  return (error.details?.nodeMessage ?? error.message).slice(0, 2000);
}
