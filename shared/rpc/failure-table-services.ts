/**
 * Failure rows of proxies, hosted services, timeouts and syncing nodes, and of generic JSON-RPC codes.
 *
 * Sources: RFC 9110 (statuses), Go's context package (texts of timeouts), JSON-RPC 2.0 section 5.1 (codes).
 */
import type { FailureRow } from './failure-row.ts';
import { NOT_IN_PLAN, RATE_LIMITED } from './refusal-text.ts';
import { retryWords } from './reply-words.ts';

/** Matched by text, or by a specific status. */
export const SERVICE_FAILURES: readonly FailureRow[] = [
  {
    id: 'rate-limited-by-service',
    number: 8,
    layer: 'http',
    texts: RATE_LIMITED,
    title: 'Rate-limited by the service',
    cause: 'The request quota of this IP address, API key or plan is used up.',
    fix: 'Wait, call less often, or ask the service for a larger quota.',
    words: retryWords,
  },
  {
    id: 'not-in-plan',
    layer: 'method',
    texts: NOT_IN_PLAN,
    title: 'Not included in the plan',
    cause: 'The hosted service refused the call for this API key or plan, before it reached the node.',
    fix: 'Upgrade the plan, or call the method on another endpoint.',
  },
  {
    id: 'client-without-node',
    layer: 'network',
    failedAt: ['network'],
    texts: [/\bsendRequest failed\b/i],
    title: 'A client could not reach its node',
    cause: 'A program such as Lotus, Boost or Curio sent the call to the URL in the text and got no response.',
    fix: 'Check that the node at this URL is running and reachable from the client, and check the client’s FULLNODE_API_INFO.',
  },
  {
    id: 'gateway-of-lite-node',
    layer: 'network',
    failedAt: ['rpc'],
    texts: [/RPC client error: sendRequest failed/i, /(?:lite[- ]?node|gateway).{0,80}(?:unreachable|connection refused|unavailable)/i],
    title: 'A lite node could not reach its gateway',
    cause: 'The node is a lite node: it forwards calls to another node (FULLNODE_API_INFO), which did not respond.',
    fix: 'Check the lite node’s FULLNODE_API_INFO, or call that endpoint directly.',
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
    cause: 'The node’s head is behind the network, so it has no recent epochs.',
    fix: 'Wait until the node is synced (SyncState returns its progress), or use another endpoint.',
  },
  {
    id: 'node-time-limit',
    layer: 'timeout',
    texts: [/context deadline exceeded/i, /\btimeout awaiting response headers\b/i, /\brequest timed out\b/i],
    title: 'The call timed out at the node',
    cause: 'The call exceeded the timeout of the node or of a proxy in front of it. The request itself is valid.',
    fix: 'Try again, request less per call, or use an endpoint with a longer timeout.',
  },
  {
    id: 'node-cancelled',
    layer: 'timeout',
    texts: [/context cancell?ed/i],
    title: 'The node cancelled the call',
    cause: 'The client, or a proxy in front of the node, closed the connection before the call was done.',
    fix: 'Try again. If it stops after the same time, a proxy limits the duration of calls.',
  },
  {
    id: 'reply-broken-off',
    layer: 'network',
    failedAt: ['network'],
    texts: [/^The answer of \S{1,300} broke off after /],
    title: 'The response was cut off',
    cause: 'The endpoint, or a proxy in front of it, closed the connection before the response was complete.',
    fix: 'Try again. If it is cut off at the same point, a proxy limits the size or duration of responses: request less per call.',
  },
  {
    id: 'connection-closed',
    layer: 'network',
    failedAt: ['network'],
    texts: [
      /closed the connection before the answer was complete/,
      /ECONNRESET|connection reset|socket hang up|empty reply from server|broken pipe/i,
    ],
    title: 'The connection was closed without a response',
    cause: 'The endpoint, or a proxy in front of it, accepted the connection and then closed it.',
    fix: 'Try again. If it happens with every call, check http or https in the URL, and the logs of the node and its proxy at this time.',
  },
  {
    id: 'batch-parts',
    layer: 'rpc',
    failedAt: ['rpc'],
    texts: [/^\d{1,4} of \d{1,4} calls of the batch failed\.$/],
    title: 'Calls in the batch failed',
    cause: 'The endpoint responded to every call of the batch, to some with an error.',
    fix: 'Open the failed calls under Calls: each has its own explanation.',
  },
  {
    id: 'reply-of-another-call',
    layer: 'json',
    failedAt: ['json'],
    texts: [/answered with the id of another call/],
    title: 'The response id does not match the call',
    cause: 'A proxy or a cache may have returned the response to another request, so it was not used.',
    fix: 'Try again. If it happens again, report it to the operator of the endpoint.',
  },
  {
    id: 'reply-empty',
    layer: 'json',
    failedAt: ['json'],
    texts: [/answered with an empty body\./],
    title: 'Empty response',
    cause: 'The endpoint, or a proxy in front of it, responded without a body.',
    fix: 'Check the path of the URL (/rpc/v1), then the logs of the node and its proxy at this time.',
  },
  {
    id: 'reply-web-page',
    layer: 'json',
    failedAt: ['json'],
    texts: [/answered with a web page, not with JSON-RPC\./],
    title: 'The response is a web page',
    cause: 'A website, a sign-in page or a proxy responded instead of a node.',
    fix: 'Check the path of the URL: a node serves /rpc/v1 and /rpc/v0.',
  },
  {
    id: 'reply-malformed',
    layer: 'json',
    failedAt: ['json'],
    texts: [/answered with incomplete or malformed JSON\./],
    title: 'The response is incomplete or malformed JSON',
    cause: 'The response starts as JSON but could not be parsed to its end. A proxy may have cut it off.',
    fix: 'Try again. If it is cut off at the same point, a proxy limits the size of responses: request less per call.',
  },
  {
    id: 'redirect',
    layer: 'http',
    httpStatuses: [301, 302, 303, 307, 308],
    title: 'The endpoint has moved',
    cause: 'The server redirects to another URL. Sextant does not follow redirects, because the token would be sent there.',
    fix: 'Check http or https in the URL first. Otherwise enter the URL from the response’s Location header.',
  },
  {
    id: 'server-error',
    layer: 'http',
    httpStatuses: [500],
    failedAt: ['http'],
    title: 'The server failed without a JSON-RPC response',
    cause: 'The node, or a proxy in front of it, failed with HTTP 500 and gave no reason.',
    fix: 'Try again, then check the logs of the node and its proxy at this time.',
  },
];

/** Generic codes of JSON-RPC, matched last. */
export const GENERAL_CODES: readonly FailureRow[] = [
  {
    id: 'internal-error',
    layer: 'rpc',
    codes: [-32603],
    title: 'Internal error of the node',
    cause: 'Code −32603 is an internal error: the request is valid, but its execution failed. Only the node’s text has details.',
    fix: 'Read the node’s text. Try the call again, then on another endpoint.',
  },
  {
    id: 'server-defined-error',
    layer: 'rpc',
    codes: [-32000],
    title: 'The node rejected the call',
    cause: 'Code −32000 is a generic server error. Only the node’s text has details.',
    fix: 'Read the node’s text, then check the method and its parameters.',
  },
];
