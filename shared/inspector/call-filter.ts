/**
 * The filter language of the inspector.
 *
 *   method:State*   status:error   endpoint:harbour   dur:>500ms   size:>1MB   code:-32601   http:429   layer:dns   id:17
 *   kind:frame   cause:overview   param:f01000   tipset:bafy…   is:pinned   has:note   text   "text with spaces"
 */

import { type Filter, filterLanguage, parseFilter } from '../filter/filter.ts';
import { zFailureLayer } from '../ipc/schemas/inspector.ts';

/** What somebody calls the time of a call: no field has it. */
const TIME_WORDS: ReadonlySet<string> = new Set(['at', 'time', 'date', 'when', 'since', 'until', 'before', 'after', 'from', 'to']);

export const CALL_FILTER_LANGUAGE = filterLanguage(
  [
    { name: 'method', kind: 'pattern', example: 'method:State*', meaning: 'name of the method, * stands for anything' },
    { name: 'status', kind: 'choice', example: 'status:error', meaning: 'how it ended', choices: ['ok', 'error', 'pending'] },
    { name: 'endpoint', kind: 'pattern', example: 'endpoint:practice', meaning: 'connection the call went to' },
    { name: 'dur', kind: 'duration', example: 'dur:>500ms', meaning: 'duration, in ms, s or min', aliases: ['took', 'duration'] },
    { name: 'size', kind: 'size', example: 'size:>1MB', meaning: 'size of the answer, in B, kB, MB, KiB or MiB' },
    { name: 'sent', kind: 'size', example: 'sent:>100kB', meaning: 'size of the request' },
    { name: 'code', kind: 'number', example: 'code:-32601', meaning: 'error code of the node' },
    { name: 'http', kind: 'number', example: 'http:429', meaning: 'HTTP status; 5xx for all of a kind', hasHundreds: true },
    {
      name: 'layer',
      kind: 'choice',
      example: 'layer:dns',
      meaning: 'where it failed',
      choices: zFailureLayer.options,
    },
    { name: 'kind', kind: 'choice', example: 'kind:frame', meaning: 'what was recorded', choices: ['call', 'frame', 'batch', 'event'] },
    { name: 'via', kind: 'choice', example: 'via:ws', meaning: 'how it went', aliases: ['transport'], choices: ['http', 'ws', 'cache'] },
    { name: 'cause', kind: 'pattern', example: 'cause:overview', meaning: 'what made the call' },
    { name: 'param', kind: 'pattern', example: 'param:f01000', meaning: 'text in the parameters', aliases: ['params'] },
    { name: 'tipset', kind: 'pattern', example: 'tipset:bafy*', meaning: 'a block of the tipset that was asked about' },
    { name: 'error', kind: 'pattern', example: 'error:timeout', meaning: 'text of the error' },
    { name: 'id', kind: 'number', example: 'id:17', meaning: 'number of the call' },
    { name: 'parent', kind: 'number', example: 'parent:17', meaning: 'frames, attempts and parts of a call' },
    { name: 'attempt', kind: 'number', example: 'attempt:>1', meaning: 'which attempt it was' },
    {
      name: 'is',
      kind: 'choice',
      example: 'is:pinned',
      meaning: 'a mark',
      choices: ['pinned', 'ok', 'error', 'pending', 'cached', 'repeated'],
    },
    { name: 'has', kind: 'choice', example: 'has:note', meaning: 'what it has', choices: ['note', 'error', 'answer', 'tipset', 'parent'] },
  ],
  {
    adviceOnName: (name) =>
      TIME_WORDS.has(name.toLowerCase())
        ? 'There is no field for the time. Drag across the strip above the list to see the calls of a span.'
        : undefined,
    adviceOnChoice: (field, value) => {
      if (field !== 'status' || !/^-?\d{1,6}$/.test(value)) return undefined;
      return /^[1-5]\d\d$/.test(value) ? `For the HTTP status write http:${value}.` : `For the node’s error code write code:${value}.`;
    },
  },
);

/** Reads a filter of calls as typed. Never throws. */
export function parseCallFilter(text: string): Filter {
  return parseFilter(text, CALL_FILTER_LANGUAGE);
}
