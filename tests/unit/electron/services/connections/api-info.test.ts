import { describe, expect, test } from 'vitest';
import { parseApiInfo } from '../../../../../electron/services/connections/api-info.ts';
import { readOffers } from '../../../../../electron/services/connections/environment-offers.ts';
import { memoryLogger } from '../../../../builders/memory-logger.ts';

const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJBbGxvdyI6WyJyZWFkIl19.p1_LbHg-2E5oyCN0zXyzA';

function parseOne(text: string, version: 'v0' | 'v1' = 'v1'): unknown {
  const [result, ...rest] = parseApiInfo(text, version);
  expect(rest).toEqual([]);
  return result?.ok === true ? result.info : result;
}

describe('one entry', () => {
  test.each<[string, object]>([
    [
      `${JWT}:/ip4/127.0.0.1/tcp/1234/http`,
      { token: JWT, httpUrl: 'http://127.0.0.1:1234/rpc/v1', wsUrl: 'ws://127.0.0.1:1234/rpc/v1', host: '127.0.0.1:1234' },
    ],
    ['/ip4/10.0.0.7/tcp/1234/http', { httpUrl: 'http://10.0.0.7:1234/rpc/v1', wsUrl: 'ws://10.0.0.7:1234/rpc/v1', host: '10.0.0.7:1234' }],
    ['/ip4/10.0.0.7/tcp/1234', { httpUrl: 'http://10.0.0.7:1234/rpc/v1', wsUrl: 'ws://10.0.0.7:1234/rpc/v1', host: '10.0.0.7:1234' }],
    [
      'opaque:/dns4/node.example.org/tcp/443/wss',
      { token: 'opaque', httpUrl: 'https://node.example.org/rpc/v1', wsUrl: 'wss://node.example.org/rpc/v1', host: 'node.example.org' },
    ],
    [
      '/dns/node.example.org/tcp/8443/tls/http',
      { httpUrl: 'https://node.example.org:8443/rpc/v1', wsUrl: 'wss://node.example.org:8443/rpc/v1', host: 'node.example.org:8443' },
    ],
    ['/ip6/::1/tcp/1234/http', { httpUrl: 'http://[::1]:1234/rpc/v1', wsUrl: 'ws://[::1]:1234/rpc/v1', host: '[::1]:1234' }],
    ['http://127.0.0.1:1234', { httpUrl: 'http://127.0.0.1:1234/rpc/v1', host: '127.0.0.1:1234' }],
    [`${JWT}:http://127.0.0.1:1234`, { token: JWT, httpUrl: 'http://127.0.0.1:1234/rpc/v1', host: '127.0.0.1:1234' }],
    [
      'wss://wss.node.example.org/',
      { httpUrl: 'https://wss.node.example.org/rpc/v1', wsUrl: 'wss://wss.node.example.org/rpc/v1', host: 'wss.node.example.org' },
    ],
    ['https://api.example.org/apigw/lotus', { httpUrl: 'https://api.example.org/apigw/lotus/rpc/v1', host: 'api.example.org' }],
    ['https://api.example.org/rpc/v0', { httpUrl: 'https://api.example.org/rpc/v0', host: 'api.example.org' }],
    [`https://api.example.org/?token=${JWT}&x=1`, { token: JWT, httpUrl: 'https://api.example.org/rpc/v1?x=1', host: 'api.example.org' }],
    ["'http://127.0.0.1:1234'", { httpUrl: 'http://127.0.0.1:1234/rpc/v1', host: '127.0.0.1:1234' }],
  ])('%s', (text, expected) => expect(parseOne(text)).toEqual(expected));

  test('the miner gets its own version', () => {
    expect(parseOne('/ip4/127.0.0.1/tcp/2345/http', 'v0')).toMatchObject({ httpUrl: 'http://127.0.0.1:2345/rpc/v0' });
  });

  test.each([
    '127.0.0.1:1234',
    'localhost',
    `${JWT}:`,
    '/ip4/127.0.0.1/udp/1234',
    '/ip4/127.0.0.1',
    'tok en:/ip4/1.2.3.4/tcp/1/http',
    'ftp://host',
    '/ip4/1.2.3.4/tcp/99999999/http',
    `${JWT}`,
  ])('%s is not understood, and the reason does not repeat it', (text) => {
    const result = parseOne(text);
    expect(result).toMatchObject({ ok: false });
    expect(JSON.stringify(result)).not.toContain(JWT.slice(0, 20));
  });
});

test('a list has one result for each entry', () => {
  expect(parseApiInfo(' /ip4/1.1.1.1/tcp/1/http , nonsense,, b:/ip4/2.2.2.2/tcp/2/http ', 'v1').map(({ ok }) => ok)).toEqual([
    true,
    false,
    true,
  ]);
});

describe('offers', () => {
  test('the first node comes with the miner, and what is shown has no token', () => {
    const { logger, lines } = memoryLogger();
    const offers = readOffers(
      {
        FULLNODE_API_INFO: `${JWT}:/ip4/10.0.0.7/tcp/1234/http,/ip4/10.0.0.8/tcp/1234/http,${JWT}`,
        MINER_API_INFO: `${JWT}:/ip4/10.0.0.9/tcp/2345/http`,
      },
      logger,
    );
    expect(offers.map(({ offer }) => offer)).toEqual([
      {
        id: 'environment-1',
        variable: 'FULLNODE_API_INFO',
        name: '10.0.0.7:1234',
        httpUrl: 'http://10.0.0.7:1234/rpc/v1',
        wsUrl: 'ws://10.0.0.7:1234/rpc/v1',
        minerUrl: 'http://10.0.0.9:2345/rpc/v0',
        hasToken: true,
      },
      {
        id: 'environment-2',
        variable: 'FULLNODE_API_INFO',
        name: '10.0.0.8:1234',
        httpUrl: 'http://10.0.0.8:1234/rpc/v1',
        wsUrl: 'ws://10.0.0.8:1234/rpc/v1',
        hasToken: false,
      },
    ]);
    expect(offers[0]?.draft).toMatchObject({ token: JWT, minerToken: JWT });
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toContain(JWT);
  });

  test('no variables, no offers', () => {
    expect(readOffers({}, memoryLogger().logger)).toEqual([]);
  });
});
