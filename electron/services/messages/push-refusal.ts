/** Tells a node that refuses a message from an endpoint that could not be asked. */
import type { ErrorCode, SextantError } from '../../../shared/ipc/envelope.ts';

/** The message was not judged: the endpoint was not reached, did not understand, or does not let this client push. */
const NOT_JUDGED: ReadonlySet<ErrorCode> = new Set([
  'not-connected',
  'endpoint-unreachable',
  'endpoint-timeout',
  'endpoint-unauthorised',
  'endpoint-rate-limited',
  'endpoint-bad-reply',
  'method-not-served',
  'outside-history',
  'capability-missing',
  'cancelled',
  'internal',
]);

/** Said of a message that may be taken once others are mined (lotus chain/messagepool/messagepool.go). */
const NOT_YET = /too many pending messages|unfulfilled nonce gap|state inconsistency while pushing message/i;

/** The node looked at the message and will not have it; its own text says why. */
export function isRefusal(error: SextantError): boolean {
  return error.details?.nodeMessage !== undefined && !NOT_JUDGED.has(error.code) && !isUnsent(error);
}

/** The node did not take it now, and may later. */
export function isUnsent(error: SextantError): boolean {
  return NOT_YET.test(error.details?.nodeMessage ?? '');
}

/** A message with this nonce was executed. */
export function saysNonceTooLow(error: SextantError): boolean {
  return /message nonce too low|minimum expected nonce/i.test(error.details?.nodeMessage ?? '');
}

/** Lotus answers so when the same message is pushed twice: it is in the pool. */
export function saysItIsThere(error: SextantError): boolean {
  return /message with nonce already exists/i.test(error.details?.nodeMessage ?? '');
}

/** The node's own words, capped: they are hostile text and go into the journal. */
export function refusalText(error: SextantError): string {
  return (error.details?.nodeMessage ?? error.message).slice(0, 2000);
}
