import { expect, test } from 'vitest';
import { isExposedUrl } from '../../../../shared/rpc/exposed-url.ts';

test.each([
  ['http://127.0.0.1:1234/rpc/v1', false],
  ['ws://127.9.9.9/', false],
  ['http://localhost:1234', false],
  ['http://node.localhost', false],
  ['http://[::1]:1234/rpc/v1', false],
  ['https://node.example/rpc/v1', false],
  ['wss://node.example', false],
  ['', false],
  ['http://10.0.0.7:1234/rpc/v1', true],
  ['ws://node.example/rpc/v1', true],
  ['HTTP://NODE.EXAMPLE', true],
  ['http://localhost.example/', true],
  ['http://127.0.0.1.example/', true],
  ['http://user@node.example/', true],
  ['http://127.0.0.1@node.example/', true],
  ['http://[2001:db8::1]:1234/', true],
])('%s is read on the way: %s', (url, expected) => {
  expect(isExposedUrl(url)).toBe(expected);
});
