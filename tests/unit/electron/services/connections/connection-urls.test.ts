import { describe, expect, test } from 'vitest';
import { checkDraft, tokenTargets } from '../../../../../electron/services/connections/connection-urls.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import type { ConnectionDraft } from '../../../../../shared/ipc/schemas/connections.ts';

const DRAFT: ConnectionDraft = { name: 'Mine', httpUrl: 'http://127.0.0.1:1234/rpc/v1', apiVersion: 'v1', namespace: 'Filecoin' };

function fieldsOf(draft: ConnectionDraft): unknown {
  try {
    checkDraft(draft);
    return {};
  } catch (error) {
    return error instanceof SextantError ? error.details?.fields : error;
  }
}

describe('checkDraft', () => {
  test('keeps good addresses and leaves empty ones out', () => {
    const draft = { ...DRAFT, wsUrl: ' ', minerUrl: ' https://miner.example.org/rpc/v0 ', controlUrl: '' };
    expect(checkDraft(draft)).toEqual({ ...DRAFT, minerUrl: 'https://miner.example.org/rpc/v0' });
  });

  test('a token in an address becomes the token and leaves the address', () => {
    const checked = checkDraft({ ...DRAFT, httpUrl: 'https://host/rpc/v1?token=abc&x=1', minerUrl: 'http://m/rpc/v0?token=def' });
    expect(checked).toMatchObject({ httpUrl: 'https://host/rpc/v1?x=1', token: 'abc', minerUrl: 'http://m/rpc/v0', minerToken: 'def' });
  });

  test('a pasted "Bearer" is taken off', () => {
    expect(checkDraft({ ...DRAFT, token: 'Bearer abc.def.ghi' }).token).toBe('abc.def.ghi');
  });

  test.each<[string, object]>([
    ['/ip4/127.0.0.1/tcp/1234/http', { httpUrl: 'http://127.0.0.1:1234/rpc/v1', wsUrl: 'ws://127.0.0.1:1234/rpc/v1' }],
    ['abc:/dns4/node.example/tcp/443/wss', { httpUrl: 'https://node.example/rpc/v1', wsUrl: 'wss://node.example/rpc/v1', token: 'abc' }],
    ['FULLNODE_API_INFO=abc:http://node.example', { httpUrl: 'http://node.example/rpc/v1', token: 'abc' }],
  ])('%s in the field of the address is read as the Lotus command line does', (httpUrl, expected) => {
    expect(checkDraft({ ...DRAFT, httpUrl })).toMatchObject(expected);
  });

  test('a v2 URL where v1 belongs is kept as the v2 URL, with v1 beside it', () => {
    expect(checkDraft({ ...DRAFT, httpUrl: 'https://host/path/rpc/v2/?x=1', wsUrl: 'wss://host/path/rpc/v2' })).toEqual({
      ...DRAFT,
      httpUrl: 'https://host/path/rpc/v1?x=1',
      wsUrl: 'wss://host/path/rpc/v1',
      v2Url: 'https://host/path/rpc/v2/?x=1',
    });
    const apart = { ...DRAFT, httpUrl: 'https://host/key', v2Url: 'https://host/key/two' };
    expect(checkDraft(apart)).toEqual(apart);
  });

  test('keeps network, deals data, CID checker and preset', () => {
    const draft = {
      ...DRAFT,
      network: ' mainnet ',
      dealsDataUrl: 'https://a.example/deals',
      cidCheckerUrl: 'https://b.example/',
      preset: 'mainnet-glif',
    };
    expect(checkDraft(draft)).toEqual({ ...draft, network: 'mainnet' });
    expect(checkDraft({ ...DRAFT, network: '', dealsDataUrl: '', preset: '' })).toEqual(DRAFT);
  });

  test('keeps the query of a URL and the placeholder of a CID as typed', () => {
    for (const change of [
      { httpUrl: 'https://a.example/rpc/v1?key=a%20b&x' },
      { cidCheckerUrl: 'https://a.example/find/{cid}?of={cid}&x' },
    ]) {
      expect(checkDraft({ ...DRAFT, ...change })).toEqual({ ...DRAFT, ...change });
    }
  });

  test.each<[Partial<ConnectionDraft>, string, RegExp]>([
    [{ httpUrl: 'http://127.0.0.1:99999/rpc/v1' }, 'httpUrl', /Invalid port 99999/],
    [{ httpUrl: 'node.example:1234' }, 'httpUrl', /Enter http:\/\/node\.example:1234/],
    [{ httpUrl: '127.0.0.1' }, 'httpUrl', /Missing scheme/],
    [{ httpUrl: '/ip4/127.0.0.1/udp/1' }, 'httpUrl', /no \/tcp\/PORT/],
    [{ httpUrl: '/ip4/1.1.1.1/tcp/1/http,/ip4/2.2.2.2/tcp/1/http' }, 'httpUrl', /Several entries/],
    [{ httpUrl: 'https://user:password@node.example/rpc/v1' }, 'httpUrl', /Token field/],
    [{ httpUrl: 'http://127.0.0.1:1234/rpc/v0' }, 'apiVersion', /ends in \/rpc\/v0, but API version v1/],
    [{ v2Url: 'http://127.0.0.1:1235/rpc/v2' }, 'v2Url', /the host, port and scheme/],
    [{ dealsDataUrl: 'https://a.example/?token=x' }, 'dealsDataUrl', /contains a token/],
    [{ cidCheckerUrl: 'ipfs://x' }, 'cidCheckerUrl', /must start with http:\/\/ or https:\/\/$/],
    [{ cidCheckerUrl: 'http://a.example/check' }, 'cidCheckerUrl', /must start with https:\/\/$/],
    [{ dealsDataUrl: 'http://a.example/deals' }, 'dealsDataUrl', /must start with https:\/\/$/],
  ])('%j is rejected with a sentence', (change, field, sentence) => {
    expect(fieldsOf({ ...DRAFT, ...change })).toEqual({ [field]: expect.stringMatching(sentence) });
  });

  test.each<[Partial<ConnectionDraft>, string]>([
    [{ httpUrl: '127.0.0.1:1234' }, 'httpUrl'],
    [{ httpUrl: ' ' }, 'httpUrl'],
    [{ httpUrl: 'ws://127.0.0.1:1234/rpc/v1' }, 'httpUrl'],
    [{ httpUrl: 'file:///etc/passwd' }, 'httpUrl'],
    [{ httpUrl: 'javascript:alert(1)' }, 'httpUrl'],
    [{ httpUrl: 'https://user:pass@host/rpc/v1' }, 'httpUrl'],
    [{ wsUrl: 'http://127.0.0.1:1234/rpc/v1' }, 'wsUrl'],
    [{ minerUrl: 'wss://host' }, 'minerUrl'],
    [{ controlUrl: 'nonsense' }, 'controlUrl'],
    [{ token: 'two words' }, 'token'],
    [{ token: 'line\r\nX-Header: 1' }, 'token'],
    [{ minerToken: 'ünicode' }, 'minerToken'],
  ])('refuses %j', (change, field) => {
    expect(fieldsOf({ ...DRAFT, ...change })).toEqual({ [field]: expect.any(String) });
  });
});

test('a token target is a host with its port, secure ones apart, HTTP and WebSocket alike', () => {
  expect(tokenTargets(['http://a/rpc/v1', 'ws://a:80/other', undefined])).toEqual(new Set(['plain a:80']));
  expect(tokenTargets(['https://a', 'http://a:443', 'https://b:1'])).toEqual(new Set(['secure a:443', 'plain a:443', 'secure b:1']));
});
