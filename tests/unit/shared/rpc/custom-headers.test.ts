import { describe, expect, test } from 'vitest';
import { readCustomHeaders } from '../../../../shared/rpc/custom-headers.ts';

describe('headers typed for an endpoint', () => {
  test('are read line by line; blank lines and spaces around them are left out', () => {
    expect(readCustomHeaders('')).toEqual({ headers: {} });
    expect(readCustomHeaders(' x-api-key :  abc:def \r\n\nX-Client: a b\n')).toEqual({
      headers: { 'x-api-key': 'abc:def', 'X-Client': 'a b' },
    });
  });

  test.each([
    ['x-api-key', 'Line 1 is not a header. Write it as Name: value.'],
    ['X-A: 1\nbad name: 2', 'Line 2 is not a header. Write it as Name: value.'],
    ['x-api-key:', 'x-api-key has no value.'],
    ['X-A: 1\nx-a: 2', 'x-a is set twice. Keep one line.'],
    ['Authorization: Basic abc', 'Authorization is set from the token. Use the Token field.'],
    ['cookie: a=b', 'Sextant does not use cookies. Remove cookie.'],
    ['Host: other.example', 'Host is set by Sextant. Remove it.'],
    ['content-length: 3', 'content-length is set by Sextant. Remove it.'],
    ['Sec-WebSocket-Protocol: x', 'Sec-WebSocket-Protocol is set by Sextant. Remove it.'],
    ['Transfer-Encoding: chunked', 'Transfer-Encoding is set by Sextant. Remove it.'],
    ['X-A: sécret', 'The value of X-A must be printable ASCII.'],
    ['X-A: a\u0000b', 'The value of X-A must be printable ASCII.'],
    [`X-A: ${'a'.repeat(4001)}`, 'The value of X-A is longer than 4000 characters.'],
    [Array.from({ length: 21 }, (_, index) => `X-${index}: 1`).join('\n'), 'Enter at most 20 headers.'],
  ])('%j is refused', (text, problem) => {
    expect(readCustomHeaders(text)).toEqual({ problem });
  });
});
