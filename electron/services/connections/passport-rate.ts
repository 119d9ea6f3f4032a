/** Probes of rate limits: a burst of light calls, and refusals during the whole passport. */
import { z } from 'zod';
import { formatCount, formatLatency } from '../../../shared/text/format.ts';
import type { Finding, Probe, ProbeContext } from './passport-probe.ts';

const CONCURRENT_CALLERS = 4;
const CALLS_EACH = 6;

async function probeBurst({ endpoint, known }: ProbeContext): Promise<Finding> {
  const startedMs = endpoint.clock.monotonicMs();
  let answered = 0;
  let isRefused = false;
  const rates: number[] = [];
  const callInTurn = async (): Promise<void> => {
    // A separate client, because one client merges equal calls in flight.
    const client = endpoint.openClient();
    for (let index = 0; index < CALLS_EACH && !isRefused; index += 1) {
      const answer = await endpoint.ask('ChainHead', [], { why: 'burst test', schema: z.unknown(), client });
      if (answer.ok) answered += 1;
      // The client retries, so a refused call may still have been answered.
      if (client.limits.refusals > 0) isRefused = true;
    }
    if (client.limits.perSecond !== undefined) rates.push(client.limits.perSecond);
    client.close();
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLERS }, callInTurn));
  const tookMs = endpoint.clock.monotonicMs() - startedMs;
  const calls = formatCount(CONCURRENT_CALLERS * CALLS_EACH, 'light call');
  if (isRefused) {
    known.isRateLimited = true;
    const rate = rates.length === 0 ? '' : ` Accepted rate: about ${rates.reduce((sum, each) => sum + each, 0).toFixed(1)} calls/s.`;
    return {
      status: 'limited',
      value: `refused after ${answered} of ${calls}`,
      meaning: `The endpoint limits calls. Sextant slows down and retries.${rate}`,
    };
  }
  return {
    status: answered === CONCURRENT_CALLERS * CALLS_EACH ? 'good' : 'unknown',
    value: `${answered} of ${calls} in ${formatLatency(tookMs)}`,
    meaning: `${CONCURRENT_CALLERS} at a time. Limits may apply to longer loads.`,
  };
}

async function probeRefusals({ endpoint, known }: ProbeContext): Promise<Finding> {
  const seen = endpoint.allSeen();
  const tooMany = seen.filter(({ end }) => end?.httpStatus === 429).length;
  const busy = seen.filter(({ end }) => end?.failure?.code === 'endpoint-rate-limited' && end.httpStatus !== 429).length;
  const retryAfter = seen
    .map(({ end }) => end?.responseHeaders?.['retry-after'])
    .find((value) => value !== undefined && /^\d{1,6}$/.test(value));
  const value = `${tooMany + busy} of ${formatCount(seen.length, 'call')}`;
  if (tooMany + busy === 0) {
    return { status: 'good', value, meaning: 'No call of this passport was rate-limited.' };
  }
  known.isRateLimited = true;
  const parts = [tooMany === 0 ? undefined : `${tooMany} with HTTP 429`, busy === 0 ? undefined : `${busy} as busy`].filter(
    (part) => part !== undefined,
  );
  return {
    status: 'limited',
    value,
    meaning: `Refused: ${parts.join(', ')}.${retryAfter === undefined ? '' : ` Retry-After: ${retryAfter} s.`} Some findings above may be incomplete.`,
  };
}

export const RATE_PROBES: readonly Probe[] = [
  { id: 'burst', group: 'rate', label: 'Burst', weight: 5, isBurst: true, run: probeBurst },
  { id: 'refusals', group: 'rate', label: 'Rate-limited calls', run: probeRefusals },
];
