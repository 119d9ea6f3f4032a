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

/** The node looked at the message and will not have it; its own text says why. */
export function isRefusal(error: SextantError): boolean {
  return error.details?.nodeMessage !== undefined && !NOT_JUDGED.has(error.code);
}

/** Lotus answers so when the same message is pushed twice: it is in the pool. */
export function saysItIsThere(error: SextantError): boolean {
  return /message with nonce already exists/i.test(error.details?.nodeMessage ?? '');
}

/** The node's own words, capped: they are hostile text and go into the journal. */
export function refusalText(error: SextantError): string {
  return (error.details?.nodeMessage ?? error.message).slice(0, 2000);
}
