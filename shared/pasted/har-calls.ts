/** Reads the JSON-RPC calls of a HAR file, or of a single entry (HAR 1.2). Files are untrusted: every field is checked. */
import { z } from 'zod';
import { base64ToBytes, bytesToUtf8Lossy } from '../domain/encoding/bytes.ts';
import type { PastedCall } from './read-pasted.ts';

const MAX_ENTRIES = 20_000;
const MAX_PROBLEMS = 20;

const zHeaders = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .max(200)
  .catch([]);
const zEntry = z.object({
  startedDateTime: z.string().max(100).optional().catch(undefined),
  time: z.number().nonnegative().optional().catch(undefined),
  request: z.object({
    method: z.string().max(20).catch('POST'),
    url: z.string().max(8000),
    headers: zHeaders,
    postData: z
      .object({ text: z.string().catch('') })
      .optional()
      .catch(undefined),
  }),
  response: z
    .object({
      status: z.number().int().min(0).max(999).catch(0),
      headers: zHeaders,
      content: z
        .object({ text: z.string().optional().catch(undefined), encoding: z.string().optional().catch(undefined) })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** Undefined if the text is not HAR. Never throws. */
export function harCalls(text: string): { readonly calls: readonly PastedCall[]; readonly problems: readonly string[] } | undefined {
  // Do not parse large texts that are something else.
  if (!/"(?:entries|request)"\s*:/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const entries = entriesOf(value);
  if (entries === undefined) return undefined;
  const calls: PastedCall[] = [];
  let otherCount = 0;
  let brokenCount = 0;
  for (const entry of entries.slice(0, MAX_ENTRIES)) {
    const read = zEntry.safeParse(entry);
    if (!read.success) brokenCount += 1;
    else if (entries.length > 1 && !isRpc(read.data)) otherCount += 1;
    else calls.push(callOf(read.data));
  }
  const problems = [
    ...(entries.length > MAX_ENTRIES ? [`The file has ${entries.length} entries; the first ${MAX_ENTRIES} are shown.`] : []),
    ...(otherCount === 0 ? [] : [`${otherCount} of ${entries.length} entries are not JSON-RPC calls and were omitted.`]),
    ...(brokenCount === 0 ? [] : [`${brokenCount} of ${entries.length} entries could not be read.`]),
  ];
  return { calls, problems: problems.slice(0, MAX_PROBLEMS) };
}

function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('log' in value && typeof value.log === 'object' && value.log !== null && 'entries' in value.log) {
    return Array.isArray(value.log.entries) ? value.log.entries : undefined;
  }
  return 'request' in value && zEntry.safeParse(value).success ? [value] : undefined;
}

function isRpc({ request, response }: z.infer<typeof zEntry>): boolean {
  const isCall = /"method"\s*:/.test(request.postData?.text.slice(0, 10_000) ?? '');
  return isCall || /"jsonrpc"\s*:/.test(response?.content?.text?.slice(0, 10_000) ?? '') || /\/rpc\/v\d/.test(request.url);
}

function callOf({ startedDateTime, time, request, response }: z.infer<typeof zEntry>): PastedCall {
  const atMs = startedDateTime === undefined ? Number.NaN : Date.parse(startedDateTime);
  const body = response?.content?.encoding === 'base64' ? decoded(response.content.text ?? '') : response?.content?.text;
  return {
    httpMethod: request.method,
    url: request.url,
    requestHeaders: headersOf(request.headers),
    request: request.postData?.text ?? '',
    // Browsers write status 0 if there was no response.
    ...(response === undefined || response.status === 0
      ? { errorText: 'The browser got no response to this request (status 0).' }
      : { httpStatus: response.status, responseHeaders: headersOf(response.headers), response: body ?? '' }),
    ...(Number.isFinite(atMs) && atMs >= 0 ? { atMs } : {}),
    ...(time === undefined ? {} : { tookMs: time }),
  };
}

function headersOf(headers: z.infer<typeof zHeaders>): Record<string, string> {
  return Object.fromEntries(headers.filter(({ name }) => !name.startsWith(':')).map(({ name, value }) => [name, value]));
}

function decoded(base64: string): string {
  try {
    return bytesToUtf8Lossy(base64ToBytes(base64));
  } catch {
    return base64;
  }
}
