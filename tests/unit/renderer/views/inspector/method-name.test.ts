import { describe, expect, it } from 'vitest';
import { methodWords, shortMethod } from '../../../../../renderer/views/inspector/method-name.ts';

describe('names of methods', () => {
  it('are told without their namespace', () => {
    expect(shortMethod('Filecoin.ChainHead')).toBe('ChainHead');
    expect(shortMethod('eth_blockNumber')).toBe('eth_blockNumber');
  });

  it('stay whole where they are no method: what happened to a connection', () => {
    expect(methodWords({ kind: 'event', method: 'socket. closed' })).toBe('socket. closed');
    expect(methodWords({ kind: 'frame', method: 'Filecoin.ChainNotify' })).toBe('ChainNotify');
  });

  it('are counted in a batch, as far as they are known', () => {
    expect(methodWords({ kind: 'batch', method: 'Filecoin.ChainHead, Filecoin.Version' })).toBe('batch of 2: ChainHead, Version');
    expect(methodWords({ kind: 'batch', method: 'Filecoin.ChainHead, Filecoin.Vers…' })).toBe('batch of 2 or more: ChainHead, Vers…');
  });
});
