import { expect, it } from 'vitest';
import { letterOfNetwork, NETWORKS, networkByName, networkVersionAt } from '../../../../shared/domain/networks.ts';
import { checked } from '../../../builders/checked.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

interface Published {
  readonly genesisTimestamp: number;
  readonly blockDelaySecs: number;
  readonly addressPrefix: string;
  readonly eip155ChainId: number;
  readonly upgrades: readonly { name: string; height: number; networkVersion: number }[];
}

const { networks } = readSharedJson<{ networks: Record<string, Published> }>('enums.json');

it('public networks have the published parameters and every upgrade that ran', () => {
  let upgrades = 0;
  for (const [name, published] of Object.entries(networks)) {
    const network = networkByName(name);
    expect(network).toMatchObject({
      letter: published.addressPrefix,
      genesisTimeMs: published.genesisTimestamp * 1000,
      blockDelaySeconds: published.blockDelaySecs,
      ethChainId: published.eip155ChainId,
    });
    // Negative heights were left out by the network, Xx is the place-holder of the upgrade to come.
    const ran = published.upgrades.filter((upgrade) => upgrade.height >= 0 && upgrade.name !== 'Xx');
    expect(network?.upgrades).toEqual(
      ran.map(({ name: upgrade, height, networkVersion }) => ({ name: upgrade, height, version: networkVersion })),
    );
    upgrades += ran.length;
  }
  expect(NETWORKS.map(({ name }) => name)).toEqual(Object.keys(networks));
  checked(upgrades, 59, 'upgrades of two networks');
});

it('the version at any height is that of the last upgrade below it', () => {
  let heights = 0;
  for (const network of NETWORKS) {
    expect(networkVersionAt(network, 0)).toBe(0);
    let before = 0;
    for (const { height, version } of network.upgrades) {
      expect(networkVersionAt(network, height)).toBe(before);
      expect(networkVersionAt(network, height + 1)).toBe(version);
      expect(version).toBeGreaterThanOrEqual(before);
      before = version;
      heights += 2;
    }
    expect(networkVersionAt(network, Number.MAX_SAFE_INTEGER)).toBe(28);
  }
  checked(heights, 118, 'heights beside an upgrade');
});

it('only mainnet writes f', () => {
  expect(['mainnet', 'calibrationnet', 'localnet-1'].map(letterOfNetwork)).toEqual(['f', 't', 't']);
  expect(networkByName('localnet-1')).toBeUndefined();
});
