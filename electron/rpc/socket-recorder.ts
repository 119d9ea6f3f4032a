/** Records WebSocket traffic other than calls: items of subscriptions, and events. */
import type { Clock } from '../platform/ports.ts';
import type { CallFailure } from './call-failure.ts';
import type { CallTap } from './call-tap.ts';

/** Recorded characters of an unmatched frame. */
const MAX_EVENT_TEXT = 4000;
/** Recorded changes of a long item. */
const MAX_CHANGES_NAMED = 5;
/** Dropped after a cut: part of a key would not be recognised as a secret. */
const TORN_WORD = /[\w+/=-]{1,128}$/;

export interface SocketRecorderOptions {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly wsUrl: string;
  readonly tap: CallTap;
  readonly clock: Clock;
}

/** Event, as named in the inspector. */
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

  /** Records an item of a subscription, or the failure that lost it. It has no request and no duration. */
  frame(
    of: { readonly method: string; readonly cause: string; readonly callId: number },
    what: { readonly response: Uint8Array; readonly value: unknown } | { readonly failure: CallFailure },
  ): number {
    const { tap } = this.#options;
    const paramsText = 'value' in what ? changeWords(what.value) : '';
    const id = tap.begin({ ...this.#common(), method: of.method, kind: 'frame', parentId: of.callId, cause: of.cause, paramsText });
    tap.end(id, { tookMs: 0, ...('value' in what ? { response: what.response } : what) });
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

/** A copy, owned by the recording. */
function beginningOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MAX_EVENT_TEXT) {
    return Uint8Array.from(bytes);
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, MAX_EVENT_TEXT).toString('latin1');
  return Uint8Array.from(Buffer.from(text.replace(TORN_WORD, ''), 'latin1'));
}

/** Summary of a ChainNotify item: `revert 6562207, apply 6562208`; empty for other items. */
function changeWords(value: unknown): string {
  const changes: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_CHANGES_NAMED) : [];
  return changes
    .flatMap((change) => {
      if (typeof change !== 'object' || change === null || !('Type' in change) || !('Val' in change)) return [];
      const { Type: type, Val: tipset } = change;
      const height = typeof tipset === 'object' && tipset !== null && 'Height' in tipset ? tipset.Height : undefined;
      return typeof height === 'number' && typeof type === 'string' && /^[a-z]{1,16}$/.test(type) ? [`${type} ${height}`] : [];
    })
    .join(', ');
}
