/**
 * The call inspector: what was said between Sextant and its nodes, live or read back from a saved session.
 *
 * Everything here is masked before it is recorded. Bodies do not cross whole: a screen asks for the part that it shows.
 */
import { z } from 'zod';
import { zEpoch, zTimeMs, zTipsetKey } from './common.ts';
import { zDecodedView } from './decoded.ts';

const zCount = z.number().int().nonnegative();

/** The recording of this run, or the id of a saved session that was opened. */
const zCallSource = z.string().min(1).max(100);
export const LIVE_SOURCE = 'live';

/** An API of the active connection: the node's own (v1 or v0), its v2, and that of the storage miner. */
const zCallTarget = z.enum(['node', 'v2', 'miner']);
export type CallTarget = z.infer<typeof zCallTarget>;

/** An API of a connection, which need not be the active one. */
const zSendTarget = z.object({ to: zCallTarget, connectionId: z.string().max(100) });
export type SendTarget = z.infer<typeof zSendTarget>;

/**
 * `call` is a request with its answer, `frame` one item of a subscription (or its loss), `batch` several calls in one body,
 * `event` something that happened to a WebSocket: opened, closed, a call cancelled, a frame that belonged to nobody.
 */
const zCallKind = z.enum(['call', 'frame', 'batch', 'event']);

/** Where a call failed, as far as the explanation knows: the last three are told by the text of the node or by who stopped the call. */
export const zFailureLayer = z.enum(['dns', 'tls', 'network', 'timeout', 'http', 'json', 'rpc', 'method', 'chain', 'stopped']);

export const zCallSummary = z.object({
  id: z.number().int(),
  atMs: zTimeMs,
  connectionId: z.string(),
  connectionName: z.string(),
  /** Full name as sent, for example Filecoin.ChainHead; of a batch its names, of an event what happened. */
  method: z.string(),
  /** `cache`: answered from what an earlier run had recorded, without asking. */
  transport: z.enum(['http', 'ws', 'cache']),
  kind: zCallKind,
  /** The subscription of a frame, the batch of a call in it, the first attempt of a call that was sent again. */
  parentId: z.number().int().optional(),
  /** Counted from 1; absent for the first. */
  attempt: zCount.optional(),
  status: z.enum(['pending', 'ok', 'error']),
  httpStatus: z.number().optional(),
  errorCode: z.number().optional(),
  errorMessage: z.string().optional(),
  /** Where it failed. */
  layer: zFailureLayer.optional(),
  /** Short rendering of the parameters for the list. */
  paramsPreview: z.string(),
  tookMs: z.number().optional(),
  requestBytes: z.number(),
  responseBytes: z.number().optional(),
  /** Who asked: screen and panel, such as `overview: power`, or `user`. */
  cause: z.string(),
  /** Block CIDs of the tipset that the parameters name; absent for the head of the moment. */
  tipsetKey: zTipsetKey.optional(),
  isPinned: z.boolean().optional(),
  hasNote: z.boolean().optional(),
});
export type CallSummary = z.infer<typeof zCallSummary>;
export type CallKind = z.infer<typeof zCallKind>;

/** Where the time went, in milliseconds and in this order; absent where a phase did not happen or cannot be told. */
export const zCallPhases = z.object({
  /** Waiting for a place under the endpoint's limits, before anything was sent. */
  queuedMs: z.number().optional(),
  dnsMs: z.number().optional(),
  connectMs: z.number().optional(),
  tlsMs: z.number().optional(),
  /** Writing the request. */
  sendMs: z.number().optional(),
  /** From the last byte sent to the first received. */
  waitMs: z.number().optional(),
  readMs: z.number().optional(),
});
export type CallPhases = z.infer<typeof zCallPhases>;

/** Which calls, and in which order. */
export const zCallSelection = z.object({
  source: zCallSource,
  /** The filter language of `shared/inspector/call-filter.ts`. */
  filter: z.string().max(2000),
  part: z.enum(['all', 'errors', 'frames', 'pinned']),
  /** Calls recorded later are left out, so that a list can hold still while it is read. */
  untilId: z.number().int().optional(),
  /** Calls that were under way between these moments. */
  fromMs: zTimeMs.optional(),
  toMs: zTimeMs.optional(),
});
export type CallSelection = z.infer<typeof zCallSelection>;

export const zCallOrder = z.object({
  by: z.enum(['id', 'method', 'endpoint', 'status', 'took', 'size']),
  direction: z.enum(['ascending', 'descending']),
});
export type CallOrder = z.infer<typeof zCallOrder>;

/** A window on the matching calls. */
export const zCallPage = z.object({
  /** In this source, before the filter. */
  total: zCount,
  matching: zCount,
  offset: zCount,
  rows: z.array(zCallSummary).max(500),
  /** Terms of the filter that were not understood, in words; they match nothing. */
  problems: z.array(z.string()),
  /** Moments of the oldest and the newest match. */
  fromMs: zTimeMs.optional(),
  toMs: zTimeMs.optional(),
});
export type CallPage = z.infer<typeof zCallPage>;

/** How many matching calls began in equal spans of time. */
export const zCallVolume = z.object({
  fromMs: zTimeMs,
  toMs: zTimeMs,
  buckets: z.array(z.object({ count: zCount, errorCount: zCount })).max(400),
});
export type CallVolume = z.infer<typeof zCallVolume>;

/** Times in milliseconds over the answered calls; absent where none was answered. */
export const zMethodGroup = z.object({
  method: z.string(),
  count: zCount,
  errorCount: zCount,
  p50Ms: z.number().optional(),
  p95Ms: z.number().optional(),
  maxMs: z.number().optional(),
  requestBytes: zCount,
  responseBytes: zCount,
  /** The slowest of them. */
  slowestId: z.number().int().optional(),
});
export type MethodGroup = z.infer<typeof zMethodGroup>;

/** How long an endpoint took for its last calls that were answered, at most 200 of them; in milliseconds. */
export const zEndpointReplies = z.object({
  connectionId: z.string(),
  count: zCount,
  p50Ms: z.number(),
  p95Ms: z.number(),
});
export type EndpointReplies = z.infer<typeof zEndpointReplies>;

const zFailureExplanation = z.object({
  layer: zFailureLayer,
  title: z.string(),
  cause: z.string(),
  fix: z.string(),
  /** What a contract said, word for word: untrusted text. */
  reason: z.string().optional(),
  /** Index of the parameter that is to blame, counted from 0. */
  guiltyParam: zCount.optional(),
  /** From that parameter down to the value that is to blame; absent where it is the whole of it. */
  guiltyPath: z.array(z.union([z.string(), zCount])).optional(),
  /** What to send instead, made of the masked recording. */
  repair: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('request'),
        method: z.string(),
        /** The whole corrected request as JSON text. */
        request: z.string(),
        note: z.string(),
        /** Names of what only the user can fill in. */
        blanks: z.array(z.string()),
      }),
      z.object({
        kind: z.literal('message'),
        /** Fields that have to change before the message is signed again; decimal, amounts in attoFIL. */
        changes: z.array(z.object({ field: z.string(), from: z.string().optional(), to: z.string() })),
        note: z.string(),
      }),
    ])
    .optional(),
});

/** A body in the recording. Its text is read with `readBody`, its tree with `openBody`. */
const zBodyFacts = z.object({
  /** As it came or went, before anything was masked. */
  sizeBytes: zCount,
  /** What the recording holds of it. */
  recordedBytes: zCount,
  /** The recording's cap was reached: the end, or all of it, is gone. */
  isTruncated: z.boolean(),
  isJson: z.boolean(),
});
export type BodyFacts = z.infer<typeof zBodyFacts>;

export const zCallDetail = z.object({
  summary: zCallSummary,
  url: z.string(),
  requestHeaders: z.record(z.string(), z.string()),
  responseHeaders: z.record(z.string(), z.string()).optional(),
  /** The connection was open already: no name was resolved and no handshake made. */
  isConnectionReused: z.boolean().optional(),
  phases: zCallPhases.optional(),
  request: zBodyFacts,
  response: zBodyFacts.optional(),
  /** Height of the tipset that the parameters name, where it is known. */
  tipsetHeight: zEpoch.optional(),
  explanation: zFailureExplanation.optional(),
  /** What an answer means where it is easily misread, or what an open call waits for. */
  remark: z.object({ title: z.string(), text: z.string() }).optional(),
  note: z.string().optional(),
  /** Calls that belong to this one: frames of a subscription, calls of a batch, further attempts; the newest 500. */
  children: z.array(zCallSummary).max(500),
  /** The endpoint and its API that this call went to, so that it can be sent there again; absent where it cannot. */
  sendAgainTo: zSendTarget.optional(),
});
export type CallDetail = z.infer<typeof zCallDetail>;

export const zBodySide = z.enum(['request', 'response']);
export type BodySide = z.infer<typeof zBodySide>;
const zBodyPlace = z.object({ source: zCallSource, id: z.number().int(), side: zBodySide });

/**
 * One value of a body. `start` and `end` are byte offsets in the recorded text; `start` names the value in later questions. Of a
 * large container that was not read to its end, `end` is how far it was read and the count is no exact one.
 */
const zBodyNode = z.object({
  /** Name of the field or index of the item in its parent; absent for the whole body. */
  key: z.string().optional(),
  kind: z.enum(['object', 'array', 'string', 'number', 'boolean', 'null']),
  start: zCount,
  end: zCount,
  /** Of a leaf the JSON text, exact and cut at 2000 characters; of a container nothing. */
  text: z.string().optional(),
  /** Of an object or an array, counted up to a limit. */
  count: zCount.optional(),
  isCountExact: z.boolean().optional(),
});
export type BodyNode = z.infer<typeof zBodyNode>;

/** Children of one value. Ask again with `from` set to `next` for those behind them. */
const zBodyBranch = z.object({ node: zBodyNode, children: z.array(zBodyNode).max(500), next: zCount.optional() });
export type BodyBranch = z.infer<typeof zBodyBranch>;

/** How often a text occurs in a body, and where one of the matches is. */
export const zFoundInBody = z.object({
  count: zCount,
  isCountExact: z.boolean(),
  /** Of the match that was asked for; absent where there are not so many. */
  offset: zCount.optional(),
  /** The value that it stands in; empty where it is the whole body. */
  path: z.string().optional(),
});
export type FoundInBody = z.infer<typeof zFoundInBody>;

export const inspectorBody = {
  /** By `at`, the start of a value that is known (0 for the whole body), or by path, such as `result.Blocks[0].Height`. */
  openInput: zBodyPlace.extend({
    at: zCount.optional(),
    path: z.string().max(1000).optional(),
    from: zCount.optional(),
    limit: z.number().int().min(1).max(500),
  }),
  /** `ancestors` lead from the whole body to the value that a path named. */
  openOutput: zBodyBranch.extend({
    ancestors: z.array(zBodyNode),
    /** Why there is less than was asked for, in words: the text breaks off, or the path leads nowhere. */
    problem: z.string().optional(),
  }),
  findInput: zBodyPlace.extend({ text: z.string().max(1000), index: zCount }),
  readInput: zBodyPlace.extend({
    offset: zCount,
    lengthBytes: z
      .number()
      .int()
      .min(1)
      .max(256 * 1024),
  }),
  /** Text from `offset` on, cut between characters. */
  readOutput: z.object({ text: z.string(), next: zCount.optional(), recordedBytes: zCount }),
} as const;

/** Parameters and results as the domain reads them. */
export const zDecodedCall = z.object({
  sections: z.array(
    z.object({
      side: zBodySide,
      /** What it is, such as `Message parameters: ProposeParams`. */
      label: z.string(),
      /** Where it stands in the body. */
      path: z.string(),
      view: zDecodedView,
    }),
  ),
  /** Why there is nothing, or not more. */
  note: z.string().optional(),
});
export type DecodedCall = z.infer<typeof zDecodedCall>;

const zCallAt = z.object({ source: zCallSource, id: z.number().int() });

export { zCallAt };

/** By value: the order of fields says nothing, numbers are exact. Values are JSON text cut at 400 characters. */
const zCallDifference = z.object({
  path: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  left: z.string().optional(),
  right: z.string().optional(),
});
export const zCallComparison = z.object({
  left: zCallSummary,
  right: zCallSummary,
  request: z.array(zCallDifference),
  response: z.array(zCallDifference),
  /** Values that are equal on both sides. */
  equalCount: zCount,
  /** More differences, or larger bodies, than are compared. */
  isTruncated: z.boolean(),
  note: z.string().optional(),
});
export type CallDifference = z.infer<typeof zCallDifference>;
export type CallComparison = z.infer<typeof zCallComparison>;

/** A saved recording that was opened. It can be read, not changed. */
const zCallSession = z.object({
  id: z.string(),
  name: z.string(),
  /** A recording that Sextant saved, a HAR file, or a text that was pasted. */
  origin: z.enum(['session', 'har', 'text']),
  openedAtMs: zTimeMs,
  savedAtMs: zTimeMs.optional(),
  /** The Sextant that wrote it. */
  version: z.string().optional(),
  callCount: zCount,
  errorCount: zCount,
  sizeBytes: zCount,
  /** What could not be read, in words. */
  problems: z.array(z.string()),
});
export type CallSession = z.infer<typeof zCallSession>;

/** The recording as a whole; changes at most ten times a second however many calls there are. */
export const zInspectorState = z.object({
  isRecording: z.boolean(),
  /** Grows with every change to the live recording. */
  revision: zCount,
  newestId: z.number().int(),
  total: zCount,
  errorCount: zCount,
  frameCount: zCount,
  pinnedCount: zCount,
  inFlightCount: zCount,
  /** Calls that the byte cap has pushed out since the recording was last cleared. */
  droppedCount: zCount,
  /** Calls that are not in the list and are held because a figure came from them, or because they are under way. */
  unlistedCount: zCount,
  /** Cleared, and still there to be brought back for a while. */
  clearedCount: zCount,
  /** Of all calls that are held, listed or not. */
  usedBytes: zCount,
  capBytes: zCount,
  oldestAtMs: zTimeMs.optional(),
  endpointCount: zCount,
  sessions: z.array(zCallSession),
});
export type InspectorState = z.infer<typeof zInspectorState>;

export const zFilterValues = z.array(z.object({ value: z.string(), count: zCount })).max(50);

/** What was put together for a file; read it piece by piece with `readExport`. */
export const zCallExport = z.object({ exportId: z.string(), fileName: z.string(), sizeBytes: zCount, callCount: zCount });
export type CallExport = z.infer<typeof zCallExport>;

/** One call of a request written by hand. `params` goes into the body as it is. */
export const zRawCall = z.object({ method: z.string().trim().min(1).max(200), params: z.string().max(1_000_000) });
export type RawCall = z.infer<typeof zRawCall>;
/** Where a call written by hand goes; without `connectionId` to the active connection. */
export const sendTarget = { to: zCallTarget.optional(), connectionId: z.string().max(100).optional() };

export const zCopyForm = z.enum(['curl', 'json', 'lotus']);
export type CopyForm = z.infer<typeof zCopyForm>;
/** `reason` where there is no such form of this call. */
export const zCopiedCall = z.object({ text: z.string().optional(), reason: z.string().optional() });
