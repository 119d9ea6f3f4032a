/** What is known in advance of the public networks (protocol.md 9). Everything else is learned from the node. */
import type { NetworkLetter } from './address.ts';

export interface NetworkUpgrade {
  readonly name: string;
  /** The last epoch that still runs the version before; the new one is in force after it. */
  readonly height: number;
  readonly version: number;
}

export interface Network {
  /** As StateNetworkName says it. */
  readonly name: string;
  readonly title: string;
  readonly letter: NetworkLetter;
  readonly genesisTimeMs: number;
  readonly blockDelaySeconds: number;
  readonly ethChainId: number;
  /** Upgrades since the actors became WebAssembly (network version 16), oldest first. */
  readonly upgrades: readonly NetworkUpgrade[];
}

const NAMES: readonly (readonly [name: string, version: number])[] = [
  ['Skyr', 16],
  ['Shark', 17],
  ['Hygge', 18],
  ['Lightning', 19],
  ['Thunder', 20],
  ['Watermelon', 21],
  ['Dragon', 22],
  ['Waffle', 23],
  ['Tuktuk', 24],
  ['Teep', 25],
  ['Tock', 26],
  ['GoldenWeek', 27],
  ['FireHorse', 28],
];

function upgradesAt(heights: readonly number[]): readonly NetworkUpgrade[] {
  return NAMES.flatMap(([name, version], index) => {
    const height = heights[index];
    return height === undefined ? [] : [{ name, height, version }];
  });
}

export const NETWORKS: readonly Network[] = [
  {
    name: 'mainnet',
    title: 'Mainnet',
    letter: 'f',
    genesisTimeMs: 1_598_306_400_000,
    blockDelaySeconds: 30,
    ethChainId: 314,
    upgrades: upgradesAt([
      1_960_320, 2_383_680, 2_683_348, 2_809_800, 2_870_280, 3_469_380, 3_855_360, 4_154_640, 4_461_240, 4_878_840, 5_138_040, 5_348_280,
      6_052_800,
    ]),
  },
  {
    name: 'calibrationnet',
    title: 'Calibration',
    letter: 't',
    genesisTimeMs: 1_667_326_380_000,
    blockDelaySeconds: 30,
    ethChainId: 314_159,
    upgrades: upgradesAt([
      510, 16_800, 322_354, 489_094, 492_214, 1_013_134, 1_427_974, 1_779_094, 2_078_794, 2_523_454, 2_543_614, 3_007_294, 3_694_534,
    ]),
  },
];

/** CID of the genesis block of mainnet: what a signature made under it is worth does not hang on a name. */
export const MAINNET_GENESIS_CID = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';

/** A public network by the name a node gives; undefined for development networks. */
export function networkByName(name: string): Network | undefined {
  return NETWORKS.find((network) => network.name === name);
}

/** f on mainnet, t on every other network, known or not. */
export function letterOfNetwork(name: string): NetworkLetter {
  return name === 'mainnet' ? 'f' : 't';
}

/** The network version in force at a height of a public network; undefined before version 16. */
export function networkVersionAt(network: Network, height: number): number | undefined {
  return network.upgrades.findLast((upgrade) => height > upgrade.height)?.version;
}
