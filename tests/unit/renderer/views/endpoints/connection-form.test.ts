import { describe, expect, it } from 'vitest';
import {
  connectionErrors,
  EMPTY_CONNECTION,
  guessFromHttpUrl,
  toConnectionDraft,
} from '../../../../../renderer/views/endpoints/connection-form.ts';

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
});
