/**
 * The file format of a saved session: gzipped lines of JSON. Written by `session-writer.ts`, read by `session-reader.ts`, documented in
 * docs/session-format.md.
 *
 * A file is untrusted: its texts are cut and masked again like by the recorder, and unknown fields are dropped.
 */
import { z } from 'zod';
import { ERROR_CODES } from '../../../shared/ipc/envelope.ts';
import { zBodySide, zCallPhases, zCallSummary } from '../../../shared/ipc/schemas/inspector.ts';
import { TOKEN_PERMISSIONS } from '../../../shared/rpc/token-text.ts';
import { redactText } from '../../platform/redact.ts';
import type { CallFailure } from '../../rpc/call-failure.ts';
import { maskHeaders } from './mask-recording.ts';

export const SESSION_FORMAT = 'sextant-session';
export const SESSION_VERSION = 1;
/** Maximum bytes of a body per line; longer bodies continue in further lines. */
export const PIECE_BYTES = 64 * 1024;
/** Maximum bytes of a line. Every byte of a piece may need six as an escape, and a call has two pieces and its other fields. */
export const MAX_LINE_BYTES = 2 * 1024 * 1024;

const MAX_HEADERS = 100;
const MAX_ID = 2 ** 48;

function zText(maxLength: number) {
  return z.string().transform((text) => redactText(text.slice(0, maxLength)));
}

const zCount = z.number().int().nonnegative();
const zId = z.number().int().nonnegative().max(MAX_ID);
const zNumber = z.number();

export const zSessionHeader = z.object({
  format: z.literal(SESSION_FORMAT),
  version: z.number().int().positive(),
  sextantVersion: zText(100),
  savedAtMs: z.number(),
  /** Number of calls to save; a few may have been dropped meanwhile. */
  callCount: zCount,
});
export type SessionHeader = z.infer<typeof zSessionHeader>;

const zSavedBody = z.object({ sizeBytes: zCount, isTruncated: z.boolean(), isJson: z.boolean(), text: z.string() });

const zHeaders = z.record(z.string(), z.unknown()).transform((headers) =>
  maskHeaders(
    Object.fromEntries(
      Object.entries(headers)
        .slice(0, MAX_HEADERS)
        .flatMap(([name, value]) => (typeof value === 'string' ? [[name.slice(0, 200), value.slice(0, 4000)] as const] : [])),
    ),
  ),
);

const zFailure = z.object({
  layer: z.enum(['dns', 'tls', 'network', 'timeout', 'http', 'json', 'rpc'] satisfies readonly CallFailure['layer'][]),
  code: z.enum(ERROR_CODES),
  message: zText(4000),
  retryable: z.boolean(),
  isTransient: z.boolean(),
  httpStatus: zNumber.optional(),
  nodeCode: zNumber.optional(),
  nodeMessage: zText(20_000).optional(),
  retryAfterMs: zNumber.optional(),
});

const zSavedSummary = zCallSummary.extend({
  id: zId,
  connectionId: zText(200),
  connectionName: zText(200),
  method: zText(2000),
  parentId: zId.optional(),
  errorMessage: zText(20_000).optional(),
  paramsPreview: zText(1000),
  cause: zText(500),
});

/** A call with the beginnings of its bodies. */
const zSavedCall = z.object({
  type: z.literal('call'),
  summary: zSavedSummary,
  url: zText(4000),
  requestHeaders: zHeaders,
  tokenPermissions: z.array(z.enum(TOKEN_PERMISSIONS)).max(TOKEN_PERMISSIONS.length).optional(),
  responseHeaders: zHeaders.optional(),
  isConnectionReused: z.boolean().optional(),
  phases: zCallPhases.optional(),
  failure: zFailure.optional(),
  note: zText(4000).optional(),
  request: zSavedBody,
  response: zSavedBody.optional(),
});
export type SavedCall = z.infer<typeof zSavedCall>;

/**
 * More of a body of the preceding call: first the whole request, then the whole answer. `isTruncated` if the call was dropped while being
 * saved, so that nothing follows.
 */
const zSavedPiece = z.object({ type: z.literal('more'), side: zBodySide, text: z.string(), isTruncated: z.boolean().optional() });
export type SavedPiece = z.infer<typeof zSavedPiece>;

/** `sha256` of all bytes before this line, in hex. */
const zSavedEnd = z.object({ type: z.literal('end'), callCount: zCount, sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export const zSessionLine = z.discriminatedUnion('type', [zSavedCall, zSavedPiece, zSavedEnd]);
export type SessionLine = z.input<typeof zSessionLine>;
