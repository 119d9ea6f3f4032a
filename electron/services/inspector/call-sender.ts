/**
 * Calls written by hand, and recorded ones sent again.
 *
 * What is written goes to the node as it is, once: the node decides what its token permits. What is recorded goes again only as it
 * was, so never with something masked or cut out of it, and only to the endpoint that it went to. Called by the inspector's handlers.
 */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { RawCall } from '../../../shared/ipc/schemas/inspector.ts';
import { parseLosslessJson, writeLosslessJson } from '../../../shared/rpc/lossless-json.ts';
import { methodFacts } from '../../../shared/rpc/methods.ts';
import type { Clock } from '../../platform/ports.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import type { RecordedCall } from './call-source.ts';
import { bodyText, isMasked } from './recorded-text.ts';

export type CallTarget = 'node' | 'miner';

export interface CallSenderOptions {
  readonly connections: Pick<ActiveConnectionSource, 'requireActive'>;
  readonly clock: Pick<Clock, 'after'>;
}

const CAUSE = 'user';
/** Streams opened by hand at once; opening one more ends the oldest. */
const MAX_STREAMS = 3;
const MAX_STREAM_MS = 10 * 60_000;
/** As much as is taken from the console. */
const MAX_REQUEST_BYTES = 1_000_000;

interface UnderWay {
  readonly controller: AbortController;
  readonly isStream: boolean;
  readonly cancelTimer?: () => void;
}

export class CallSender {
  readonly #options: CallSenderOptions;
  /** By the recording's id, in the order in which they began. */
  readonly #underWay = new Map<number, UnderWay>();

  constructor(options: CallSenderOptions) {
    this.#options = options;
  }

  /**
   * Sends one call as it is written; resolves with the recording's id whatever the node answers, of a stream as soon as it is open.
   *
   * @throws SextantError `not-connected`, `capability-missing` (no storage-miner API), `invalid-input` (parameters that are not one value)
   */
  async sendCall({ method, params, to }: RawCall & { readonly to?: CallTarget | undefined }): Promise<{ id: number }> {
    const client = await this.#clientOf(to ?? 'node');
    return this.#track(isStream(method), (controller, onBegun) =>
      client.sendRaw(method, params, { cause: CAUSE, signal: controller.signal, onBegun }),
    );
  }

  /** The same for several calls in one body. Throws as `sendCall`. */
  async sendBatch({ calls, to }: { readonly calls: readonly RawCall[]; readonly to?: CallTarget | undefined }): Promise<{ id: number }> {
    const client = await this.#clientOf(to ?? 'node');
    const stream = calls.find(({ method }) => isStream(method));
    if (stream !== undefined) {
      throw new SextantError('invalid-input', `${stream.method} opens a stream: a batch cannot hold one, because it goes over HTTP.`);
    }
    const written = calls.map(({ method, params }) => ({ method, paramsText: params }));
    return this.#track(false, (controller, onBegun) => client.sendRawBatch(written, { cause: CAUSE, signal: controller.signal, onBegun }));
  }

  /**
   * Sends a recorded request once more.
   *
   * @param origin where the call is recorded: a call of a saved session went to a node that is only known by its name
   * @throws SextantError `invalid-input` with the reason where it cannot go out as it was; else as `sendCall`
   */
  async sendAgain(call: RecordedCall, origin: 'live' | 'session'): Promise<{ id: number }> {
    const { summary, request } = call;
    if (summary.kind === 'frame' || summary.kind === 'event') {
      throw refused('Only calls can be sent again; this came from the node or from the connection.');
    }
    if (origin === 'session') {
      throw refused('This call is of a saved session. Send it from the console, to the node that you choose.');
    }
    const active = await this.#options.connections.requireActive();
    if (active.id !== summary.connectionId) {
      throw refused(
        `This call went to ${summary.connectionName}, which is not the active connection. Activate it, then send the call again.`,
      );
    }
    const text = request.facts.isTruncated ? undefined : await bodyText(request, MAX_REQUEST_BYTES);
    if (text === undefined) {
      throw refused('The request is not recorded whole, or is too long, so it cannot be sent as it was.');
    }
    if (isMasked(text)) {
      throw refused('Something in this request was masked when it was recorded, so it cannot be sent as it was.');
    }
    const calls = writtenCalls(text);
    const to: CallTarget = calls.every(({ method }) => methodFacts(method)?.api === 'miner') ? 'miner' : 'node';
    const [only] = calls;
    return summary.kind === 'batch' || only === undefined ? this.sendBatch({ calls, to }) : this.sendCall({ ...only, to });
  }

  /** Cancels a call that was sent by hand and is under way, or ends a stream that one opened; nothing where there is none. */
  stopCall(id: number): void {
    const call = this.#underWay.get(id);
    if (call !== undefined) {
      this.#underWay.delete(id);
      call.cancelTimer?.();
      call.controller.abort();
    }
  }

  /** Ends everything that is under way. */
  stop(): void {
    for (const id of [...this.#underWay.keys()]) {
      this.stopCall(id);
    }
  }

  async #clientOf(to: CallTarget): Promise<NodeClient> {
    const active: ActiveConnection = await this.#options.connections.requireActive();
    const client = to === 'miner' ? active.miner : active.client;
    if (client === undefined) {
      throw new SextantError('capability-missing', `${active.name} has no storage-miner API. Add its address to the connection.`);
    }
    return client;
  }

  /** Keeps a call stoppable: a plain one until it is answered, a stream until it is stopped or its time has run out. */
  async #track(
    opensStream: boolean,
    send: (controller: AbortController, onBegun: (id: number) => void) => Promise<{ id: number }>,
  ): Promise<{ id: number }> {
    const controller = new AbortController();
    const begun: number[] = [];
    const onBegun = (id: number): void => {
      begun.push(id);
      const cancelTimer = opensStream ? this.#options.clock.after(MAX_STREAM_MS, () => this.stopCall(id)) : undefined;
      this.#underWay.set(id, { controller, isStream: opensStream, ...(cancelTimer === undefined ? {} : { cancelTimer }) });
      this.#endOldestStreams();
    };
    let isOpen = false;
    try {
      const sent = await send(controller, onBegun);
      isOpen = opensStream;
      return sent;
    } finally {
      for (const id of isOpen ? [] : begun) {
        this.#underWay.get(id)?.cancelTimer?.();
        this.#underWay.delete(id);
      }
    }
  }

  #endOldestStreams(): void {
    const streams = [...this.#underWay].filter(([, call]) => call.isStream);
    for (const [id] of streams.slice(0, Math.max(0, streams.length - MAX_STREAMS))) {
      this.stopCall(id);
    }
  }
}

/** Whether a method answers with many items, which only a WebSocket carries. */
function isStream(method: string): boolean {
  return methodFacts(method)?.isStream === true;
}

function refused(sentence: string): SextantError {
  return new SextantError('invalid-input', sentence);
}

/** The calls of a recorded body, their parameters as they stood in it. */
function writtenCalls(text: string): RawCall[] {
  let body: unknown;
  try {
    body = parseLosslessJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw refused('The recorded request is not JSON. Write it in the console.');
    }
    throw error;
  }
  const calls: readonly unknown[] = Array.isArray(body) ? body : [body];
  return calls.map((call) => {
    if (typeof call !== 'object' || call === null || !('method' in call) || typeof call.method !== 'string') {
      throw refused('The recorded request names no method. Write it in the console.');
    }
    return { method: call.method, params: 'params' in call ? writeLosslessJson(call.params) : '' };
  });
}
