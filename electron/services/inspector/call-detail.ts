/**
 * One recorded call for the detail pane, with the reason of a failure and a corrected request.
 *
 * Built from the recording only, which is masked, so it may be copied.
 */
import { defined } from '../../../shared/collections/defined.ts';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import { type CallDetail, LIVE_SOURCE } from '../../../shared/ipc/schemas/inspector.ts';
import { explainFailure } from '../../../shared/rpc/explain.ts';
import { explainAnswer, explainWait } from '../../../shared/rpc/explain-answer.ts';
import type { FailedCall } from '../../../shared/rpc/failure-row.ts';
import { writeLosslessJson } from '../../../shared/rpc/lossless-json.ts';
import type { RpcVersion } from '../../../shared/rpc/methods.ts';
import type { Repair } from '../../../shared/rpc/repair.ts';
import { isRecord } from '../../../shared/rpc/repair-values.ts';
import { MASK } from '../../../shared/text/mask.ts';
import type { ApiUrls } from '../connections/active-connection.ts';
import type { CallSource, RecordedBody, RecordedCall } from './call-source.ts';
import { recordedTarget } from './recorded-target.ts';
import { bodyText, recordedValue } from './recorded-text.ts';

/** Longer requests are not corrected: they were not written by hand. */
const MAX_REQUEST_BYTES = 1024 * 1024;
/** Maximum length read of an error; those of nodes and services are shorter. */
const MAX_REPLY_BYTES = 64 * 1024;
const MAX_CHILDREN = 500;

export interface DetailSurroundings {
  /** The head of the active connection, with the tipsets around it. */
  readonly head: Pick<HeadState, 'connectionId' | 'head' | 'strip'>;
  /** Return the URLs of a connection, active or not. */
  readonly urlsOf: (connectionId: string) => ApiUrls | undefined;
}

export async function callDetail(source: CallSource, call: RecordedCall, surroundings: DetailSurroundings): Promise<CallDetail> {
  const { summary, url, requestHeaders, responseHeaders, isConnectionReused, phases, request, response, note } = call;
  // The head only applies to calls of this connection; a connection in a session may have the same id.
  const isOwn = source.id === LIVE_SOURCE;
  const head = isOwn && surroundings.head.connectionId === summary.connectionId ? surroundings.head : undefined;
  const explanation = await explain(call, isOwn, head?.head?.height);
  const remark = await remarkOn(call);
  const tipsetHeight = heightOf(summary.tipsetKey, head);
  const isSent = summary.kind === 'call' || summary.kind === 'batch';
  const sendAgainTo = isSent && isOwn ? recordedTarget(call, surroundings.urlsOf) : undefined;
  return {
    summary,
    url,
    requestHeaders: { ...requestHeaders },
    request: { ...request.facts },
    children: source.childrenOf(summary.id).slice(-MAX_CHILDREN),
    ...(responseHeaders === undefined ? {} : { responseHeaders: { ...responseHeaders } }),
    ...defined({ isConnectionReused, phases }),
    ...(response === undefined ? {} : { response: { ...response.facts } }),
    ...defined({ tipsetHeight, explanation, remark, note, sendAgainTo }),
  };
}

function heightOf(key: readonly string[] | undefined, state: DetailSurroundings['head'] | undefined): number | undefined {
  if (key === undefined || state === undefined) {
    return undefined;
  }
  const wanted = key.join();
  return state.head?.key.join() === wanted ? state.head.height : state.strip.find((entry) => entry.key.join() === wanted)?.height;
}

async function explain(call: RecordedCall, isOwn: boolean, headEpoch: number | undefined): Promise<CallDetail['explanation']> {
  const { summary, failure, request, response } = call;
  if (failure === undefined) {
    return undefined;
  }
  const { layer, httpStatus, nodeCode, nodeMessage, retryAfterMs } = failure;
  const reply = response === undefined ? undefined : await bodyText(response, MAX_REPLY_BYTES);
  // A frame has no request, and a request written by hand may not be JSON: nothing can be corrected then.
  const recorded = await readValue(request, MAX_REQUEST_BYTES);
  const {
    layer: explainedLayer,
    title,
    cause,
    fix,
    reason,
    guiltyParam,
    guiltyPath,
    repair,
  } = explainFailure({
    method: summary.method,
    layer,
    message: nodeMessage ?? failure.message,
    apiVersion: versionIn(call.url),
    ...defined({ httpStatus, code: nodeCode, headEpoch }),
    ...(isRecord(recorded) ? { params: recorded.params } : {}),
    ...defined({ reply }),
    ...tokenOf(call, isOwn),
    ...defined({ retryAfterMs, httpMethod: call.httpMethod }),
  });
  return {
    layer: explainedLayer,
    title,
    cause,
    fix,
    ...defined({ reason, guiltyParam }),
    ...(guiltyPath === undefined ? {} : { guiltyPath: [...guiltyPath] }),
    ...(repair === undefined ? {} : { repair: shownRepair(repair) }),
  };
}

async function remarkOn({ summary, request, response }: RecordedCall): Promise<CallDetail['remark']> {
  const { method, status, kind } = summary;
  if (kind !== 'call' || status === 'error') return undefined;
  if (status === 'pending') return explainWait(method);
  const [sent, received] = await Promise.all([readValue(request, MAX_REQUEST_BYTES), readValue(response, MAX_REPLY_BYTES)]);
  if (!isRecord(received) || !Object.hasOwn(received, 'result')) return undefined;
  return explainAnswer({ method, result: received.result, ...(isRecord(sent) ? { params: sent.params } : {}) });
}

/** Parse a recorded body; undefined if it is cut, too long or not JSON. */
async function readValue(body: RecordedBody | undefined, maxBytes: number): Promise<unknown> {
  const text = body === undefined || body.facts.isTruncated ? undefined : await bodyText(body, maxBytes);
  return text === undefined ? undefined : recordedValue(text);
}

/** Pasted calls may have no headers. Another masked header, or the query of the URL, may be a token. */
function tokenOf({ summary, url, requestHeaders, tokenPermissions: permissions }: RecordedCall, isOwn: boolean): Pick<FailedCall, 'token'> {
  const names = Object.keys(requestHeaders).map((name) => name.toLowerCase());
  if (names.includes('authorization') || /[?&]token=/.test(url)) {
    return { token: { isSent: true, ...defined({ permissions }) } };
  }
  const isKnown = names.length > 0 || (isOwn && summary.transport === 'ws');
  return isKnown && !url.includes(MASK) && !Object.values(requestHeaders).includes(MASK) ? { token: { isSent: false } } : {};
}

/** Return the API version in a URL. */
function versionIn(url: string): RpcVersion {
  return /\/rpc\/v2\b/.test(url) ? 'v2' : /\/rpc\/v0\b/.test(url) ? 'v0' : 'v1';
}

type ShownRepair = NonNullable<NonNullable<CallDetail['explanation']>['repair']>;

function shownRepair(repair: Repair): ShownRepair {
  if (repair.kind === 'message') {
    return { ...repair, changes: repair.changes.map((change) => ({ ...change })) };
  }
  const { kind, method, note } = repair;
  const request = writeLosslessJson({ jsonrpc: '2.0', id: 1, method, params: repair.params });
  return { kind, method, request, note, blanks: [...repair.blanks, ...(request.includes(MASK) ? ['masked values'] : [])] };
}
