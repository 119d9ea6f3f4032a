/** Probes: how many calls the endpoint takes, by a short burst of light ones, and by everything that was asked before. */
import { z } from 'zod';
import { formatCount, formatLatency } from '../../../shared/text/format.ts';
import type { Finding, Probe, ProbeContext } from './passport-probe.ts';

const AT_ONCE = 4;
const CALLS_EACH = 6;

async function probeBurst({ endpoint, known }: ProbeContext): Promise<Finding> {
  const startedMs = endpoint.clock.monotonicMs();
  let answered = 0;
  let isRefused = false;
  const paces: number[] = [];
  const walk = async (): Promise<void> => {
    // A client of its own: equal calls of one client are made one.
    const client = endpoint.openClient();
    for (let index = 0; index < CALLS_EACH && !isRefused; index += 1) {
      const answer = await endpoint.ask('ChainHead', [], { why: 'how it takes a short burst', schema: z.unknown(), client });
      if (answer.ok) answered += 1;
      // The client tries again by itself: a refusal may have ended in an answer.
      if (client.limits.refusals > 0) isRefused = true;
    }
    if (client.limits.perSecond !== undefined) paces.push(client.limits.perSecond);
    client.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
  const tookMs = endpoint.clock.monotonicMs() - startedMs;
  const calls = formatCount(AT_ONCE * CALLS_EACH, 'light call');
  if (isRefused) {
    known.isRateLimited = true;
    const pace =
      paces.length === 0 ? '' : ` It went on with about ${paces.reduce((sum, each) => sum + each, 0).toFixed(1)} calls a second.`;
    return {
      status: 'limited',
      value: `refused after ${answered} of ${calls}`,
      meaning: `The endpoint limits calls. Sextant sends fewer from then on and tries again by itself.${pace}`,
    };
  }
  return {
    status: answered === AT_ONCE * CALLS_EACH ? 'good' : 'unknown',
    value: `${answered} of ${calls} in ${formatLatency(tookMs)}`,
    meaning: `${AT_ONCE} at a time. A limit may still show under a longer load.`,
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
  const parts = [tooMany === 0 ? undefined : `${tooMany} with HTTP 429`, busy === 0 ? undefined : `${busy} as “busy”`].filter(
    (part) => part !== undefined,
  );
  return {
    status: 'limited',
    value,
    meaning: `Refused: ${parts.join(', ')}.${retryAfter === undefined ? '' : ` It asks to wait ${retryAfter} s.`} Some rows above may miss answers for it.`,
  };
}

export const RATE_PROBES: readonly Probe[] = [
  { id: 'burst', group: 'rate', label: 'Short burst', weight: 5, isBurst: true, run: probeBurst },
  { id: 'refusals', group: 'rate', label: 'Refused as too many', run: probeRefusals },
];
