/**
 * A recorded call as text for a terminal or a ticket.
 *
 * Trusts nothing in the recording: texts of nodes, URLs and imported sessions are quoted, so that a shell treats them as data. Tokens and
 * custom headers are never included: the recording has none, and the command reads `$TOKEN` and `$HEADER_NAME`. Masked values stay masked,
 * with a note; a signature made on this machine is only restored on request.
 */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CopyForm } from '../../../shared/ipc/schemas/inspector.ts';
import { MASK } from '../../../shared/text/mask.ts';
import type { RecordedCall } from './call-source.ts';
import { isSignedPush, type OwnSignatures, withOwnSignatures } from './journal-signatures.ts';
import { prettyJson } from './pretty-json.ts';
import { bodyText, isMasked, recordedValue } from './recorded-text.ts';

export interface CopiedCall {
  readonly text?: string;
  readonly reason?: string;
}

export interface CopyOptions {
  readonly as: CopyForm;
  readonly includesSignature: boolean;
  readonly signatures: OwnSignatures;
  /** The same call as a Lotus command; undefined if there is none. */
  readonly lotusCommand: (method: string, params: readonly unknown[]) => { readonly command: string } | undefined;
}

/** Maximum length of a shell argument, and of a text worth pasting. */
const MAX_COMMAND_BYTES = 120 * 1024;
const MAX_JSON_BYTES = 4 * 1024 * 1024;

/** Control characters of a terminal; a line break inside quotes is text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds
const UNSAFE = /[\0-\x09\x0b-\x1f\x7f-\x9f]/;
const HIDDEN = /[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** @throws SextantError `invalid-input` for a signature that was not made on this machine */
export async function copyCall(call: RecordedCall, options: CopyOptions): Promise<CopiedCall> {
  const { kind } = call.summary;
  if (kind === 'event') {
    return { reason: 'A connection event is not a call.' };
  }
  if (kind === 'frame' && options.as !== 'json') {
    return { reason: 'A frame was sent by the node. Copy the call that opened the subscription instead.' };
  }
  switch (options.as) {
    case 'curl':
      return copyCurl(call, options);
    case 'json':
      return copyJson(call, options);
    case 'lotus':
      return copyLotus(call, options);
    default:
      return options.as satisfies never;
  }
}

/** Return the recorded request, with this machine's signature on request. */
async function requestText(
  call: RecordedCall,
  { includesSignature, signatures }: CopyOptions,
  maxBytes: number,
): Promise<string | undefined> {
  const recorded = await bodyText(call.request, maxBytes);
  if (!includesSignature || recorded === undefined) {
    return recorded;
  }
  const signed = withOwnSignatures(call.summary.method, recorded, signatures);
  if (signed === undefined) {
    throw new SextantError(
      'invalid-input',
      isSignedPush(call.summary.method)
        ? 'This message was not signed on this machine, or its signature is not in the journal. It can only be copied without the signature.'
        : 'This call has no masked signature.',
    );
  }
  return signed;
}

async function copyCurl(call: RecordedCall, options: CopyOptions): Promise<CopiedCall> {
  const recorded = call.request.facts.isTruncated ? undefined : await requestText(call, options, MAX_COMMAND_BYTES);
  if (recorded === undefined) {
    return { reason: 'The request was not recorded in full or is too long for a shell command.' };
  }
  // Nodes serve HTTP at the same URL, so a WebSocket call is copied as HTTP.
  const url = call.url.replace(/^ws(s?):/i, 'http$1:');
  const request = isJson(recorded) ? printable(recorded) : recorded;
  if (!/^https?:\/\//i.test(url)) {
    return { reason: 'The call was not sent to an HTTP or WebSocket URL.' };
  }
  if (UNSAFE.test(url + request) || (url + request).search(HIDDEN) !== -1) {
    return { reason: 'The URL or the body contains characters that a terminal would interpret or hide.' };
  }
  // --url and --data-raw use their argument literally: never as an option, a file or a pattern.
  const parts = [`curl -sS -g -X POST --url ${quote(url)}`, `-H 'Content-Type: application/json'`];
  if (Object.keys(call.requestHeaders).some((name) => name.toLowerCase() === 'authorization')) {
    parts.push('-H "Authorization: Bearer $TOKEN"');
  }
  for (const [name, value] of Object.entries(call.requestHeaders)) {
    // With a prefix, so that a foreign recording cannot name other shell variables.
    if (value === MASK && /^[A-Za-z][A-Za-z0-9-]{0,60}$/.test(name)) {
      parts.push(`-H "${name}: $HEADER_${name.toUpperCase().replaceAll('-', '_')}"`);
    }
  }
  parts.push(`--data-raw ${quote(request)}`);
  const note = isMasked(request) || isMasked(url) ? '# What stands as [masked] was not recorded: put it back before you run this.\n' : '';
  return { text: note + parts.join(' \\\n  ') };
}

/** Escape control and bidi characters in JSON, where they only occur inside strings. */
function printable(json: string): string {
  return json.replace(/[\t\r]/g, ' ').replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function isJson(text: string): boolean {
  return recordedValue(text) !== undefined;
}

async function copyJson(call: RecordedCall, options: CopyOptions): Promise<CopiedCall> {
  const request = await requestText(call, options, MAX_JSON_BYTES);
  const response = call.response === undefined ? '' : await bodyText(call.response, MAX_JSON_BYTES);
  if (request === undefined || response === undefined) {
    return { reason: `A body is larger than ${MAX_JSON_BYTES / 1024 / 1024} MB. Export the call instead.` };
  }
  const parts = [request, response].filter((text) => text !== '').map((text) => (isJson(text) ? prettyJson(text) : text));
  return parts.length === 0 ? { reason: 'No data was recorded for this call.' } : { text: parts.join('\n\n') };
}

async function copyLotus(call: RecordedCall, options: CopyOptions): Promise<CopiedCall> {
  if (call.summary.kind === 'batch') {
    return { reason: 'The Lotus command line cannot send batches.' };
  }
  const request = await bodyText(call.request, MAX_COMMAND_BYTES);
  if (request === undefined || call.request.facts.isTruncated) {
    return { reason: 'The request was not recorded in full.' };
  }
  if (isMasked(request)) {
    return { reason: 'A part of this call was masked, so the command would be a different call.' };
  }
  const params = paramsOf(request);
  const command = params === undefined ? undefined : options.lotusCommand(call.summary.method, params)?.command;
  return command === undefined ? { reason: 'The Lotus command line has no command for this call.' } : { text: command };
}

function paramsOf(request: string): readonly unknown[] | undefined {
  const value = recordedValue(request);
  const params: unknown = typeof value === 'object' && value !== null && 'params' in value ? value.params : undefined;
  return Array.isArray(params) ? params : undefined;
}

/** Quote a word for a POSIX shell; NUL cannot be part of an argument. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
