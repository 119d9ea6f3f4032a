import { describe, expect, it } from 'vitest';
import { freezeWords } from '../../../../../renderer/lib/freeze-words.ts';
import { builtInKnowledge, NO_VERSION_KNOWLEDGE } from '../../../../../shared/domain/chain/network-version.ts';
import { dataCapFreezeAt, isDataCapFrozen } from '../../../../../shared/domain/deals/datacap-freeze.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

describe('the freeze of DataCap', () => {
  it.each(['mainnet', 'calibrationnet'])('begins on %s with the first epoch of network version 29', (network) => {
    const { upgrade } = readSharedJson<{ upgrade: Record<string, { upgradeHeight: number }> }>('nv29/solstice.json');
    const height = upgrade[network]?.upgradeHeight ?? 0;
    const knowledge = builtInKnowledge(network);
    expect(dataCapFreezeAt(knowledge, height)).toBeUndefined();
    expect(dataCapFreezeAt(knowledge, height + 1)).toEqual({ sinceEpoch: height + 1 });
  });

  it('is known without its epoch where only the version is', () => {
    const knowledge = { ...NO_VERSION_KNOWLEDGE, ranges: [{ version: 29, from: 0, to: 10 }] };
    expect(dataCapFreezeAt(knowledge, 5)).toEqual({ sinceEpoch: undefined });
    expect(dataCapFreezeAt(NO_VERSION_KNOWLEDGE, 5)).toBeUndefined();
    expect([undefined, 28, 29, 30].map(isDataCapFrozen)).toEqual([false, false, true, true]);
    expect(freezeWords({ sinceEpoch: 6_470_280 })).toBe('Frozen since epoch 6,470,280 (FIP-0118)');
  });
});
