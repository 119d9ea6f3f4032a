/** Probes of connectivity: HTTP, WebSocket, latency and batches. */
import { z } from 'zod';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { formatLatency } from '../../../shared/text/format.ts';
import { zSlice, zUnixSeconds } from '../../../shared/validation/node/primitives.ts';
import type { PassportEndpoint } from './passport-endpoint.ts';
import type { Finding, KnownTipset, Probe, ProbeContext } from './passport-probe.ts';
import { failedLayer, failureWords, quoted } from './passport-words.ts';

const LATENCY_CALLS = 7;
const FIRST_ITEM_MS = 15_000;

const zLink = z.object({ '/': z.string().max(200) });
/** The fields of a tipset that probes use. */
export const zPassportTipset = z
  .object({
    Cids: z.array(zLink).min(1).max(64),
    Blocks: z
      .array(
        z.object({
          Timestamp: zUnixSeconds,
          Miner: z.string().max(115),
          Parents: zSlice(zLink).refine((parents) => parents.length <= 64),
          ParentStateRoot: zLink,
        }),
      )
      .min(1)
      .max(64),
    Height: z.number().int().min(0),
  })
  .transform(({ Cids, Blocks: [block], Height }, issues): KnownTipset => {
    if (block === undefined) {
      issues.addIssue('A tipset has at least one block.');
      return z.NEVER;
    }
    return {
      height: Height,
      key: Cids,
      parents: block.Parents,
      timeMs: block.Timestamp * 1000,
      minerAddress: block.Miner,
      stateRoot: block.ParentStateRoot,
    };
  });

async function probeHttp({ endpoint, known }: ProbeContext): Promise<Finding> {
  const answer = await endpoint.ask('ChainHead', [], { why: 'HTTP', schema: zPassportTipset });
  if (answer.ok) {
    known.isReachable = true;
    known.head = answer.value;
    const server = serverOf(endpoint, answer.call.id);
    return {
      status: 'good',
      value: `answers in ${formatLatency(answer.call.tookMs)}`,
      ...(server === undefined ? {} : { meaning: `Server: ${server}.` }),
    };
  }
  const { error } = answer;
  const layer = failedLayer(error);
  if (error.code === 'endpoint-bad-reply') {
    const reply = await endpoint.ask('ChainHead', [], { why: 'JSON-RPC check', schema: z.unknown() });
    if (reply.ok) {
      known.isReachable = true;
      return { status: 'bad', value: 'ChainHead has an unexpected shape', meaning: error.message };
    }
  }
  // An error of the node itself means that it is reachable.
  known.isReachable = layer === undefined;
  return { status: layer === undefined ? 'limited' : 'bad', value: failureWords(error), meaning: error.message };
}

function serverOf(endpoint: PassportEndpoint, callId: number): string | undefined {
  const headers = endpoint.seen(callId)?.end?.responseHeaders ?? {};
  const server = headers.server ?? headers.Server;
  return server === undefined || server === '' ? undefined : quoted(server);
}

async function probeWebSocket({ endpoint, known }: ProbeContext): Promise<Finding> {
  const { client, clock, signal } = endpoint;
  if (!client.hasStream) {
    return {
      status: 'limited',
      value: 'no URL',
      meaning: 'No WebSocket URL is set. Sextant polls the head.',
    };
  }
  const late = new AbortController();
  const cancel = clock.after(FIRST_ITEM_MS, () => late.abort());
  const startedMs = clock.monotonicMs();
  try {
    const options = {
      cause: 'passport: ChainNotify over WebSocket',
      timeoutMs: FIRST_ITEM_MS,
      signal: AbortSignal.any([signal, late.signal]),
    };
    for await (const _item of client.subscribe('ChainNotify', [], options)) {
      known.hasStream = true;
      return {
        status: 'good',
        value: `ChainNotify after ${formatLatency(clock.monotonicMs() - startedMs)}`,
        meaning: 'New tipsets arrive live.',
      };
    }
  } catch (error) {
    endpoint.refuseStopped();
    if (!(error instanceof SextantError)) {
      throw error;
    }
    if (!late.signal.aborted) {
      return {
        status: 'limited',
        value: error.code === 'method-not-served' ? 'open, but ChainNotify is not served' : failureWords(error),
        meaning: `${error.message} Sextant polls the head instead.`,
      };
    }
  } finally {
    cancel();
  }
  endpoint.refuseStopped();
  return {
    status: 'limited',
    value: `no tipset within ${FIRST_ITEM_MS / 1000} s`,
    meaning: 'ChainNotify sent nothing. Sextant polls the head.',
  };
}

async function probeLatency({ endpoint }: ProbeContext): Promise<Finding> {
  const times: number[] = [];
  let failure: SextantError | undefined;
  for (let index = 0; index < LATENCY_CALLS; index += 1) {
    const answer = await endpoint.ask('ChainHead', [], { why: 'latency', schema: z.unknown() });
    if (answer.ok) times.push(answer.call.tookMs);
    else failure = answer.error;
  }
  times.sort((left, right) => left - right);
  const median = times[Math.floor(times.length / 2)];
  const [fastest] = times;
  const slowest = times.at(-1);
  if (median === undefined || fastest === undefined || slowest === undefined) {
    return { status: 'unknown', value: failure === undefined ? 'no answer' : failureWords(failure) };
  }
  const failed = LATENCY_CALLS - times.length;
  const spread = `${formatLatency(fastest)} to ${formatLatency(slowest)}, ${times.length} calls of ChainHead`;
  return {
    status: failed > 0 ? 'limited' : 'good',
    value: `${formatLatency(median)} (median)`,
    meaning: failed > 0 ? `${spread}; ${failed} failed.` : `${spread}.`,
  };
}

async function probeBatch({ endpoint }: ProbeContext): Promise<Finding> {
  const calls = [
    { method: 'ChainHead', paramsText: '[]' },
    { method: 'ChainGetGenesis', paramsText: '[]' },
  ];
  endpoint.refuseStopped();
  const { id } = await endpoint.client.sendRawBatch(calls, { cause: 'passport: batch request', signal: endpoint.signal });
  const replies = z.array(z.object({ id: z.unknown(), result: z.unknown() })).safeParse(parsed(endpoint.seen(id)?.end?.responseText));
  if (replies.success && replies.data.length === calls.length) {
    return { status: 'good', value: 'supported', meaning: 'Several calls in one request are answered.' };
  }
  return {
    status: 'limited',
    value: 'not supported',
    meaning: 'Sextant does not need batch requests.',
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    // Not JSON, so no batch reply. The inspector has the bytes.
    return undefined;
  }
}

export const REACH_PROBES: readonly Probe[] = [
  { id: 'http', group: 'reach', label: 'HTTP', isIndependent: true, run: probeHttp },
  { id: 'web-socket', group: 'reach', label: 'WebSocket', isIndependent: true, weight: 2, run: probeWebSocket },
  { id: 'latency', group: 'reach', label: 'Latency', weight: 2, run: probeLatency },
  { id: 'batch', group: 'reach', label: 'Batches', run: probeBatch },
];
