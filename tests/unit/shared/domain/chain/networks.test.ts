import { expect, it } from 'vitest';
import { letterOfNetwork, NETWORKS, networkByName } from '../../../../../shared/domain/chain/networks.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

interface Published {
  readonly genesisTimestamp: number;
  readonly blockDelaySecs: number;
  readonly addressPrefix: string;
  readonly eip155ChainId: number;
  readonly upgrades: readonly { name: string; height: number; networkVersion: number }[];
}

const { networks } = readSharedJson<{ networks: Record<string, Published> }>('enums.json');
const solstice = readSharedJson<{ upgrade: Record<string, { upgradeHeight: number; time: string }> }>('nv29/solstice.json').upgrade;

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
    const { upgradeHeight = 0, time = '' } = solstice[name] ?? {};
    expect(network?.upgrades).toEqual([
      ...ran.map(({ name: upgrade, height, networkVersion }) => ({ name: upgrade, height, version: networkVersion })),
      { name: 'Solstice', height: upgradeHeight, version: 29 },
    ]);
    expect((network?.genesisTimeMs ?? 0) + upgradeHeight * 30_000).toBe(Date.parse(time));
    upgrades += ran.length + 1;
  }
  expect(NETWORKS.map(({ name }) => name)).toEqual(Object.keys(networks));
  checked(upgrades, 61, 'upgrades of two networks');
});

it('only mainnet writes f', () => {
  expect(['mainnet', 'calibrationnet', 'localnet-1'].map(letterOfNetwork)).toEqual(['f', 't', 't']);
  expect(networkByName('localnet-1')).toBeUndefined();
});
