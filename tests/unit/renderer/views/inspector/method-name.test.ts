import { describe, expect, it } from 'vitest';
import { batchWords, shortMethod } from '../../../../../renderer/views/inspector/method-name.ts';

describe('names of methods', () => {
  it('are told without their namespace', () => {
    expect(shortMethod('Filecoin.ChainHead')).toBe('ChainHead');
    expect(shortMethod('eth_blockNumber')).toBe('eth_blockNumber');
  });

  it('are counted in a batch, as far as they are known', () => {
    expect(batchWords('Filecoin.ChainHead, Filecoin.Version')).toBe('batch of 2: ChainHead, Version');
    expect(batchWords('Filecoin.ChainHead, Filecoin.Vers…')).toBe('batch of 2 or more: ChainHead, Vers…');
  });
});
