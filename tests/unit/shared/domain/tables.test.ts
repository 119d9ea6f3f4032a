import { describe, expect, it } from 'vitest';
import { formatBytes } from '../../../../shared/domain/byte-size.ts';
import { deadlineWindow, EPOCHS, nextDeadlineWindow } from '../../../../shared/domain/epoch.ts';
import { letterOfNetwork, networkByName, networkVersionAt } from '../../../../shared/domain/networks.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

interface Enums {
  networks: Record<
    string,
    {
      genesisTimestamp: number;
      blockDelaySecs: number;
      addressPrefix: string;
      eip155ChainId: number;
      upgrades: { name: string; height: number; networkVersion: number }[];
    }
  >;
}
const enums = readSharedJson<Enums>('enums.json');

describe('networks', () => {
  it('agree with the published parameters', () => {
    for (const [name, published] of Object.entries(enums.networks)) {
      const network = networkByName(name);
      expect(network).toMatchObject({
        letter: published.addressPrefix,
        genesisTimeMs: published.genesisTimestamp * 1000,
        blockDelaySeconds: published.blockDelaySecs,
        ethChainId: published.eip155ChainId,
      });
      for (const upgrade of network?.upgrades ?? []) {
        const found = published.upgrades.find((candidate) => candidate.name === upgrade.name);
        expect([found?.height, found?.networkVersion], `${name} ${upgrade.name}`).toEqual([upgrade.height, upgrade.version]);
      }
      expect(network?.upgrades).toHaveLength(13);
    }
  });

  it('run an upgrade’s version only after its height', () => {
    const mainnet = networkByName('mainnet');
    if (mainnet === undefined) throw new Error('mainnet is known');
    expect(networkVersionAt(mainnet, 6_052_800)).toBe(27);
    expect(networkVersionAt(mainnet, 6_052_801)).toBe(28);
    expect(networkVersionAt(mainnet, 100)).toBeUndefined();
    expect([letterOfNetwork('mainnet'), letterOfNetwork('calibrationnet'), letterOfNetwork('localnet-1')]).toEqual(['f', 't', 't']);
  });
});

describe('deadlines', () => {
  it('agree with what nodes printed', () => {
    const { samples } = readSharedJson<{ samples: { info: Record<string, number> }[] }>('miners/proving-deadline-info.json');
    expect(samples).toHaveLength(5);
    for (const { info } of samples) {
      const window = deadlineWindow(info.PeriodStart ?? 0, info.Index ?? 0);
      expect(window).toEqual({
        index: info.Index,
        open: info.Open,
        close: info.Close,
        challenge: info.Challenge,
        faultCutoff: info.FaultCutoff,
      });
    }
  });

  it('come round every proving period', () => {
    expect(nextDeadlineWindow(1000, 2, 1000)).toEqual(deadlineWindow(1000, 2));
    expect(nextDeadlineWindow(1000, 2, 1179)).toEqual(deadlineWindow(1000, 2));
    expect(nextDeadlineWindow(1000, 2, 1180)).toEqual(deadlineWindow(1000 + EPOCHS.provingPeriod, 2));
    expect(nextDeadlineWindow(1000, 0, 1060 + 5 * EPOCHS.provingPeriod)).toEqual(deadlineWindow(1000 + 6 * EPOCHS.provingPeriod, 0));
  });
});

describe('sizes', () => {
  it('agree with Lotus below its rounding', () => {
    const { size } = readSharedJson<{ size: { bytes: string; text: string }[] }>('amounts.json');
    const exact = size.filter(({ text }) => !text.includes('e+'));
    expect(exact).toHaveLength(4);
    for (const { bytes, text } of exact) expect(formatBytes(bytes)).toBe(text);
  });

  it.each([
    [34_359_738_368, '32 GiB'],
    [2n ** 60n * 3n + 2n ** 59n, '3.5 EiB'],
    [1023, '1023 B'],
    [2n ** 40n - 1n, '1023.99 GiB'],
    [-1536, '-1.5 KiB'],
    ['0', '0 B'],
  ])('%s is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
