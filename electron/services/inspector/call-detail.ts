/**
 * One recorded call as the detail pane shows it, with why it failed and what to send instead.
 *
 * From the recording alone, which is masked: what it says may be copied.
 */
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import { type CallDetail, LIVE_SOURCE } from '../../../shared/ipc/schemas/inspector.ts';
import { explainFailure } from '../../../shared/rpc/explain.ts';
import { writeLosslessJson } from '../../../shared/rpc/lossless-json.ts';
import type { Repair } from '../../../shared/rpc/repair.ts';
import { isRecord } from '../../../shared/rpc/repair-values.ts';
import { MASK } from '../../platform/redact.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { CallSource, RecordedCall } from './call-source.ts';
import { recordedTarget } from './recorded-target.ts';
import { bodyText, recordedValue } from './recorded-text.ts';

/** Longer requests are not corrected: nobody wrote them by hand. */
const MAX_REQUEST_BYTES = 1024 * 1024;
const MAX_CHILDREN = 500;

export interface DetailSurroundings {
  /** The head of the active connection, with the tipsets around it. */
  readonly head: Pick<HeadState, 'connectionId' | 'head' | 'strip'>;
  readonly active: ActiveConnection | undefined;
}

export async function callDetail(source: CallSource, call: RecordedCall, surroundings: DetailSurroundings): Promise<CallDetail> {
  const { summary, url, requestHeaders, responseHeaders, isConnectionReused, phases, request, response, note } = call;
  // The head says nothing about a call to another connection, and one of a session may have the id of one here.
  const isOwn = source.id === LIVE_SOURCE;
  const head = isOwn && surroundings.head.connectionId === summary.connectionId ? surroundings.head : undefined;
  const explanation = await explain(call, head?.head?.height);
  const tipsetHeight = heightOf(summary.tipsetKey, head);
  const isSent = summary.kind === 'call' || summary.kind === 'batch';
  const sendAgainTo = isSent && isOwn ? recordedTarget(call, surroundings.active) : undefined;
  return {
    summary,
    url,
    requestHeaders: { ...requestHeaders },
    request: { ...request.facts },
    children: source.childrenOf(summary.id).slice(-MAX_CHILDREN),
    ...(responseHeaders === undefined ? {} : { responseHeaders: { ...responseHeaders } }),
    ...(isConnectionReused === undefined ? {} : { isConnectionReused }),
    ...(phases === undefined ? {} : { phases }),
    ...(response === undefined ? {} : { response: { ...response.facts } }),
    ...(tipsetHeight === undefined ? {} : { tipsetHeight }),
    ...(explanation === undefined ? {} : { explanation }),
    ...(note === undefined ? {} : { note }),
    ...(sendAgainTo === undefined ? {} : { sendAgainTo }),
  };
}

function heightOf(key: readonly string[] | undefined, state: DetailSurroundings['head'] | undefined): number | undefined {
  if (key === undefined || state === undefined) {
    return undefined;
  }
  const wanted = key.join();
  return state.head?.key.join() === wanted ? state.head.height : state.strip.find((entry) => entry.key.join() === wanted)?.height;
}

async function explain(call: RecordedCall, headEpoch: number | undefined): Promise<CallDetail['explanation']> {
  const { summary, failure, request } = call;
  if (failure === undefined) {
    return undefined;
  }
  const { layer, httpStatus, nodeCode, nodeMessage } = failure;
  const text = request.facts.isTruncated ? undefined : await bodyText(request, MAX_REQUEST_BYTES);
  // A frame has no request, and what was written by hand may be no JSON: there is nothing to correct then.
  const recorded = text === undefined ? undefined : recordedValue(text);
  const {
    layer: explainedLayer,
    title,
    cause,
    fix,
    guiltyParam,
    guiltyPath,
    repair,
  } = explainFailure({
    method: summary.method,
    layer,
    message: nodeMessage ?? failure.message,
    apiVersion: /\/rpc\/v0\b/.test(call.url) ? 'v0' : 'v1',
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(nodeCode === undefined ? {} : { code: nodeCode }),
    ...(headEpoch === undefined ? {} : { headEpoch }),
    ...(isRecord(recorded) ? { params: recorded.params } : {}),
  });
  return {
    layer: explainedLayer,
    title,
    cause,
    fix,
    ...(guiltyParam === undefined ? {} : { guiltyParam }),
    ...(guiltyPath === undefined ? {} : { guiltyPath: [...guiltyPath] }),
    ...(repair === undefined ? {} : { repair: shownRepair(repair) }),
  };
}

type ShownRepair = NonNullable<NonNullable<CallDetail['explanation']>['repair']>;

function shownRepair(repair: Repair): ShownRepair {
  if (repair.kind === 'message') {
    return { ...repair, changes: repair.changes.map((change) => ({ ...change })) };
  }
  const { kind, method, note } = repair;
  const request = writeLosslessJson({ jsonrpc: '2.0', id: 1, method, params: repair.params });
  return { kind, method, request, note, blanks: [...repair.blanks, ...(request.includes(MASK) ? ['what is masked'] : [])] };
}
