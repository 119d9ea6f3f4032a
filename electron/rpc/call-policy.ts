/** Which calls may be repeated, shared or remembered. What is not known to be a read is treated as a change. */
import { methodFacts } from '../../shared/rpc/methods.ts';

/** Reads that answer only once something happens; they must not be shared or sent again behind the caller's back. */
export function isWait(method: string): boolean {
  return /(?:^|\.)StateWaitMsg(?:Limited)?$/.test(method);
}

/** Whether a method only reads, so that a call may be sent again or shared with an equal one that is under way. */
export function isRepeatableRead(method: string): boolean {
  const facts = methodFacts(method);
  return facts?.permission === 'read' && !facts.isStream && !facts.isStateful && !isWait(method) && !isPush(method);
}

/** Whether a method answers over a WebSocket with many items. */
export function isStream(method: string): boolean {
  return methodFacts(method)?.isStream === true || /(?:^|\.)(?:eth_subscribe|EthSubscribe)$/.test(method);
}

/** A push must be sent at most once, and not over a connection that may have been closed meanwhile. */
export function isPush(method: string): boolean {
  return /push|sendraw/i.test(method);
}

/** Immutable by the CIDs or tipset keys that are all of their parameters. */
const BY_CID = new Set([
  'ChainGetBlock',
  'ChainGetMessage',
  'ChainGetParentMessages',
  'ChainGetParentReceipts',
  'ChainGetBlockMessages',
  'ChainGetEvents',
  'ChainGetMessagesInTipset',
  'ChainReadObj',
  'ChainStatObj',
  'ChainGetTipSet',
  'ChainGetPath',
  'ChainTipSetWeight',
  'StateChangedActors',
]);

/** Whose last parameter is the tipset that the answer is about, beside the State methods. */
const BY_LAST_KEY = new Set([
  'ChainGetTipSetByHeight',
  'ChainGetTipSetAfterHeight',
  'MsigGetAvailableBalance',
  'MsigGetVestingSchedule',
  'MsigGetPending',
]);

/** State methods whose answer is more than a function of the state: searches from a tipset on, and what costs too much to repeat by mistake. */
const NOT_BY_KEY = new Set([
  'StateSearchMsg',
  'StateSearchMsgLimited',
  'StateWaitMsg',
  'StateWaitMsgLimited',
  'StateCompute',
  'StateNetworkName',
]);

/** Whether the answer to this call can never change: by CID, or under explicit tipset keys. */
export function isImmutable(method: string, params: readonly unknown[]): boolean {
  if (BY_CID.has(method)) {
    return params.length > 0 && params.every((param) => isLink(param) || isTipsetKey(param));
  }
  if (method === 'StateReplay') {
    return isTipsetKey(params[0]);
  }
  if (method === 'MsigGetVested') {
    return isTipsetKey(params[1]) && isTipsetKey(params[2]);
  }
  return (BY_LAST_KEY.has(method) || (method.startsWith('State') && !NOT_BY_KEY.has(method))) && isTipsetKey(params.at(-1));
}

/** A negative answer may turn into a positive one and is never remembered. */
export function isNegative(value: unknown): boolean {
  return value === null || value === undefined || value === false;
}

function isLink(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '/' in value && typeof value['/'] === 'string';
}

/** A key, or a selector of the v2 API that names one. */
function isTipsetKey(value: unknown): boolean {
  return isKey(value) || (typeof value === 'object' && value !== null && 'key' in value && isKey(value.key));
}

function isKey(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isLink);
}
