/**
 * Keeps the latest calls with their bodies, masked and bounded, and publishes their summaries.
 *
 * Takes what the node clients tell it (`CallTap`), secrets included; what it keeps has none. Nothing here is written to disk.
 */
import type { CallSummary } from '../../../shared/ipc/schemas/inspector.ts';
import type { Clock } from '../../platform/ports.ts';
import { redactText } from '../../platform/redact.ts';
import { ListTopic } from '../../platform/topics.ts';
import type { CallFailure } from '../../rpc/call-failure.ts';
import type { CallEnd, CallStart, CallTap } from '../../rpc/call-tap.ts';
import { maskHeaders, maskRequest, maskResponse } from './mask-recording.ts';

const MAX_CALLS = 2000;
/** Characters kept of a body. */
const MAX_BODY_LENGTH = 256 * 1024;
/** Characters kept of all answers together; the oldest lose theirs first. */
const MAX_TOTAL_LENGTH = 48 * 1024 * 1024;
const MAX_PREVIEW_LENGTH = 160;

export interface RecordedCall {
  readonly summary: CallSummary;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly request: string;
  readonly isRequestTruncated: boolean;
  readonly response?: string;
  readonly isResponseTruncated: boolean;
  readonly failure?: CallFailure;
}

export class CallRecorder implements CallTap {
  readonly topic = new ListTopic<CallSummary>((call) => call.id, MAX_CALLS);
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #calls = new Map<number, RecordedCall>();
  #lastId = 0;
  #totalLength = 0;

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock;
  }

  get(id: number): RecordedCall | undefined {
    return this.#calls.get(id);
  }

  has(id: number): boolean {
    return this.#calls.has(id);
  }

  clear(): void {
    this.#calls.clear();
    this.#totalLength = 0;
    this.topic.clear();
  }

  begin(start: CallStart): number {
    this.#lastId += 1;
    const id = this.#lastId;
    const { method, connectionId, connectionName, transport, kind, cause } = start;
    const request = cut(maskRequest(method, start.request.slice(0, MAX_BODY_LENGTH)), start.request.length);
    const preview = maskRequest(method, start.paramsText.slice(0, 4 * MAX_PREVIEW_LENGTH));
    const summary: CallSummary = {
      id,
      atMs: this.#clock.nowMs(),
      connectionId,
      connectionName,
      method,
      transport,
      kind,
      status: 'pending',
      paramsPreview: preview.length > MAX_PREVIEW_LENGTH ? `${preview.slice(0, MAX_PREVIEW_LENGTH)}…` : preview,
      requestBytes: Buffer.byteLength(start.request),
      cause,
    };
    this.#calls.set(id, {
      summary,
      url: redactText(start.url),
      requestHeaders: maskHeaders(start.requestHeaders),
      request: request.text,
      isRequestTruncated: request.isTruncated,
      isResponseTruncated: false,
    });
    this.#totalLength += request.text.length;
    this.#forgetOldest();
    this.topic.put([summary]);
    return id;
  }

  end(id: number, end: CallEnd): void {
    const call = this.#calls.get(id);
    if (call === undefined) {
      return;
    }
    const { failure, httpStatus, tookMs } = end;
    const { method } = call.summary;
    const response =
      end.response === undefined ? undefined : cut(maskResponse(method, end.response.slice(0, MAX_BODY_LENGTH)), end.response.length);
    const summary: CallSummary = {
      ...call.summary,
      status: failure === undefined ? 'ok' : 'error',
      tookMs,
      ...(httpStatus === undefined ? {} : { httpStatus }),
      ...(end.response === undefined ? {} : { responseBytes: Buffer.byteLength(end.response) }),
      ...(failure?.nodeCode === undefined ? {} : { errorCode: failure.nodeCode }),
      ...(failure === undefined ? {} : { errorMessage: redactText(failure.nodeMessage ?? failure.message) }),
    };
    this.#calls.set(id, {
      ...call,
      summary,
      ...(response === undefined ? {} : { response: response.text, isResponseTruncated: response.isTruncated }),
      ...(failure === undefined ? {} : { failure }),
    });
    this.#totalLength += response?.text.length ?? 0;
    this.#forgetOldest();
    this.topic.put([summary]);
  }

  #forgetOldest(): void {
    for (const [id, call] of this.#calls) {
      if (this.#calls.size <= MAX_CALLS) {
        break;
      }
      this.#totalLength -= lengthOf(call);
      this.#calls.delete(id);
    }
    if (this.#totalLength <= MAX_TOTAL_LENGTH) {
      return;
    }
    for (const [id, call] of this.#calls) {
      if (this.#totalLength <= MAX_TOTAL_LENGTH) {
        break;
      }
      if (call.response !== undefined && call.response !== '') {
        this.#totalLength -= call.response.length;
        this.#calls.set(id, { ...call, response: '', isResponseTruncated: true });
      }
    }
  }
}

function lengthOf(call: RecordedCall): number {
  return call.request.length + (call.response?.length ?? 0);
}

function cut(text: string, originalLength: number): { text: string; isTruncated: boolean } {
  return { text: text.slice(0, MAX_BODY_LENGTH), isTruncated: originalLength > MAX_BODY_LENGTH };
}
