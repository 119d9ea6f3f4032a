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

  test('an HTTP URL gives no WebSocket URL, and the sentence says so', () => {
    const info = parseOne('http://127.0.0.1:1234');
    expect(info).not.toHaveProperty('wsUrl');
    expect(info.understoodAs).toBe(
      'A node at 127.0.0.1:1234, without a token, from a URL, with /rpc/v1 appended. No WebSocket URL; enter one to get live updates.',
    );
    expect(parseOne('ws://127.0.0.1:1234').understoodAs).toContain('The HTTP URL is derived from the WebSocket URL.');
  });

  test('a URL that ends in a version is kept, with a warning that Lotus would append it again', () => {
    expect(parseOne('https://api.example.org/rpc/v0')).toMatchObject({
      httpUrl: 'https://api.example.org/rpc/v0',
      apiVersion: 'v0',
      warnings: [expect.stringContaining('would append the path again')],
    });
    expect(parseOne('https://api.example.org/rpc/v3')).toMatchObject({ ok: false, reason: expect.stringContaining('/rpc/v3') });
  });

  test('a v2 URL also gives the v1 URL, with a warning', () => {
    expect(parseOne('wss://api.example.org/rpc/v2')).toMatchObject({
      httpUrl: 'https://api.example.org/rpc/v1',
      wsUrl: 'wss://api.example.org/rpc/v1',
      v2Url: 'https://api.example.org/rpc/v2',
      apiVersion: 'v1',
      warnings: [expect.stringContaining('The URL is of the v2 API')],
    });
    expect(parseApiInfo('https://api.example.org/rpc/v2', 'miner')).toMatchObject([
      { ok: false, reason: expect.stringContaining('/rpc/v2') },
    ]);
  });

  test('a token without a URL and an incomplete token are reported without their text', () => {
    for (const text of [JWT, `${JWT}:`, `FULLNODE_API_INFO=${JWT}`, JWT.slice(0, 50)]) {
      const { reason, ...rest } = parseOne(text);
      expect(rest).toEqual({ ok: false });
      expect(reason).toMatch(/^This is a token without a URL\./);
      expect(reason).not.toContain('eyJ');
    }
    for (const text of [`${JWT}/ip4/127.0.0.1/tcp/1234/http`, `FULLNODE_API_INFO=${JWT}/dns/node.example/tcp/1234/http`]) {
      const { reason } = parseOne(text);
      expect(reason).toMatch(/^Missing colon between the token and the multiaddress/);
      expect(reason).not.toContain('eyJ');
    }
    const cut = parseOne(`${JWT.slice(0, 50)}:/ip4/127.0.0.1/tcp/1234/http`);
    expect(cut).toMatchObject({ ...LOCAL, warnings: [expect.stringContaining('incomplete')] });
    expect(parseOne(`${JWT}:/ip4/127.0.0.1/tcp/1234/http`).warnings).toEqual([]);
  });

  test('a bare host and port is read as a URL, with a warning that Lotus reads it as a token', () => {
    expect(parseOne('node.example:1234')).toMatchObject({
      httpUrl: 'http://node.example:1234/rpc/v1',
      warnings: [expect.stringContaining('would read “node.example” as a token')],
    });
    expect(parseOne('node.example:1234')).not.toHaveProperty('token');
  });

  test('a miner gets API v0, under both variable names', () => {
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
    ['localhost', /Not a URL and not a multiaddress/],
    [`${JWT}:`, /token without a URL/],
    [`${JWT}`, /token without a URL/],
    [`${JWT}:1234`, /Not a URL/],
    ['/ip4/127.0.0.1/udp/1234', /tcp/],
    ['/ip4/127.0.0.1', /tcp/],
    ['/ip4/999.0.0.1/tcp/1', /ip4/],
    ['/ip4/1.2.3.4/tcp/99999/http', /65535/],
    ['/ip4/1.2.3.4/tcp/0/http', /65535/],
    ['/ip4/1.2.3.4/tcp/1347/p2p/12D3KooWGzxz', /peer/],
    ['/dnsaddr/bootstrap.example/tcp/1', /must start with/],
    ['http://127.0.0.1:99999', /65535/],
    ['https://user:pass@node.example', /user name and password/],
    ['tok en:/ip4/1.2.3.4/tcp/1/http', /token cannot contain spaces/],
    ['ftp://host', /ftp:/],
  ])('%s is rejected, and the reason contains no token', (text, reason) => {
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
