import { describe, expect, it } from 'vitest';
import {
  connectionErrors,
  connectionWarnings,
  EMPTY_CONNECTION,
  fieldsOfPreset,
  guessFromHttpUrl,
  toConnectionDraft,
  tokenInAddress,
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
    expect(connectionErrors({ ...FILLED, httpUrl: 'https://user:pass@node.example/' }).httpUrl).toContain('token');
    expect(connectionErrors({ ...FILLED, httpUrl: '127.0.0.1' }).httpUrl).toContain('complete');
  });

  it('reads name, version and WebSocket address from the HTTP address', () => {
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

  it('warns of what may be meant so: an exposed token, a third party, a retired network, an address without a path', () => {
    const none = { hasToken: false, hasMinerToken: false };
    const titles = (fields: Partial<typeof EMPTY_CONNECTION>, stored = none) =>
      connectionWarnings({ ...FILLED, ...fields }, stored).map(({ title }) => title);
    expect(titles({})).toEqual([]);
    expect(titles({ httpUrl: 'http://10.0.0.7:1234/rpc/v1', token: 'x' })).toEqual(['The token would travel unencrypted']);
    expect(titles({ httpUrl: 'http://10.0.0.7:1234/rpc/v1' }, { hasToken: true, hasMinerToken: false })).toHaveLength(1);
    expect(titles({ httpUrl: 'http://10.0.0.7:1234/rpc/v1', isTokenRemoved: true }, { hasToken: true, hasMinerToken: false })).toEqual([]);
    expect(titles({ wsUrl: 'ws://10.0.0.7:1234/rpc/v1', token: 'x' })).toHaveLength(1);
    expect(titles({ minerUrl: 'http://10.0.0.7:2345/rpc/v0', minerToken: 'x' })).toHaveLength(1);
    expect(titles({ httpUrl: 'http://127.0.0.1:1234/rpc/v1', token: 'x' })).toEqual([]);
    expect(titles({ httpUrl: 'https://node.example/' })).toEqual(['The address has no path']);
    for (const [id, title] of [
      ['mainnet-glif', 'Third party: Glif'],
      ['hyperspace', 'This network is retired'],
    ] as const) {
      const preset = presetById(id);
      if (preset === undefined) throw new Error(`no preset ${id}`);
      expect(titles(fieldsOfPreset(preset))).toEqual([title]);
      expect(titles({ ...fieldsOfPreset(preset), httpUrl: 'http://127.0.0.1:1/rpc/v1' })).toEqual([]);
    }
  });

  it('tells a token in an address', () => {
    expect(tokenInAddress('https://node.example/rpc/v1?token=abc&x=1')).toEqual({ token: 'abc', url: 'https://node.example/rpc/v1?x=1' });
    expect(tokenInAddress('https://node.example/rpc/v1?x=1')).toBeUndefined();
  });

  it('says that the version and the address disagree, and that a port is none', () => {
    expect(connectionErrors({ ...FILLED, httpUrl: 'https://node.example/rpc/v0' }).apiVersion).toContain('/rpc/v0');
    expect(connectionErrors({ ...FILLED, httpUrl: 'http://node.example:99999/' }).httpUrl).toContain('65535');
  });
});
