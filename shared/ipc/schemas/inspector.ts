/** The call inspector. */
import { z } from 'zod';
import { zTimeMs } from './common.ts';

export const zCallSummary = z.object({
  id: z.number().int(),
  atMs: zTimeMs,
  connectionId: z.string(),
  connectionName: z.string(),
  /** Full name as sent, for example Filecoin.ChainHead. */
  method: z.string(),
  transport: z.enum(['http', 'ws', 'cache']),
  /** `frame` is one item of a subscription. */
  kind: z.enum(['call', 'frame']),
  status: z.enum(['pending', 'ok', 'error']),
  httpStatus: z.number().optional(),
  errorCode: z.number().optional(),
  errorMessage: z.string().optional(),
  /** Short rendering of the parameters for the list. */
  paramsPreview: z.string(),
  tookMs: z.number().optional(),
  requestBytes: z.number(),
  responseBytes: z.number().optional(),
  /** What caused it: a service's name and reason, or "user". */
  cause: z.string(),
});
export type CallSummary = z.infer<typeof zCallSummary>;

export const zCallDetail = z.object({
  summary: zCallSummary,
  url: z.string(),
  requestHeaders: z.record(z.string(), z.string()),
  /** JSON text, secrets masked; `isTruncated` where the recording's own cap was reached. */
  request: z.string(),
  response: z.string().optional(),
  isRequestTruncated: z.boolean(),
  isResponseTruncated: z.boolean(),
  explanation: z
    .object({
      layer: z.enum(['dns', 'tls', 'http', 'json', 'rpc', 'method', 'chain', 'network', 'timeout']),
      title: z.string(),
      cause: z.string(),
      fix: z.string(),
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
    })
    .optional(),
  curl: z.string(),
});
export type CallDetail = z.infer<typeof zCallDetail>;
