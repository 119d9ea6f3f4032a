import { methodFacts } from '../../shared/rpc/methods.ts';
import { isPush, isWait } from './call-policy.ts';

const LIGHT_MS = 30_000;
/** The node may read a large tree or execute messages. */
const HEAVY_MS = 120_000;
/** Longer than for a read, because the outcome of a timed-out push is unknown. */
const PUSH_MS = 60_000;
/** Returns after an event on chain, which takes epochs. */
const WAIT_MS = 30 * 60_000;

/** Default timeout of a call in milliseconds. Opening a subscription is a light call. */
export function defaultTimeoutMs(method: string): number {
  if (isWait(method)) {
    return WAIT_MS;
  }
  if (isPush(method)) {
    return PUSH_MS;
  }
  return methodFacts(method)?.isHeavy === true ? HEAVY_MS : LIGHT_MS;
}
