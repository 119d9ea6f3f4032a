/**
 * The inspector: calls between Sextant and its nodes, live or from a saved session.
 *
 * Everything is masked before it is recorded. Bodies are read in parts, as a screen shows them.
 */
import { z } from 'zod';
import { zEpoch, zTimeMs, zTipsetKey } from './common.ts';
import { zDecodedView } from './decoded.ts';

const zCount = z.number().int().nonnegative();

/** The live recording, or the id of an opened session. */
const zCallSource = z.string().min(1).max(100);
export const LIVE_SOURCE = 'live';

/** An API of the active connection: the node's (v1 or v0), its v2, or the storage miner's. */
const zCallTarget = z.enum(['node', 'v2', 'miner']);
export type CallTarget = z.infer<typeof zCallTarget>;

/** An API of any connection. */
const zSendTarget = z.object({ to: zCallTarget, connectionId: z.string().max(100) });
export type SendTarget = z.infer<typeof zSendTarget>;

/**
 * `call`: a request with its response; `frame`: an item of a subscription (or its loss); `batch`: several calls in one body;
 * `event`: a WebSocket event: opened, closed, a cancelled call, an unmatched frame.
 */
const zCallKind = z.enum(['call', 'frame', 'batch', 'event']);

/** Layer of a failure; the last three are derived from the node's text or from who stopped the call. */
export const zFailureLayer = z.enum(['dns', 'tls', 'network', 'timeout', 'http', 'json', 'rpc', 'method', 'chain', 'stopped']);

export const zCallSummary = z.object({
  id: z.number().int(),
  atMs: zTimeMs,
  connectionId: z.string(),
  connectionName: z.string(),
  /** Full name as sent, for example Filecoin.ChainHead; for a batch its methods, for an event its name. */
  method: z.string(),
  /** `cache`: answered from the cache of an earlier run. */
  transport: z.enum(['http', 'ws', 'cache']),
  kind: zCallKind,
  /** The subscription of a frame, the batch of a call, or the first attempt of a retry. */
  parentId: z.number().int().optional(),
  /** From 1; absent for the first. */
  attempt: zCount.optional(),
  status: z.enum(['pending', 'ok', 'error']),
  httpStatus: z.number().optional(),
  errorCode: z.number().optional(),
  errorMessage: z.string().optional(),
  /** Layer of the failure. */
  layer: zFailureLayer.optional(),
  /** Summary of the parameters for the list. */
  paramsPreview: z.string(),
  tookMs: z.number().optional(),
  requestBytes: z.number(),
  responseBytes: z.number().optional(),
  /** Cause: screen and panel, such as `overview: power`, or `user`. */
  cause: z.string(),
  /** Block CIDs of the tipset in the parameters; absent for the head. */
  tipsetKey: zTipsetKey.optional(),
  isPinned: z.boolean().optional(),
  hasNote: z.boolean().optional(),
});
export type CallSummary = z.infer<typeof zCallSummary>;
export type CallKind = z.infer<typeof zCallKind>;

/** Phases of a call in milliseconds, in order; absent if a phase did not occur or is unknown. */
export const zCallPhases = z.object({
  /** Waiting for a slot within the endpoint's limits. */
  queuedMs: z.number().optional(),
  dnsMs: z.number().optional(),
  connectMs: z.number().optional(),
  tlsMs: z.number().optional(),
  /** Sending the request. */
  sendMs: z.number().optional(),
  /** From the last byte sent to the first byte received. */
  waitMs: z.number().optional(),
  readMs: z.number().optional(),
});
export type CallPhases = z.infer<typeof zCallPhases>;

/** Filter and order of calls. */
export const zCallSelection = z.object({
  source: zCallSource,
  /** The filter language of `shared/inspector/call-filter.ts`. */
  filter: z.string().max(2000),
  part: z.enum(['all', 'errors', 'frames', 'pinned']),
  /** Excludes later calls, so that a paused list does not change. */
  untilId: z.number().int().optional(),
  /** Calls in progress between these times. */
  fromMs: zTimeMs.optional(),
  toMs: zTimeMs.optional(),
});
export type CallSelection = z.infer<typeof zCallSelection>;

export const zCallOrder = z.object({
  by: z.enum(['id', 'method', 'endpoint', 'status', 'took', 'size']),
  direction: z.enum(['ascending', 'descending']),
});
export type CallOrder = z.infer<typeof zCallOrder>;

/** A window of the matching calls. */
export const zCallPage = z.object({
  /** Total in this source, unfiltered. */
  total: zCount,
  matching: zCount,
  offset: zCount,
  rows: z.array(zCallSummary).max(500),
  /** Problems of invalid filter terms, which match nothing. */
  problems: z.array(z.string()),
  /** Times of the oldest and newest match. */
  fromMs: zTimeMs.optional(),
  toMs: zTimeMs.optional(),
});
export type CallPage = z.infer<typeof zCallPage>;

/** Number of matching calls started per time interval. */
export const zCallVolume = z.object({
  fromMs: zTimeMs,
  toMs: zTimeMs,
  buckets: z.array(z.object({ count: zCount, errorCount: zCount })).max(400),
});
export type CallVolume = z.infer<typeof zCallVolume>;

/** Durations in milliseconds of answered calls; absent if there are none. */
export const zMethodGroup = z.object({
  method: z.string(),
  count: zCount,
  errorCount: zCount,
  p50Ms: z.number().optional(),
  p95Ms: z.number().optional(),
  maxMs: z.number().optional(),
  requestBytes: zCount,
  responseBytes: zCount,
  /** The slowest calls. */
  slowestId: z.number().int().optional(),
});
export type MethodGroup = z.infer<typeof zMethodGroup>;

/** Durations of the last 200 answered calls of an endpoint, in milliseconds. */
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
  /** The contract's revert reason, unchanged: untrusted text. */
  reason: z.string().optional(),
  /** Index of the parameter at fault, from 0. */
  guiltyParam: zCount.optional(),
  /** Path from that parameter to the value at fault; absent if it is the whole parameter. */
  guiltyPath: z.array(z.union([z.string(), zCount])).optional(),
  /** The correction, derived from the masked recording. */
  repair: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('request'),
        method: z.string(),
        /** The complete corrected request as JSON. */
        request: z.string(),
        note: z.string(),
        /** Parameters that the user must fill in. */
        blanks: z.array(z.string()),
      }),
      z.object({
        kind: z.literal('message'),
        /** Fields to change before the message is signed again; decimal, amounts in attoFIL. */
        changes: z.array(z.object({ field: z.string(), from: z.string().optional(), to: z.string() })),
        note: z.string(),
      }),
    ])
    .optional(),
});

/** A recorded body. Its text is read with `readBody`, its tree with `openBody`. */
const zBodyFacts = z.object({
  /** Size before masking. */
  sizeBytes: zCount,
  /** Size in the recording. */
  recordedBytes: zCount,
  /** Truncated, or dropped, at the recording's limit. */
  isTruncated: z.boolean(),
  isJson: z.boolean(),
});
export type BodyFacts = z.infer<typeof zBodyFacts>;

export const zCallDetail = z.object({
  summary: zCallSummary,
  url: z.string(),
  requestHeaders: z.record(z.string(), z.string()),
  responseHeaders: z.record(z.string(), z.string()).optional(),
  /** The connection was already open: no DNS lookup or handshake. */
  isConnectionReused: z.boolean().optional(),
  phases: zCallPhases.optional(),
  request: zBodyFacts,
  response: zBodyFacts.optional(),
  /** Height of the tipset in the parameters, if known. */
  tipsetHeight: zEpoch.optional(),
  explanation: zFailureExplanation.optional(),
  /** Remark on a result that is easily misread, or on a call that waits. */
  remark: z.object({ title: z.string(), text: z.string() }).optional(),
  note: z.string().optional(),
  /** Related calls: frames of a subscription, calls of a batch, retries; the newest 500. */
  children: z.array(zCallSummary).max(500),
  /** Endpoint and API of the call, to send it again; absent if that is not possible. */
  sendAgainTo: zSendTarget.optional(),
});
export type CallDetail = z.infer<typeof zCallDetail>;

export const zBodySide = z.enum(['request', 'response']);
export type BodySide = z.infer<typeof zBodySide>;
const zBodyPlace = z.object({ source: zCallSource, id: z.number().int(), side: zBodySide });

/**
 * A value in a body. `start` and `end` are byte offsets in the recorded text; `start` identifies the value in later queries. For a large
 * container not read to its end, `end` is the position reached and the count is a lower bound.
 */
const zBodyNode = z.object({
  /** Field name or item index; absent for the whole body. */
  key: z.string().optional(),
  kind: z.enum(['object', 'array', 'string', 'number', 'boolean', 'null']),
  start: zCount,
  end: zCount,
  /** JSON text of a leaf, truncated at 2,000 characters; absent for a container. */
  text: z.string().optional(),
  /** Size of an object or array, counted up to a limit. */
  count: zCount.optional(),
  isCountExact: z.boolean().optional(),
});
export type BodyNode = z.infer<typeof zBodyNode>;

/** Children of a value. Continue with `from` set to `next`. */
const zBodyBranch = z.object({ node: zBodyNode, children: z.array(zBodyNode).max(500), next: zCount.optional() });
export type BodyBranch = z.infer<typeof zBodyBranch>;

/** Number of matches of a text in a body, and the position of one match. */
export const zFoundInBody = z.object({
  count: zCount,
  isCountExact: z.boolean(),
  /** Position of the requested match; absent if there are fewer. */
  offset: zCount.optional(),
  /** Path of the value with the match; empty for the whole body. */
  path: z.string().optional(),
});
export type FoundInBody = z.infer<typeof zFoundInBody>;

export const inspectorBody = {
  /** By `at`, the start of a known value (0 for the whole body), or by path, such as `result.Blocks[0].Height`. */
  openInput: zBodyPlace.extend({
    at: zCount.optional(),
    path: z.string().max(1000).optional(),
    from: zCount.optional(),
    limit: z.number().int().min(1).max(500),
  }),
  /** `ancestors`: the values from the whole body to that of the path. */
  openOutput: zBodyBranch.extend({
    ancestors: z.array(zBodyNode),
    /** Why the result is incomplete: the text is truncated, or the path does not exist. */
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
  /** Text from `offset`, cut between characters. */
  readOutput: z.object({ text: z.string(), next: zCount.optional(), recordedBytes: zCount }),
} as const;

/** Decoded parameters and results. */
export const zDecodedCall = z.object({
  sections: z.array(
    z.object({
      side: zBodySide,
      /** Title, such as `Message parameters: ProposeParams`. */
      label: z.string(),
      /** Path in the body. */
      path: z.string(),
      view: zDecodedView,
    }),
  ),
  /** Why nothing, or nothing more, was decoded. */
  note: z.string().optional(),
});
export type DecodedCall = z.infer<typeof zDecodedCall>;

const zCallAt = z.object({ source: zCallSource, id: z.number().int() });

export { zCallAt };

/** Comparison by value: field order is ignored, numbers are exact. Values are JSON text, truncated at 400 characters. */
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
  /** Number of equal values. */
  equalCount: zCount,
  /** The limit of differences or body size was reached. */
  isTruncated: z.boolean(),
  note: z.string().optional(),
});
export type CallDifference = z.infer<typeof zCallDifference>;
export type CallComparison = z.infer<typeof zCallComparison>;

/** An opened session; read-only. */
const zCallSession = z.object({
  id: z.string(),
  name: z.string(),
  /** A session saved by Sextant, a HAR file, or a pasted text. */
  origin: z.enum(['session', 'har', 'text']),
  openedAtMs: zTimeMs,
  savedAtMs: zTimeMs.optional(),
  /** Sextant version that wrote it. */
  version: z.string().optional(),
  callCount: zCount,
  errorCount: zCount,
  sizeBytes: zCount,
  /** Parts that could not be read. */
  problems: z.array(z.string()),
});
export type CallSession = z.infer<typeof zCallSession>;

/** State of the recording; updated at most ten times a second. */
export const zInspectorState = z.object({
  isRecording: z.boolean(),
  /** Increases with every change of the live recording. */
  revision: zCount,
  newestId: z.number().int(),
  total: zCount,
  errorCount: zCount,
  frameCount: zCount,
  pinnedCount: zCount,
  inFlightCount: zCount,
  /** Calls evicted by the size limit since the recording was last cleared. */
  droppedCount: zCount,
  /** Unlisted calls that are retained because figures depend on them or they are in progress. */
  unlistedCount: zCount,
  /** Cleared calls that can still be restored. */
  clearedCount: zCount,
  /** Size of all retained calls, listed or not. */
  usedBytes: zCount,
  capBytes: zCount,
  oldestAtMs: zTimeMs.optional(),
  endpointCount: zCount,
  sessions: z.array(zCallSession),
});
export type InspectorState = z.infer<typeof zInspectorState>;

export const zFilterValues = z.array(z.object({ value: z.string(), count: zCount })).max(50);

/** A prepared export; read in parts with `readExport`. */
export const zCallExport = z.object({ exportId: z.string(), fileName: z.string(), sizeBytes: zCount, callCount: zCount });
export type CallExport = z.infer<typeof zCallExport>;

/** A console call. `params` is inserted unchanged. */
export const zRawCall = z.object({ method: z.string().trim().min(1).max(200), params: z.string().max(1_000_000) });
export type RawCall = z.infer<typeof zRawCall>;
/** Target of a console call; the active connection without `connectionId`. */
export const sendTarget = { to: zCallTarget.optional(), connectionId: z.string().max(100).optional() };

export const zCopyForm = z.enum(['curl', 'json', 'lotus']);
export type CopyForm = z.infer<typeof zCopyForm>;
/** `reason` if this format is not possible for the call. */
export const zCopiedCall = z.object({ text: z.string().optional(), reason: z.string().optional() });
