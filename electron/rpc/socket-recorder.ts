/** Tells the tap what happens on a WebSocket besides calls: items of subscriptions, and events. */
import type { Clock } from '../platform/ports.ts';
import type { CallFailure } from './call-failure.ts';
import type { CallTap } from './call-tap.ts';

/** Characters kept of a frame that belongs to nobody. */
const MAX_EVENT_TEXT = 4000;
/** What the cut may have torn: a part of a key would no longer be known as a secret. */
const TORN_WORD = /[\w+/=-]{1,128}$/;

export interface SocketRecorderOptions {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly wsUrl: string;
  readonly tap: CallTap;
  readonly clock: Clock;
}

/** What happened, as the inspector names it. */
export type SocketEvent =
  | 'opened'
  | 'closed'
  | 'cancelled'
  | 'stream ended'
  | 'late reply'
  | 'duplicate reply'
  | 'call from the node'
  | 'unmatched frame'
  | 'unreadable frame';

export class SocketRecorder {
  readonly #options: SocketRecorderOptions;

  constructor(options: SocketRecorderOptions) {
    this.#options = options;
  }

  /** An item of a subscription, or the end by which it was lost. It has no request, and is a moment. */
  frame(
    of: { readonly method: string; readonly cause: string; readonly callId: number },
    what: { readonly response: Uint8Array } | { readonly failure: CallFailure },
  ): number {
    const { tap } = this.#options;
    const id = tap.begin({ ...this.#common(), method: of.method, kind: 'frame', parentId: of.callId, cause: of.cause });
    tap.end(id, { tookMs: 0, ...what });
    return id;
  }

  event(
    name: SocketEvent,
    about: {
      readonly parentId?: number | undefined;
      readonly sent?: string;
      readonly received?: Uint8Array;
      readonly words?: string;
      readonly tookMs?: number;
      readonly failure?: CallFailure | undefined;
    } = {},
  ): void {
    const { tap } = this.#options;
    const { parentId, sent = '', received, words = '', tookMs = 0, failure } = about;
    const id = tap.begin({
      ...this.#common(),
      method: name,
      kind: 'event',
      cause: 'connection',
      request: sent,
      paramsText: words.slice(0, MAX_EVENT_TEXT),
      ...(parentId === undefined ? {} : { parentId }),
    });
    tap.end(id, {
      tookMs,
      ...(received === undefined ? {} : { response: beginningOf(received) }),
      ...(failure === undefined ? {} : { failure }),
    });
  }

  #common() {
    const { connectionId, connectionName, wsUrl } = this.#options;
    return { connectionId, connectionName, transport: 'ws', url: wsUrl, requestHeaders: {}, request: '', paramsText: '' } as const;
  }
}

/** A copy: the recording keeps it. */
function beginningOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MAX_EVENT_TEXT) {
    return Uint8Array.from(bytes);
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, MAX_EVENT_TEXT).toString('latin1');
  return Uint8Array.from(Buffer.from(text.replace(TORN_WORD, ''), 'latin1'));
}
