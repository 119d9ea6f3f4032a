/** Which calls may be repeated, shared or remembered. What is not known to be a read is treated as a change. */
import { methodFacts } from '../../shared/rpc/methods.ts';

/** Reads that answer only once something happens; they must not be shared or sent again behind the caller's back. */
const WAITS: ReadonlySet<string> = new Set(['StateWaitMsg', 'StateWaitMsgLimited']);

/** Whether a method only reads, so that a call may be sent again or shared with an equal one that is under way. */
export function isRepeatableRead(method: string): boolean {
  const facts = methodFacts(method);
  return facts?.permission === 'read' && !facts.isStream && !WAITS.has(facts.name) && !isPush(method);
}

/** A push must be sent at most once, and not over a connection that may have been closed meanwhile. */
export function isPush(method: string): boolean {
  return /push|sendraw/i.test(method);
}

/** Immutable by the CIDs in their parameters (protocol: 5.3). */
const BY_CID = new Set([
  'ChainGetBlock',
  'ChainGetMessage',
  'ChainGetParentMessages',
  'ChainGetParentReceipts',
  'ChainGetBlockMessages',
  'ChainGetEvents',
  'ChainGetMessagesInTipset',
  'ChainReadObj',
  'ChainHasObj',
  'ChainGetTipSet',
  'ChainGetPath',
]);

/** State methods whose answer is more than a function of the state: searches from a tipset on, and executions. */
const NOT_BY_KEY = new Set([
  'StateSearchMsg',
  'StateSearchMsgLimited',
  'StateWaitMsg',
  'StateWaitMsgLimited',
  'StateCall',
  'StateReplay',
  'StateCompute',
  'StateNetworkName',
]);

/** Whether the answer to this call can never change: by CID, or under an explicit tipset key as the last parameter. */
export function isImmutable(method: string, params: readonly unknown[]): boolean {
  if (BY_CID.has(method)) {
    return params.length > 0 && params.every((param) => isLink(param) || isTipsetKey(param));
  }
  const last = params.at(-1);
  if (method === 'ChainGetTipSetByHeight' || method === 'ChainGetTipSetAfterHeight') {
    return isTipsetKey(last);
  }
  return method.startsWith('State') && !NOT_BY_KEY.has(method) && isTipsetKey(last);
}

/** A negative answer may turn into a positive one and is never remembered. */
export function isNegative(value: unknown): boolean {
  return value === null || value === undefined || value === false;
}

function isLink(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '/' in value && typeof value['/'] === 'string';
}

function isTipsetKey(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isLink);
}
