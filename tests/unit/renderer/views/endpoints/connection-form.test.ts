import { describe, expect, it } from 'vitest';
import {
  completedUrl,
  connectionErrors,
  connectionWarnings,
  EMPTY_CONNECTION,
  fieldsOfPreset,
  guessFromHttpUrl,
  toConnectionDraft,
  tokenInUrl,
  withRpcPath,
} from '../../../../../renderer/views/endpoints/connection-form.ts';
import { presetById } from '../../../../../shared/rpc/endpoint-presets.ts';

const FILLED = { ...EMPTY_CONNECTION, name: ' harbour-1 ', httpUrl: ' https://node.example/rpc/v1 ' };

describe('the form of a connection', () => {
  it('sends a token only when one was typed, and an empty one only to remove it', () => {
    expect(toConnectionDraft(FILLED)).toEqual({
      name: 'harbour-1',
      httpUrl: 'https://node.example/rpc/v1',
      apiVersion: 'v1',
      namespace: 'Filecoin',
    });
    expect(toConnectionDraft({ ...FILLED, token: ' secret ' })).toMatchObject({ token: 'secret' });
    expect(toConnectionDraft({ ...FILLED, isTokenRemoved: true })).toMatchObject({ token: '' });
    expect(toConnectionDraft({ ...FILLED, isTokenRemoved: true, token: 'new' })).toMatchObject({ token: 'new' });
  });

  it('says which field is wrong', () => {
    expect(connectionErrors(FILLED)).toEqual({});
    expect(Object.keys(connectionErrors({ ...EMPTY_CONNECTION, wsUrl: 'http://a', namespace: '1' }))).toEqual([
      'name',
      'httpUrl',
      'wsUrl',
      'namespace',
    ]);
    expect(connectionErrors({ ...FILLED, httpUrl: 'https://user:pass@node.example/' }).httpUrl).toContain('Token');
    expect(connectionErrors({ ...FILLED, httpUrl: '127.0.0.1' }).httpUrl).toContain('complete');
  });

  it('completes a bare host and port, and no other text', () => {
    for (const [text, address] of [
      ['127.0.0.1:7491', 'http://127.0.0.1:7491'],
      [' localhost:1234/rpc/v0 ', 'http://localhost:1234/rpc/v0'],
      ['[::1]:1234', 'http://[::1]:1234'],
      ['http://127.0.0.1:1', undefined],
      ['http:', undefined],
      ['node.example', undefined],
      ['127.0.0.1:99999', undefined],
      ['token:http://127.0.0.1:1', undefined],
      ['a b:1', undefined],
    ] as const) {
      expect(completedUrl(text, 'http')).toBe(address);
    }
    expect(connectionErrors({ ...FILLED, httpUrl: '127.0.0.1:7491' }).httpUrl).toBe('Missing scheme. Add http://');
    expect(connectionErrors({ ...FILLED, wsUrl: '127.0.0.1:7491' }).wsUrl).toBe('Missing scheme. Add ws://');
    expect(connectionErrors({ ...FILLED, httpUrl: 'eyJhbGciOiJIUzI1NiJ9.eyJB' }).httpUrl).toMatch(/This is a token\./);
  });

  it('suggests a missing RPC path and warns of an incomplete token', () => {
    expect(withRpcPath('http://127.0.0.1:1234/', 'v1')).toBe('http://127.0.0.1:1234/rpc/v1');
    expect(withRpcPath('https://node.example?key=1', 'v0')).toBe('https://node.example/rpc/v0?key=1');
    expect(withRpcPath('https://node.example/lotus', 'v1')).toBeUndefined();
    const warnings = connectionWarnings(
      { ...FILLED, httpUrl: 'https://node.example', minerUrl: 'https://miner.example', token: 'eyJhbGciOiJIUzI1NiJ9.eyJBbGxvdyI6' },
      { hasToken: false, hasMinerToken: false, hasHeaders: false },
    );
    expect(warnings.map(({ title, repair }) => [title, repair?.url])).toEqual([
      ['The token may be incomplete', undefined],
      ['HTTP URL has no path', 'https://node.example/rpc/v1'],
      ['Miner API URL has no path', 'https://miner.example/rpc/v0'],
    ]);
    expect(JSON.stringify(warnings)).not.toContain('eyJ');
  });

  it('derives name, version and WebSocket URL from the HTTP URL', () => {
    expect(guessFromHttpUrl('http://127.0.0.1:1234/rpc/v0')).toEqual({
      name: '127.0.0.1:1234',
      apiVersion: 'v0',
      wsUrl: 'ws://127.0.0.1:1234/rpc/v0',
    });
    expect(guessFromHttpUrl('https://node.example/')).toEqual({
      name: 'node.example',
      apiVersion: undefined,
      wsUrl: 'wss://node.example/',
    });
    expect(guessFromHttpUrl('nonsense')).toEqual({ name: undefined, apiVersion: undefined, wsUrl: undefined });
  });

  it('warns of an exposed token, a third party, a retired network and a URL without a path', () => {
    const none = { hasToken: false, hasMinerToken: false, hasHeaders: false };
    const titles = (fields: Partial<typeof EMPTY_CONNECTION>, stored = none) =>
      connectionWarnings({ ...FILLED, ...fields }, stored).map(({ title }) => title);
    expect(titles({})).toEqual([]);
    expect(titles({ httpUrl: 'http://10.0.0.7:1234/rpc/v1', token: 'x' })).toEqual(['Credentials would be sent unencrypted']);
    expect(titles({ httpUrl: 'http://10.0.0.7:1234/rpc/v1' }, { hasToken: true, hasMinerToken: false, hasHeaders: false })).toHaveLength(1);
    expect(
      titles({ httpUrl: 'http://10.0.0.7:1234/rpc/v1', isTokenRemoved: true }, { hasToken: true, hasMinerToken: false, hasHeaders: false }),
    ).toEqual([]);
    expect(titles({ wsUrl: 'ws://10.0.0.7:1234/rpc/v1', token: 'x' })).toHaveLength(1);
    expect(titles({ minerUrl: 'http://10.0.0.7:2345/rpc/v0', minerToken: 'x' })).toHaveLength(1);
    expect(titles({ httpUrl: 'http://127.0.0.1:1234/rpc/v1', token: 'x' })).toEqual([]);
    expect(titles({ httpUrl: 'https://node.example/' })).toEqual(['HTTP URL has no path']);
    expect(connectionWarnings({ ...FILLED, httpUrl: 'https://node.example/' }, none, true)).toEqual([]);
    for (const [id, title] of [
      ['mainnet-glif', 'Third party: Glif'],
      ['hyperspace', 'Retired network'],
    ] as const) {
      const preset = presetById(id);
      if (preset === undefined) throw new Error(`no preset ${id}`);
      expect(titles(fieldsOfPreset(preset))).toEqual([title]);
      expect(titles({ ...fieldsOfPreset(preset), httpUrl: 'http://127.0.0.1:1/rpc/v1' })).toEqual([]);
    }
  });

  it('tells a token in an address', () => {
    expect(tokenInUrl('https://node.example/rpc/v1?token=abc&x=1')).toEqual({ token: 'abc', url: 'https://node.example/rpc/v1?x=1' });
    expect(tokenInUrl('https://node.example/rpc/v1?x=1')).toBeUndefined();
  });

  it('says that the version and the address disagree, and that a port is none', () => {
    expect(connectionErrors({ ...FILLED, httpUrl: 'https://node.example/rpc/v0' }).apiVersion).toContain('/rpc/v0');
    expect(connectionErrors({ ...FILLED, httpUrl: 'http://node.example:99999/' }).httpUrl).toContain('65535');
  });
});
