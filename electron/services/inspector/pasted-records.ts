/**
 * Converts pasted text and HAR files to recorded calls, so that they are explained like Sextant's own calls.
 *
 * The texts may contain secrets; the output is masked like by the recorder. Nothing is sent. Called by the sessions.
 */
import type { FileHandle } from 'node:fs/promises';
import type { BodySide, CallSummary } from '../../../shared/ipc/schemas/inspector.ts';
import { codeIn, layerIn, methodIn, type Pasted, type PastedCall } from '../../../shared/pasted/read-pasted.ts';
import { type JsonNode, readJsonText } from '../../../shared/rpc/json-text.ts';
import { tokenPermissions } from '../../../shared/rpc/token-text.ts';
import { redactText } from '../../platform/redact.ts';
import { type CallFailure, CallFailureError } from '../../rpc/call-failure.ts';
import { readReply } from '../../rpc/read-reply.ts';
import { retryAfterMs } from '../../rpc/retry-after.ts';
import { explainedLayer } from './explained-layer.ts';
import { maskBody, maskError, maskHeaders, maskParams, maskUrl } from './mask-recording.ts';
import type { SavedBody, SavedRecord } from './session-reader.ts';

const MAX_PREVIEW_LENGTH = 160;
const MAX_ERROR_LENGTH = 4000;
const MAX_BATCH = 500;
/** Maximum number of calls, including those of batches. */
const MAX_RECORDS = 20_000;
/** Shown for an unknown method. */
const UNKNOWN_METHOD = 'unknown method';
const CAUSE = 'pasted';

/**
 * Return the calls, those of a batch after it, and a description of omitted ones.
 *
 * @param bodies an empty file for the bodies
 */
export async function pastedRecords(
  { calls }: Pasted,
  bodies: FileHandle,
  nowMs: number,
): Promise<{ readonly records: readonly SavedRecord[]; readonly problems: readonly string[] }> {
  const records: SavedRecord[] = [];
  let offset = 0;
  const keep = async (text: string, side: BodySide, method: string): Promise<SavedBody> => {
    const bytes = Buffer.from(maskBody(text, { side, method }));
    const start = offset;
    await bodies.write(bytes, 0, bytes.length, start);
    offset += bytes.length;
    const isJson = 'node' in readJsonText(text);
    return { start, facts: { sizeBytes: Buffer.byteLength(text), recordedBytes: bytes.length, isTruncated: false, isJson } };
  };
  let leftOut = 0;
  const add = async (call: PastedCall, request: JsonNode | undefined, parentId?: number): Promise<void> => {
    if (records.length >= MAX_RECORDS) {
      leftOut += 1;
      return;
    }
    const id = records.length + 1;
    const method = methodOf(call, request);
    const failure = failureOf(call, method, request);
    const record: SavedRecord = {
      ...headsOf(call),
      summary: summaryOf(call, { id, method, failure, parentId, request, nowMs }),
      ...(failure === undefined ? {} : { failure: { ...failure, ...maskedTexts(method, failure) } }),
      request: await keep(call.request, 'request', method),
      ...(call.response === undefined ? {} : { response: await keep(call.response, 'response', method) }),
    };
    records.push(record);
    // A list inside a batch is not one of its calls.
    if (request?.kind !== 'array' || parentId !== undefined) return;
    const replies = repliesOf(call);
    leftOut += Math.max(0, request.items.length - MAX_BATCH);
    for (const part of request.items.slice(0, MAX_BATCH)) await add(partOf(call, part, replies), part, id);
  };
  for (const call of calls) await add(call, nodeOf(call.request));
  return { records, problems: leftOut === 0 ? [] : [`${leftOut} calls were omitted: too many calls.`] };
}

function nodeOf(text: string): JsonNode | undefined {
  const reading = readJsonText(text);
  return 'node' in reading ? reading.node : undefined;
}

/** Nodes use the last of several equal names. */
function fieldOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.fields.findLast(({ key }) => key === name)?.value : undefined;
}

/** Index the replies of a batch by id; the first of several equal ids. */
function repliesOf({ response }: PastedCall): ReadonlyMap<unknown, JsonNode> {
  const replies = response === undefined ? undefined : nodeOf(response);
  return new Map(replies?.kind === 'array' ? replies.items.toReversed().map((item) => [idOf(item), item]) : []);
}

/** One call of a batch with its own answer. */
function partOf(call: PastedCall, part: JsonNode, replies: ReadonlyMap<unknown, JsonNode>): PastedCall {
  const { response, ...rest } = call;
  const reply = replies.get(idOf(part));
  return {
    ...rest,
    request: call.request.slice(part.from, part.to),
    ...(reply === undefined || response === undefined ? {} : { response: response.slice(reply.from, reply.to) }),
  };
}

function idOf(node: JsonNode | undefined): unknown {
  const id = fieldOf(node, 'id');
  if (id?.kind === 'number') return Number(id.digits);
  return id?.kind === 'string' ? id.text : id?.kind === 'literal' ? id.value : undefined;
}

function methodOf(call: PastedCall, request: JsonNode | undefined): string {
  if (request?.kind === 'array') {
    const names = request.items.flatMap((item) => textOf(fieldOf(item, 'method')) ?? []);
    return names.join(', ').slice(0, 200) || UNKNOWN_METHOD;
  }
  const named = textOf(fieldOf(request, 'method')) ?? methodIn(call.errorText ?? call.response ?? '');
  return redactText(named?.slice(0, 200) ?? UNKNOWN_METHOD);
}

function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? node.text : undefined;
}

function headsOf({ url, httpMethod, requestHeaders, responseHeaders }: PastedCall): Omit<SavedRecord, 'summary' | 'request' | 'response'> {
  const token = Object.entries(requestHeaders).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  const inQuery = URL.parse(url)?.searchParams.get('token');
  const permissions = tokenPermissions(token?.replace(/^Bearer\s+/i, '') ?? inQuery ?? '');
  return {
    url: maskUrl(url.slice(0, 4000)),
    httpMethod,
    requestHeaders: maskHeaders(capped(requestHeaders)),
    ...(permissions === undefined ? {} : { tokenPermissions: permissions }),
    ...(responseHeaders === undefined ? {} : { responseHeaders: maskHeaders(capped(responseHeaders)) }),
  };
}

function capped(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, 100)
      .map(([name, value]) => [name.slice(0, 200), value.slice(0, 4000)]),
  );
}

interface SummaryParts {
  readonly id: number;
  readonly method: string;
  readonly failure: CallFailure | undefined;
  readonly parentId: number | undefined;
  readonly request: JsonNode | undefined;
  readonly nowMs: number;
}

function summaryOf(call: PastedCall, { id, method, failure, parentId, request, nowMs }: SummaryParts): CallSummary {
  const params = fieldOf(request, 'params');
  const paramsText = params === undefined ? '' : call.request.slice(params.from, Math.min(params.to, params.from + 16_384));
  const isAnswered = failure !== undefined || call.response !== undefined;
  return {
    id,
    atMs: call.atMs ?? nowMs,
    connectionId: 'pasted',
    connectionName: redactText(URL.parse(call.url)?.host.slice(0, 200) ?? 'pasted'),
    method,
    transport: 'http',
    kind: request?.kind === 'array' ? 'batch' : 'call',
    ...(parentId === undefined ? {} : { parentId }),
    status: failure === undefined ? (isAnswered ? 'ok' : 'pending') : 'error',
    ...(call.httpStatus === undefined ? {} : { httpStatus: call.httpStatus }),
    ...(failure?.nodeCode === undefined ? {} : { errorCode: failure.nodeCode }),
    ...(failure === undefined ? {} : { errorMessage: maskedTexts(method, failure).nodeMessage ?? maskedTexts(method, failure).message }),
    ...(failure === undefined ? {} : { layer: explainedLayer(method, failure) }),
    paramsPreview: maskParams(method, paramsText).slice(0, MAX_PREVIEW_LENGTH),
    ...(call.tookMs === undefined ? {} : { tookMs: call.tookMs }),
    requestBytes: Buffer.byteLength(call.request),
    ...(call.response === undefined ? {} : { responseBytes: Buffer.byteLength(call.response) }),
    cause: CAUSE,
  };
}

function maskedTexts(method: string, { message, nodeMessage }: CallFailure): Pick<CallFailure, 'message' | 'nodeMessage'> {
  return {
    message: maskError(method, message).slice(0, MAX_ERROR_LENGTH),
    ...(nodeMessage === undefined ? {} : { nodeMessage: maskError(method, nodeMessage).slice(0, MAX_ERROR_LENGTH) }),
  };
}

/** Classify the failure of an answer, or of an error text alone. */
function failureOf(call: PastedCall, method: string, request: JsonNode | undefined): CallFailure | undefined {
  const { response, errorText, httpStatus } = call;
  if (response === undefined) {
    return errorText === undefined ? statusFailure(call) : textFailure(errorText, httpStatus);
  }
  const host = URL.parse(call.url)?.host ?? 'The endpoint';
  const reply = nodeOf(response);
  if (reply?.kind === 'array') return batchFailure(reply);
  const given = idOf(reply);
  const headers = Object.fromEntries(Object.entries(call.responseHeaders ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  try {
    readReply({
      ...(httpStatus === undefined ? {} : { status: httpStatus }),
      body: response,
      host,
      method,
      location: headers.location,
      retryAfterMs: retryAfterMs(headers['retry-after'], call.atMs ?? 0),
      requestId: request === undefined ? given : idOf(request),
    });
    return undefined;
  } catch (error) {
    if (error instanceof CallFailureError) return error.failure;
    throw error;
  }
}

function statusFailure({ httpStatus }: PastedCall): CallFailure | undefined {
  return httpStatus === undefined || httpStatus < 400 ? undefined : textFailure(`HTTP ${httpStatus}`, httpStatus);
}

function batchFailure({ items }: Extract<JsonNode, { kind: 'array' }>): CallFailure | undefined {
  const failedCount = items.filter((item) => fieldOf(item, 'error') !== undefined).length;
  if (failedCount === 0) return undefined;
  return { ...PLAIN, layer: 'rpc', message: `${failedCount} of ${items.length} calls of the batch failed.` };
}

const PLAIN = { code: 'node-error', retryable: false, isTransient: false } as const;

function textFailure(text: string, httpStatus: number | undefined): CallFailure {
  const nodeCode = codeIn(text);
  const layer = layerIn(text);
  const isOfServer = layer === 'rpc' && nodeCode === undefined && httpStatus !== undefined;
  return {
    ...PLAIN,
    layer: isOfServer ? 'http' : layer,
    message: text.slice(0, MAX_ERROR_LENGTH),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(layer === 'rpc' && !isOfServer ? { nodeMessage: text.slice(0, MAX_ERROR_LENGTH) } : {}),
    ...(nodeCode === undefined ? {} : { nodeCode }),
  };
}
