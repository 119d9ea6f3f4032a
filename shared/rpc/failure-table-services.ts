/**
 * Failures that come from what stands around a node: proxies, hosted services, time limits, a chain that is still syncing, and codes
 * that say little. Third part of the tables of failures.
 *
 * Sources: RFC 9110 (statuses), Go's context package (texts of time limits), JSON-RPC 2.0 section 5.1 (codes).
 */
import type { FailureRow } from './failure-row.ts';
import { NOT_IN_PLAN, RATE_LIMITED } from './refusal-text.ts';
import { retryWords } from './reply-words.ts';

/** By text, or by a status that says everything. */
export const SERVICE_FAILURES: readonly FailureRow[] = [
  {
    id: 'rate-limited-by-service',
    number: 8,
    layer: 'http',
    texts: RATE_LIMITED,
    title: 'The service limits how often it is called',
    cause: 'The request quota of this IP address, key or plan is used up.',
    fix: 'Wait, send fewer calls, or ask the service for a larger quota.',
    words: retryWords,
  },
  {
    id: 'not-in-plan',
    layer: 'method',
    texts: NOT_IN_PLAN,
    title: 'The plan does not include this method',
    cause: 'The hosted service refuses the call for this key or plan; the node was not asked.',
    fix: 'Upgrade the plan, or call the method on another endpoint.',
  },
  {
    id: 'client-without-node',
    layer: 'network',
    failedAt: ['network'],
    texts: [/\bsendRequest failed\b/i],
    title: 'A client could not reach its node',
    cause: 'A program such as Lotus, Boost or Curio sent the call to the URL in the text and got no answer.',
    fix: 'Check that the node at this URL runs, that it can be reached from there, and the API info of the client (FULLNODE_API_INFO).',
  },
  {
    id: 'gateway-of-lite-node',
    layer: 'network',
    failedAt: ['rpc'],
    texts: [/RPC client error: sendRequest failed/i, /(?:lite[- ]?node|gateway).{0,80}(?:unreachable|connection refused|unavailable)/i],
    title: 'A lite node could not reach its gateway',
    cause: 'The node that was asked passes calls on to another node (FULLNODE_API_INFO) and got no answer from it.',
    fix: 'Check the endpoint that the lite node uses (FULLNODE_API_INFO), or call that endpoint directly.',
  },
  {
    id: 'syncing',
    layer: 'chain',
    texts: [
      /\b(?:node|chain) (?:is )?(?:still |currently )?(?:not (?:yet )?(?:fully )?synced|syncing|out of sync|catching up)/i,
      /\bsync(?:ing)? (?:is )?in progress\b/i,
      /\bnot (?:yet )?(?:fully )?synced\b/i,
    ],
    title: 'The node is still syncing',
    cause: 'Its head is behind the network, so it cannot answer for recent epochs.',
    fix: 'Wait until the node has caught up (SyncState shows its progress), or use another endpoint.',
  },
  {
    id: 'node-time-limit',
    layer: 'timeout',
    texts: [/context deadline exceeded/i, /\btimeout awaiting response headers\b/i, /\brequest timed out\b/i],
    title: 'The node ran out of time',
    cause: 'The call took longer than the node, or a proxy in front of it, allows. Nothing is wrong with the request itself.',
    fix: 'Try again, ask for less at a time, or use an endpoint with a longer time limit.',
  },
  {
    id: 'node-cancelled',
    layer: 'timeout',
    texts: [/context cancell?ed/i],
    title: 'The node cancelled the call',
    cause: 'The connection that the call came over was closed before the node was done, by the client or by a proxy in between.',
    fix: 'Try again. If it stops after the same time again, a proxy limits how long a call may take.',
  },
  {
    id: 'reply-broken-off',
    layer: 'network',
    failedAt: ['network'],
    texts: [/^The answer of \S{1,300} broke off after /],
    title: 'The answer broke off',
    cause: 'The endpoint, or a proxy in front of it, closed the connection before the answer was complete.',
    fix: 'Try again. If it breaks off at the same place, a proxy limits the size or time of answers: ask for less at a time.',
  },
  {
    id: 'connection-closed',
    layer: 'network',
    failedAt: ['network'],
    texts: [
      /closed the connection before the answer was complete/,
      /ECONNRESET|connection reset|socket hang up|empty reply from server|broken pipe/i,
    ],
    title: 'The connection was closed without an answer',
    cause: 'The endpoint accepted the connection, then it or a proxy in front of it closed it.',
    fix: 'Try again. If every call ends this way, look in the log of the node or its proxy at this time, and check http or https.',
  },
  {
    id: 'batch-parts',
    layer: 'rpc',
    failedAt: ['rpc'],
    texts: [/^\d{1,4} of \d{1,4} calls of the batch failed\.$/],
    title: 'Calls of the batch failed',
    cause: 'The endpoint answered every call of the batch, some of them with an error.',
    fix: 'Open the failed calls under Calls: each has an explanation of its own.',
  },
  {
    id: 'reply-of-another-call',
    layer: 'json',
    failedAt: ['json'],
    texts: [/answered another call than the one that was sent/],
    title: 'The reply has another id than the call',
    cause: 'It may be the answer to a different request, returned by a proxy or a cache, so it was not used.',
    fix: 'Try again; if it happens again, report it to the operator of the endpoint: answers are being mixed up.',
  },
  {
    id: 'reply-empty',
    layer: 'json',
    failedAt: ['json'],
    texts: [/answered with an empty body\./],
    title: 'The reply is empty',
    cause: 'The endpoint, or a proxy in front of it, answered without a body.',
    fix: 'Check the path of the URL (/rpc/v1), then look in the log of the node or its proxy at this time.',
  },
  {
    id: 'reply-web-page',
    layer: 'json',
    failedAt: ['json'],
    texts: [/answered with a web page, not with JSON-RPC\./],
    title: 'The reply is a web page',
    cause: 'A website, a sign-in page or a proxy answered, not a node.',
    fix: 'Check the path of the URL: a node answers at /rpc/v1 or /rpc/v0.',
  },
  {
    id: 'reply-malformed',
    layer: 'json',
    failedAt: ['json'],
    texts: [/answered with JSON that breaks off or is malformed\./],
    title: 'The JSON of the reply is incomplete or malformed',
    cause: 'The reply begins as JSON, but cannot be parsed to its end: a proxy may have cut it.',
    fix: 'Try again. If it breaks off at the same place, a proxy limits the size of answers: ask for less at a time.',
  },
  {
    id: 'redirect',
    layer: 'http',
    httpStatuses: [301, 302, 303, 307, 308],
    title: 'The endpoint has moved',
    cause: 'The server redirects to another URL. Redirects are not followed, because the token would be sent there.',
    fix: 'Enter the final URL in the connection; the Location header of the response names it. Check http or https first.',
  },
  {
    id: 'server-error',
    layer: 'http',
    httpStatuses: [500],
    failedAt: ['http'],
    title: 'The server failed without a JSON-RPC answer',
    cause: 'A proxy, or the node itself, failed with HTTP 500 and did not say why in a form that can be read.',
    fix: 'Try again, then look in the log of the node or its proxy at this time.',
  },
];

/** Codes that every program uses for whatever has no code of its own: tried last. */
export const GENERAL_CODES: readonly FailureRow[] = [
  {
    id: 'internal-error',
    layer: 'rpc',
    codes: [-32603],
    title: 'The node failed while it ran the call',
    cause: 'Code −32603 is an internal error: the request was read, and its execution failed. The node’s text is the only detail.',
    fix: 'Read the node’s text; try the call again and on another endpoint to see whether it depends on the node.',
  },
  {
    id: 'server-defined-error',
    layer: 'rpc',
    codes: [-32000],
    title: 'The node rejected the call',
    cause: 'Code −32000 is a general server error: only the node’s text says what it is about.',
    fix: 'Read the node’s text, then compare the method and its parameters.',
  },
];
