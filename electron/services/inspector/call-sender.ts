/**
 * Sends calls written by hand, and recorded calls again.
 *
 * A call written by hand is sent once, unchanged: the node decides what its token permits. A recorded call is only sent again unchanged, so
 * never if a part was masked or cut, only to the same endpoint and URL, active or not, and only after a confirmation if it may change
 * something. Called by the inspector's handlers.
 */
import { MAX_STREAM_MINUTES } from '../../../shared/inspector/hand-stream.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallTarget, RawCall } from '../../../shared/ipc/schemas/inspector.ts';
import { type JsonNode, readJsonText } from '../../../shared/rpc/json-text.ts';
import { isPlainRead, methodFacts } from '../../../shared/rpc/methods.ts';
import type { Clock } from '../../platform/ports.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import type { ActiveConnectionSource, ChosenConnection } from '../connections/active-connection.ts';
import type { RecordedCall } from './call-source.ts';
import { recordedTarget } from './recorded-target.ts';
import { bodyText, isMasked } from './recorded-text.ts';

/** Without `connectionId`: the active connection. */
interface Destination {
  readonly to?: CallTarget | undefined;
  readonly connectionId?: string | undefined;
}

export interface CallSenderOptions {
  readonly connections: Pick<ActiveConnectionSource, 'requireChosen' | 'openConnection' | 'urlsOf'>;
  readonly clock: Pick<Clock, 'after'>;
}

const CAUSE = 'user';
/** Maximum number of open streams; one more ends the oldest. */
const MAX_STREAMS = 3;
const MAX_STREAM_MS = MAX_STREAM_MINUTES * 60_000;
const TIME_IS_UP = `Stopped after ${MAX_STREAM_MINUTES} minutes, the limit of a stream that was opened by hand.`;
const REPLACED = 'Stopped because another stream was opened by hand: three are open at a time.';
/** Maximum length, as in the console. */
const MAX_REQUEST_BYTES = 1_000_000;

interface RunningCall {
  readonly controller: AbortController;
  readonly isStream: boolean;
  /** Closes the connection that was opened for it. */
  readonly close: () => void;
  readonly cancelTimer?: () => void;
}

export class CallSender {
  readonly #options: CallSenderOptions;
  /** By recorded id, in order of start. */
  readonly #running = new Map<number, RunningCall>();

  constructor(options: CallSenderOptions) {
    this.#options = options;
  }

  /**
   * Send one call as written; resolves with the recorded id whatever the node answers, for a stream once it is open.
   *
   * @throws SextantError `not-connected`, `capability-missing` (no storage-miner API), `invalid-input` (parameters that are not one value)
   */
  async sendCall({ method, params, ...where }: RawCall & Destination): Promise<{ id: number }> {
    const { client, close } = await this.#openClient(where);
    return this.#track(
      isStream(method),
      (controller, onBegun) => client.sendRaw(method, params, { cause: CAUSE, signal: controller.signal, onBegun }),
      close,
    );
  }

  /** Send several calls in one body. Throws as `sendCall`. */
  async sendBatch({ calls, ...where }: { readonly calls: readonly RawCall[] } & Destination): Promise<{ id: number }> {
    const stream = calls.find(({ method }) => isStream(method));
    if (stream !== undefined) {
      throw new SextantError('invalid-input', `${stream.method} opens a stream and cannot be part of a batch, which is sent over HTTP.`);
    }
    const { client, close } = await this.#openClient(where);
    const written = calls.map(({ method, params }) => ({ method, paramsText: params }));
    return this.#track(
      false,
      (controller, onBegun) => client.sendRawBatch(written, { cause: CAUSE, signal: controller.signal, onBegun }),
      close,
    );
  }

  /**
   * Send a recorded request again.
   *
   * @param origin where the call is recorded: the endpoint of a call in a saved session is only known by name
   * @param isConfirmed whether the user confirmed; without it only methods known to be read-only are sent
   * @throws SextantError `invalid-input` with the reason if it cannot be sent unchanged; else as `sendCall`
   */
  async sendAgain(call: RecordedCall, origin: 'live' | 'session', isConfirmed = false): Promise<{ id: number }> {
    const { summary, request } = call;
    if (summary.kind === 'frame' || summary.kind === 'event') {
      throw refused('Only calls can be sent again; this came from the node or from the connection.');
    }
    if (origin === 'session') {
      throw refused('This call is from a saved session. Send it from the console, to an endpoint you choose.');
    }
    const target = recordedTarget(call, (id) => this.#options.connections.urlsOf(id));
    if (target === undefined) {
      throw refused(`${summary.connectionName} was removed, or its URL changed since this call. Send it from the console.`);
    }
    const text = request.facts.isTruncated ? undefined : await bodyText(request, MAX_REQUEST_BYTES);
    if (text === undefined) {
      throw refused('The request was not recorded in full or is too long, so it cannot be sent again unchanged.');
    }
    if (isMasked(text)) {
      throw refused('A part of this request was masked when it was recorded, so it cannot be sent again unchanged.');
    }
    const calls = writtenCalls(text);
    const change = calls.find(({ method }) => !isPlainRead(method));
    if (change !== undefined && !isConfirmed) {
      throw refused(`${change.method} may change something, so sending it again needs confirmation.`);
    }
    const [only] = calls;
    return summary.kind === 'batch' || only === undefined ? this.sendBatch({ calls, ...target }) : this.sendCall({ ...only, ...target });
  }

  /** Cancel a running call that was sent by hand, or end its stream; does nothing if there is none. */
  stopCall(id: number, reason = 'Stopped by you.'): void {
    const call = this.#running.get(id);
    if (call !== undefined) {
      this.#running.delete(id);
      call.cancelTimer?.();
      call.controller.abort(reason);
      call.close();
    }
  }

  /** Cancel all running calls and streams. */
  stop(): void {
    for (const id of [...this.#running.keys()]) {
      this.stopCall(id);
    }
  }

  async #openClient({ to = 'node', connectionId }: Destination): Promise<{ client: NodeClient; close: () => void }> {
    const { connections } = this.#options;
    if (connectionId === undefined) {
      return { client: clientOf(connections.requireChosen(), to), close: () => undefined };
    }
    const { connection, close } = await connections.openConnection(connectionId);
    try {
      return { client: clientOf(connection, to), close };
    } catch (error) {
      close();
      throw error;
    }
  }

  /** Keep a call cancellable: a plain one until it is answered, a stream until it is stopped or times out. */
  async #track(
    opensStream: boolean,
    send: (controller: AbortController, onBegun: (id: number) => void) => Promise<{ id: number }>,
    close: () => void,
  ): Promise<{ id: number }> {
    const controller = new AbortController();
    const begun: number[] = [];
    const onBegun = (id: number): void => {
      begun.push(id);
      const cancelTimer = opensStream ? this.#options.clock.after(MAX_STREAM_MS, () => this.stopCall(id, TIME_IS_UP)) : undefined;
      this.#running.set(id, { controller, isStream: opensStream, close, ...(cancelTimer === undefined ? {} : { cancelTimer }) });
      this.#endOldestStreams();
    };
    let isOpen = false;
    try {
      const sent = await send(controller, onBegun);
      isOpen = opensStream;
      return sent;
    } finally {
      for (const id of isOpen ? [] : begun) {
        this.#running.get(id)?.cancelTimer?.();
        this.#running.delete(id);
      }
      if (!isOpen) close();
    }
  }

  #endOldestStreams(): void {
    const streams = [...this.#running].filter(([, call]) => call.isStream);
    for (const [id] of streams.slice(0, Math.max(0, streams.length - MAX_STREAMS))) {
      this.stopCall(id, REPLACED);
    }
  }
}

/** @throws SextantError `capability-missing` */
function clientOf({ name, client: node, v2, miner }: ChosenConnection, to: CallTarget): NodeClient {
  const client = { node, v2: v2?.client, miner }[to];
  if (client === undefined) {
    const sentence =
      to === 'miner'
        ? `${name} has no storage-miner API. Add its URL to the connection.`
        : `${name} has no v2 URL. Enter it in the connection.`;
    throw new SextantError('capability-missing', sentence);
  }
  return client;
}

/** Whether a method opens a stream, which needs a WebSocket. */
function isStream(method: string): boolean {
  return methodFacts(method)?.isStream === true;
}

function refused(sentence: string): SextantError {
  return new SextantError('invalid-input', sentence);
}

/** Parse the calls of a recorded body, with unchanged parameters. */
function writtenCalls(text: string): RawCall[] {
  const reading = readJsonText(text);
  if ('problem' in reading) {
    throw refused('The recorded request is not valid JSON. Write it in the console.');
  }
  const { node } = reading;
  const calls = node.kind === 'array' ? node.items : [node];
  const nameless = (): SextantError => refused('The recorded request names no method. Write it in the console.');
  if (calls.length === 0) {
    throw nameless();
  }
  return calls.map((call) => {
    const method = fieldOf(call, 'method');
    if (method?.kind !== 'string') {
      throw nameless();
    }
    const params = fieldOf(call, 'params');
    return { method: method.text, params: params === undefined ? '' : text.slice(params.from, params.to) };
  });
}

/** Nodes use the last of several equal names. */
function fieldOf(node: JsonNode, name: string): JsonNode | undefined {
  return node.kind === 'object' ? node.fields.findLast(({ key }) => key === name)?.value : undefined;
}
