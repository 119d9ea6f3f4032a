/** Which calls may be retried, shared or cached. Unknown methods count as writes. */
import { methodFacts } from '../../shared/rpc/methods.ts';

/** Reads that wait for an event; never shared or retried. */
export function isWait(method: string): boolean {
  return /(?:^|\.)StateWaitMsg(?:Limited)?$/.test(method);
}

/** Whether a method only reads, so that a call may be retried, or shared with an equal one in progress. */
export function isRepeatableRead(method: string): boolean {
  const facts = methodFacts(method);
  return facts?.permission === 'read' && !facts.isStream && !facts.isStateful && !isWait(method) && !isPush(method);
}

/** Whether a method opens a subscription. */
export function isStream(method: string): boolean {
  return methodFacts(method)?.isStream === true || /(?:^|\.)(?:eth_subscribe|EthSubscribe)$/.test(method);
}

/** A push is sent at most once, and never over a connection that may have been closed. */
export function isPush(method: string): boolean {
  return /push|sendraw/i.test(method);
}

/** Methods whose results are immutable, since their parameters are only CIDs or tipset keys. */
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

/** Methods other than State methods whose last parameter is the tipset of the result. */
const BY_LAST_KEY = new Set([
  'ChainGetTipSetByHeight',
  'ChainGetTipSetAfterHeight',
  'MsigGetAvailableBalance',
  'MsigGetVestingSchedule',
  'MsigGetPending',
]);

/** State methods whose result does not depend only on the state (searches), and those too expensive to repeat. */
const NOT_BY_KEY = new Set([
  'StateSearchMsg',
  'StateSearchMsgLimited',
  'StateWaitMsg',
  'StateWaitMsgLimited',
  'StateCompute',
  'StateNetworkName',
]);

/** Whether the result of a call is immutable: by CID, or at explicit tipset keys. */
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

/** A negative result may become positive and is never cached. */
export function isNegative(value: unknown): boolean {
  return value === null || value === undefined || value === false;
}

function isLink(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '/' in value && typeof value['/'] === 'string';
}

/** A tipset key, or a v2 selector with one. */
function isTipsetKey(value: unknown): boolean {
  return isKey(value) || (typeof value === 'object' && value !== null && 'key' in value && isKey(value.key));
}

function isKey(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isLink);
}
