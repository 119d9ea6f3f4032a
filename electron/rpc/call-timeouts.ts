import { methodFacts } from '../../shared/rpc/methods.ts';
import { isPush, isWait } from './call-policy.ts';

const LIGHT_MS = 30_000;
/** A node may have to walk a large tree or execute messages. */
const HEAVY_MS = 120_000;
/** A push that is given up is a push whose fate is unknown: it gets longer than a read. */
const PUSH_MS = 60_000;
/** Answers once something has happened on the chain: epochs, not seconds. */
const WAIT_MS = 30 * 60_000;

/** How long a call may take where its caller does not say, in milliseconds. Opening a subscription is a light call. */
export function defaultTimeoutMs(method: string): number {
  if (isWait(method)) {
    return WAIT_MS;
  }
  if (isPush(method)) {
    return PUSH_MS;
  }
  return methodFacts(method)?.isHeavy === true ? HEAVY_MS : LIGHT_MS;
}
