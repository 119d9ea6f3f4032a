/** What a refusal says of the token, by what is known of it. */
import { describe, expect, test } from 'vitest';
import { CallFailureError } from '../../../../electron/rpc/call-failure.ts';
import { type RawReply, readReply } from '../../../../electron/rpc/read-reply.ts';
import { sendsToken } from '../../../../electron/rpc/request-headers.ts';

function messageOf(reply: Partial<RawReply>): string {
  try {
    readReply({ body: '', host: 'node.example', method: 'Filecoin.LogList', requestId: 1, ...reply });
  } catch (error) {
    if (error instanceof CallFailureError) return error.failure.message;
    throw error;
  }
  return 'no failure';
}

const DENIED = { body: `{"id":1,"error":{"code":1,"message":"missing permission to invoke 'LogList' (need 'write')"}}` };

describe('a refusal', () => {
  test.each<[boolean | undefined, string, string]>([
    [true, 'the token is wrong, expired or of another node.', 'The token for node.example does not permit LogList.'],
    [false, 'no token was sent.', 'No token was sent to node.example: LogList needs one.'],
    [
      undefined,
      'none was sent, or it is wrong, expired or of another node.',
      'The token for node.example does not permit LogList, or no token was sent.',
    ],
  ])('where hasToken is %s', (hasToken, of401, ofPermission) => {
    expect(messageOf({ status: 401, hasToken })).toBe(`node.example requires a valid token (HTTP 401): ${of401}`);
    expect(messageOf({ ...DENIED, hasToken })).toBe(ofPermission);
  });
});

test.each<[Parameters<typeof sendsToken>[0], string, boolean | undefined]>([
  [{ token: 'x' }, 'http://node/rpc/v1', true],
  [{}, 'http://node/rpc/v1', false],
  [{ token: '' }, 'http://node/rpc/v1', false],
  [{ headers: { 'x-api-key': 'k' } }, 'http://node/rpc/v1', undefined],
  [{}, 'http://node/rpc/v1?apikey=k', undefined],
])('what goes with %j to %s: a token %s', (credentials, url, expected) => expect(sendsToken(credentials, url)).toBe(expected));
