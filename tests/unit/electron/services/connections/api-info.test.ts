import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatApiInfo, parseApiInfo } from '../../../../../electron/services/connections/api-info.ts';

const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJBbGxvdyI6WyJyZWFkIl19.p1_LbHg-2E5oyCN0zXyzA';
const LOCAL = { httpUrl: 'http://127.0.0.1:1234/rpc/v1', wsUrl: 'ws://127.0.0.1:1234/rpc/v1', host: '127.0.0.1:1234', apiVersion: 'v1' };

function parseOne(text: string, kind: 'node' | 'miner' = 'node'): Record<string, unknown> {
  const [result, ...rest] = parseApiInfo(text, kind);
  expect(rest).toEqual([]);
  return result?.ok === true ? { ...result.info } : { ...result };
}

describe('one entry', () => {
  test.each<[string, object]>([
    [`${JWT}:/ip4/127.0.0.1/tcp/1234/http`, { ...LOCAL, token: JWT }],
    [`FULLNODE_API_INFO=${JWT}:/ip4/127.0.0.1/tcp/1234/http`, { ...LOCAL, token: JWT }],
    [`export FULLNODE_API_INFO="${JWT}:/ip4/127.0.0.1/tcp/1234/http";`, { ...LOCAL, token: JWT }],
    [`  $env:FULLNODE_API_INFO = '/ip4/127.0.0.1/tcp/1234'  `, LOCAL],
    [`setx FULLNODE_API_INFO "/ip4/127.0.0.1/tcp/1234/ws"`, LOCAL],
    ['/ip4/10.0.0.7/tcp/1234/http', { httpUrl: 'http://10.0.0.7:1234/rpc/v1', wsUrl: 'ws://10.0.0.7:1234/rpc/v1' }],
    [
      'opaque:/dns4/node.example.org/tcp/443/wss',
      { token: 'opaque', httpUrl: 'https://node.example.org/rpc/v1', host: 'node.example.org' },
    ],
    ['/dns6/node.example.org/tcp/443/https', { httpUrl: 'https://node.example.org/rpc/v1', wsUrl: 'wss://node.example.org/rpc/v1' }],
    ['/dns/node.example.org/tcp/8443/tls/http', { httpUrl: 'https://node.example.org:8443/rpc/v1' }],
    ['/ip6/::1/tcp/1234/http', { httpUrl: 'http://[::1]:1234/rpc/v1', wsUrl: 'ws://[::1]:1234/rpc/v1', host: '[::1]:1234' }],
    [`${JWT}:http://127.0.0.1:1234`, { token: JWT, httpUrl: 'http://127.0.0.1:1234/rpc/v1' }],
    ['wss://wss.node.example.org/', { httpUrl: 'https://wss.node.example.org/rpc/v1', wsUrl: 'wss://wss.node.example.org/rpc/v1' }],
    ['https://api.example.org/apigw/lotus', { httpUrl: 'https://api.example.org/apigw/lotus/rpc/v1' }],
    [`https://api.example.org/?token=${JWT}&x=1`, { token: JWT, httpUrl: 'https://api.example.org/rpc/v1?x=1' }],
  ])('%s', (text, expected) => expect(parseOne(text)).toMatchObject(expected));

  test('an HTTP address gives no WebSocket address, and both facts are said', () => {
    const info = parseOne('http://127.0.0.1:1234');
    expect(info).not.toHaveProperty('wsUrl');
    expect(info.understoodAs).toBe(
      'A node at 127.0.0.1:1234, without a token, from a URL, with /rpc/v1 appended as Lotus does. It names no WebSocket address, so none is used unless you enter one.',
    );
    expect(parseOne('ws://127.0.0.1:1234').understoodAs).toContain('The HTTP address was derived from the WebSocket one.');
  });

  test('an address that ends in a version is kept, with a warning that Lotus would append again', () => {
    expect(parseOne('https://api.example.org/rpc/v0')).toMatchObject({
      httpUrl: 'https://api.example.org/rpc/v0',
      apiVersion: 'v0',
      warnings: [expect.stringContaining('would append its own again')],
    });
    expect(parseOne('https://api.example.org/rpc/v3')).toMatchObject({ ok: false, reason: expect.stringContaining('/rpc/v3') });
  });

  test('a v2 URL gives the v1 URL beside it, and says so', () => {
    expect(parseOne('wss://api.example.org/rpc/v2')).toMatchObject({
      httpUrl: 'https://api.example.org/rpc/v1',
      wsUrl: 'wss://api.example.org/rpc/v1',
      v2Url: 'https://api.example.org/rpc/v2',
      apiVersion: 'v1',
      warnings: [expect.stringContaining('Sextant uses v2 beside v1')],
    });
    expect(parseApiInfo('https://api.example.org/rpc/v2', 'miner')).toMatchObject([
      { ok: false, reason: expect.stringContaining('/rpc/v2') },
    ]);
  });

  test('a token without an address, and one that is not whole, are told as such, and not repeated', () => {
    for (const text of [JWT, `${JWT}:`, `FULLNODE_API_INFO=${JWT}`, JWT.slice(0, 50)]) {
      const { reason, ...rest } = parseOne(text);
      expect(rest).toEqual({ ok: false });
      expect(reason).toMatch(/^This is a token without an address\./);
      expect(reason).not.toContain('eyJ');
    }
    for (const text of [`${JWT}/ip4/127.0.0.1/tcp/1234/http`, `FULLNODE_API_INFO=${JWT}/dns/node.example/tcp/1234/http`]) {
      const { reason } = parseOne(text);
      expect(reason).toMatch(/^A colon is missing between the token and the address/);
      expect(reason).not.toContain('eyJ');
    }
    const cut = parseOne(`${JWT.slice(0, 50)}:/ip4/127.0.0.1/tcp/1234/http`);
    expect(cut).toMatchObject({ ...LOCAL, warnings: [expect.stringContaining('cut short')] });
    expect(parseOne(`${JWT}:/ip4/127.0.0.1/tcp/1234/http`).warnings).toEqual([]);
  });

  test('a host with a port is a token to Lotus: it is read as what was meant, and said', () => {
    expect(parseOne('node.example:1234')).toMatchObject({
      httpUrl: 'http://node.example:1234/rpc/v1',
      warnings: [expect.stringContaining('would take “node.example” for a token')],
    });
    expect(parseOne('node.example:1234')).not.toHaveProperty('token');
  });

  test('the miner gets its own version, under both its names', () => {
    expect(parseOne('/ip4/127.0.0.1/tcp/2345/http', 'miner')).toMatchObject({
      httpUrl: 'http://127.0.0.1:2345/rpc/v0',
      apiVersion: 'v0',
      warnings: [],
    });
    expect(parseOne('STORAGE_API_INFO=t:/ip4/127.0.0.1/tcp/2345/http', 'miner')).toMatchObject({
      token: 't',
      warnings: [expect.stringContaining('deprecated')],
    });
    expect(parseOne('MINER_API_INFO=t:/ip4/127.0.0.1/tcp/2345/http', 'node')).toMatchObject({
      ok: false,
      reason: expect.stringContaining('MINER_API_INFO'),
    });
  });

  test.each<[string, RegExp]>([
    ['localhost', /neither a URL nor a multiaddress/],
    [`${JWT}:`, /token without an address/],
    [`${JWT}`, /token without an address/],
    [`${JWT}:1234`, /neither a URL/],
    ['/ip4/127.0.0.1/udp/1234', /tcp/],
    ['/ip4/127.0.0.1', /tcp/],
    ['/ip4/999.0.0.1/tcp/1', /ip4/],
    ['/ip4/1.2.3.4/tcp/99999/http', /65535/],
    ['/ip4/1.2.3.4/tcp/0/http', /65535/],
    ['/ip4/1.2.3.4/tcp/1347/p2p/12D3KooWGzxz', /peer/],
    ['/dnsaddr/bootstrap.example/tcp/1', /none of/],
    ['http://127.0.0.1:99999', /65535/],
    ['https://user:pass@node.example', /user name or password/],
    ['tok en:/ip4/1.2.3.4/tcp/1/http', /token has spaces/],
    ['ftp://host', /ftp:/],
  ])('%s is not understood, and the reason does not repeat a token', (text, reason) => {
    const result = parseOne(text);
    expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
    expect(JSON.stringify(result)).not.toContain(JWT.slice(0, 20));
  });
});

test('a list has one result for each entry, and lines that are comments none', () => {
  const text = '# my nodes\n /ip4/1.1.1.1/tcp/1/http , nonsense,, b:/ip4/2.2.2.2/tcp/2/http \n\nhttp://c.example';
  expect(parseApiInfo(text, 'node').map(({ ok }) => ok)).toEqual([true, false, true, true]);
});

test('of very many entries the first are read, and it is said', () => {
  const results = parseApiInfo('http://a.example,'.repeat(2000), 'node');
  expect(results).toHaveLength(51);
  expect(results.at(-1)).toMatchObject({ ok: false });
});

test('whatever is pasted, no entry throws and no address is of another scheme', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom('node', 'miner'), (text, kind) => {
      for (const result of parseApiInfo(text, kind)) {
        if (result.ok) {
          expect(result.info.httpUrl).toMatch(/^https?:\/\//);
          expect(result.info.wsUrl ?? 'ws://').toMatch(/^wss?:\/\//);
        }
      }
    }),
  );
});

describe('writing it again', () => {
  const token = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}(\.[A-Za-z0-9_-]{1,20}){2}$/);
  const path = fc.array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { maxLength: 3 }).map((parts) => parts.map((part) => `/${part}`).join(''));
  const query = fc.constantFrom('', '?x=1', "?key=a'b&y=%20");
  const scheme = fc.constantFrom('http', 'https', 'ws', 'wss');

  test('what was written is read as the same address and version', () => {
    fc.assert(
      fc.property(
        scheme,
        fc.domain(),
        fc.integer({ min: 1, max: 65_535 }),
        path,
        query,
        fc.option(token),
        (name, host, port, way, search, secret) => {
          const [first] = parseApiInfo(`${secret === null ? '' : `${secret}:`}${name}://${host}:${port}${way}${search}`, 'node');
          if (first?.ok !== true) throw new Error(`not read: ${first?.reason}`);
          const written = formatApiInfo({ ...first.info, hasToken: secret !== null }, 'node');
          const [again] = parseApiInfo((written ?? '').replace('TOKEN:', secret === null ? '' : `${secret}:`), 'node');
          expect(again).toEqual(first);
        },
      ),
    );
  });

  test('a token is a placeholder, the version is left to Lotus, and the WebSocket address goes before', () => {
    const wsUrl = 'wss://wss.node.glif.io/apigw/lotus/rpc/v1';
    expect(formatApiInfo({ httpUrl: 'https://api.node.glif.io/rpc/v1', wsUrl, hasToken: false }, 'node')).toBe(
      'FULLNODE_API_INFO=wss://wss.node.glif.io/apigw/lotus',
    );
    expect(formatApiInfo({ httpUrl: 'http://127.0.0.1:2345/rpc/v0', hasToken: true }, 'miner')).toBe(
      'MINER_API_INFO=TOKEN:http://127.0.0.1:2345',
    );
    expect(formatApiInfo({ httpUrl: 'https://h.example/rpc/v1?a=1&b=2', hasToken: false }, 'node')).toBe(
      "FULLNODE_API_INFO='https://h.example/?a=1&b=2'",
    );
  });

  test('an address that Lotus could not reach is not written', () => {
    expect(formatApiInfo({ httpUrl: 'https://rpc.ankr.com/filecoin', hasToken: false }, 'node')).toBeUndefined();
  });
});
