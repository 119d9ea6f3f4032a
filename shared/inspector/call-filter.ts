/**
 * The filter language of the inspector.
 *
 *   method:State*   status:error   endpoint:harbour   dur:>500ms   size:>1MB   code:-32601   http:429   layer:dns   id:17
 *   kind:frame   cause:overview   param:f01000   tipset:bafy…   is:pinned   has:note   text   "text with spaces"
 */

import { type Filter, filterLanguage, parseFilter } from '../filter/filter.ts';
import { zFailureLayer } from '../ipc/schemas/inspector.ts';

/** Words for the time of a call, which is not a field. */
const TIME_WORDS: ReadonlySet<string> = new Set(['at', 'time', 'date', 'when', 'since', 'until', 'before', 'after', 'from', 'to']);

export const CALL_FILTER_LANGUAGE = filterLanguage(
  [
    { name: 'method', kind: 'pattern', example: 'method:State*', meaning: 'method name; * matches anything' },
    { name: 'status', kind: 'choice', example: 'status:error', meaning: 'status of the call', choices: ['ok', 'error', 'pending'] },
    { name: 'endpoint', kind: 'pattern', example: 'endpoint:practice', meaning: 'connection' },
    { name: 'dur', kind: 'duration', example: 'dur:>500ms', meaning: 'duration, in ms, s or min', aliases: ['took', 'duration'] },
    { name: 'size', kind: 'size', example: 'size:>1MB', meaning: 'response size, in B, kB, MB, KiB or MiB' },
    { name: 'sent', kind: 'size', example: 'sent:>100kB', meaning: 'request size' },
    { name: 'code', kind: 'number', example: 'code:-32601', meaning: 'JSON-RPC error code' },
    { name: 'http', kind: 'number', example: 'http:429', meaning: 'HTTP status, or 5xx for a class', hasHundreds: true },
    {
      name: 'layer',
      kind: 'choice',
      example: 'layer:dns',
      meaning: 'layer of the failure',
      choices: zFailureLayer.options,
    },
    { name: 'kind', kind: 'choice', example: 'kind:frame', meaning: 'type of entry', choices: ['call', 'frame', 'batch', 'event'] },
    { name: 'via', kind: 'choice', example: 'via:ws', meaning: 'transport', aliases: ['transport'], choices: ['http', 'ws', 'cache'] },
    { name: 'cause', kind: 'pattern', example: 'cause:overview', meaning: 'cause of the call' },
    { name: 'param', kind: 'pattern', example: 'param:f01000', meaning: 'text in the parameters', aliases: ['params'] },
    { name: 'tipset', kind: 'pattern', example: 'tipset:bafy*', meaning: 'a block of the requested tipset' },
    { name: 'error', kind: 'pattern', example: 'error:timeout', meaning: 'error text' },
    { name: 'id', kind: 'number', example: 'id:17', meaning: 'call number' },
    { name: 'parent', kind: 'number', example: 'parent:17', meaning: 'frames, attempts and parts of a call' },
    { name: 'attempt', kind: 'number', example: 'attempt:>1', meaning: 'attempt number' },
    {
      name: 'is',
      kind: 'choice',
      example: 'is:pinned',
      meaning: 'a mark',
      choices: ['pinned', 'ok', 'error', 'pending', 'cached', 'repeated'],
    },
    {
      name: 'has',
      kind: 'choice',
      example: 'has:note',
      meaning: 'content of the entry',
      choices: ['note', 'error', 'answer', 'tipset', 'parent'],
    },
  ],
  {
    adviceOnName: (name) =>
      TIME_WORDS.has(name.toLowerCase())
        ? 'Time is not a field. Drag across the timeline above the list to select a time range.'
        : undefined,
    adviceOnChoice: (field, value) => {
      if (field !== 'status' || !/^-?\d{1,6}$/.test(value)) return undefined;
      return /^[1-5]\d\d$/.test(value) ? `For the HTTP status, use http:${value}.` : `For the JSON-RPC error code, use code:${value}.`;
    },
  },
);

/** Parses a filter of calls. Never throws. */
export function parseCallFilter(text: string): Filter {
  return parseFilter(text, CALL_FILTER_LANGUAGE);
}
