/** What is read from a refusal: of the token, by what is known of it, and of limits. */
import { describe, expect, test } from 'vitest';
import { type CallFailure, CallFailureError } from '../../../../electron/rpc/call-failure.ts';
import { type RawReply, readReply } from '../../../../electron/rpc/read-reply.ts';
import { sendsToken } from '../../../../electron/rpc/request-headers.ts';

function failureOf(reply: Partial<RawReply>): CallFailure {
  try {
    readReply({ body: '', host: 'node.example', method: 'Filecoin.LogList', requestId: 1, ...reply });
  } catch (error) {
    if (error instanceof CallFailureError) return error.failure;
    throw error;
  }
  throw new Error('no failure');
}

const messageOf = (reply: Partial<RawReply>): string => failureOf(reply).message;

const DENIED = { body: `{"id":1,"error":{"code":1,"message":"missing permission to invoke 'LogList' (need 'write')"}}` };

describe('a refusal', () => {
  test.each<[boolean | undefined, string, string]>([
    [true, 'the token is invalid, expired, revoked or from another node.', 'The token for node.example does not allow LogList.'],
    [false, 'no token was sent.', 'No token was sent to node.example: LogList needs one.'],
    [
      undefined,
      'none was sent, or it is invalid, expired, revoked or from another node.',
      'The token for node.example does not allow LogList, or no token was sent.',
    ],
  ])('where hasToken is %s', (hasToken, of401, ofPermission) => {
    expect(messageOf({ status: 401, hasToken })).toBe(`node.example requires a valid token (HTTP 401): ${of401}`);
    expect(messageOf({ ...DENIED, hasToken })).toBe(ofPermission);
  });
});

test.each<[string, Partial<RawReply>]>([
  ['in a body of its own, with HTTP 200', { status: 200, body: '{"message":"API rate limit exceeded"}', retryAfterMs: 5000 }],
  ['in plain words, with HTTP 403', { status: 403, body: 'Too many requests, slow down' }],
  [
    'in an error of JSON-RPC',
    { status: 200, body: '{"id":1,"error":{"code":-32005,"message":"daily request count exceeded, request rate limited"}}' },
  ],
])('a service that is asked too often %s is left alone for a while', (_name, reply) => {
  const failure = failureOf(reply);
  expect(failure).toMatchObject({ code: 'endpoint-rate-limited', isTransient: true });
  expect(failure.message).toContain('rate-limiting calls');
  expect(failure.retryAfterMs).toBe(reply.retryAfterMs);
});

test.each<[Parameters<typeof sendsToken>[0], string, boolean | undefined]>([
  [{ token: 'x' }, 'http://node/rpc/v1', true],
  [{}, 'http://node/rpc/v1', false],
  [{ token: '' }, 'http://node/rpc/v1', false],
  [{ headers: { 'x-api-key': 'k' } }, 'http://node/rpc/v1', undefined],
  [{}, 'http://node/rpc/v1?apikey=k', undefined],
])('what goes with %j to %s: a token %s', (credentials, url, expected) => expect(sendsToken(credentials, url)).toBe(expected));
