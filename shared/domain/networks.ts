/** What is known in advance of the public networks (Lotus build/buildconstants). Everything else is learned from the node. */
import type { NetworkLetter } from './address.ts';

/** One upgrade of a network. */
export interface NetworkUpgrade {
  /** As Lotus calls it. */
  readonly name: string;
  /** The last epoch that still runs the version before; the new one is in force after it. */
  readonly height: number;
  /** The network version that it brings; some upgrades only mend the one before and bring none. */
  readonly version: number;
}

/** What a node would say of a public network. */
export interface Network {
  /** As StateNetworkName says it. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly letter: NetworkLetter;
  /** Milliseconds since 1970 of epoch 0. */
  readonly genesisTimeMs: number;
  readonly blockDelaySeconds: number;
  /** Chain id of EIP-155. */
  readonly ethChainId: number;
  /** Every upgrade that ran or is scheduled, oldest first, of version 29 and before. */
  readonly upgrades: readonly NetworkUpgrade[];
}

/**
 * Every upgrade by name and version, and the height at which mainnet and calibration ran it (Lotus build/buildconstants
 * params_mainnet.go and params_calibnet.go). Undefined where a network did not: Lotus leaves out what has a negative height
 * (chain/consensus/filcns/upgrades.go DefaultUpgradeSchedule), so that calibration ran version 0 in its first 31 epochs.
 */
const UPGRADES: readonly (readonly [name: string, version: number, mainnet: number | undefined, calibration: number | undefined])[] = [
  ['Breeze', 1, 41_280, undefined],
  ['Smoke', 2, 51_000, undefined],
  ['Ignition', 3, 94_000, undefined],
  ['Refuel', 3, 130_800, undefined],
  ['Assembly', 4, 138_720, 30],
  ['Tape', 5, 140_760, 60],
  ['Liftoff', 5, 148_888, undefined],
  ['Kumquat', 6, 170_000, 90],
  ['Calico', 7, 265_200, 120],
  ['Persian', 8, 272_400, 240],
  ['Orange', 9, 336_458, 300],
  ['Trust', 10, 550_321, 330],
  ['Norwegian', 11, 665_280, 360],
  ['Turbo', 12, 712_320, 390],
  ['Hyperdrive', 13, 892_800, 420],
  ['Chocolate', 14, 1_231_620, 450],
  ['OhSnap', 15, 1_594_680, 480],
  ['Skyr', 16, 1_960_320, 510],
  ['Shark', 17, 2_383_680, 16_800],
  ['Hygge', 18, 2_683_348, 322_354],
  ['Lightning', 19, 2_809_800, 489_094],
  ['Thunder', 20, 2_870_280, 492_214],
  ['Watermelon', 21, 3_469_380, 1_013_134],
  ['WatermelonFix', 21, undefined, 1_070_494],
  ['WatermelonFix2', 21, undefined, 1_108_174],
  ['Dragon', 22, 3_855_360, 1_427_974],
  ['CalibrationDragonFix', 22, undefined, 1_493_854],
  ['Waffle', 23, 4_154_640, 1_779_094],
  ['Tuktuk', 24, 4_461_240, 2_078_794],
  ['Teep', 25, 4_878_840, 2_523_454],
  ['Tock', 26, 5_138_040, 2_543_614],
  ['TockFix', 26, undefined, 2_558_014],
  ['GoldenWeek', 27, 5_348_280, 3_007_294],
  ['FireHorse', 28, 6_052_800, 3_694_534],
  ['Solstice', 29, 6_470_279, 4_109_133],
];

function upgradesOf(column: 2 | 3): readonly NetworkUpgrade[] {
  return UPGRADES.flatMap((row) => {
    const height = row[column];
    return height === undefined ? [] : [{ name: row[0], height, version: row[1] }];
  });
}

/** The public networks. */
export const NETWORKS: readonly Network[] = [
  {
    name: 'mainnet',
    title: 'Mainnet',
    letter: 'f',
    genesisTimeMs: 1_598_306_400_000,
    blockDelaySeconds: 30,
    ethChainId: 314,
    upgrades: upgradesOf(2),
  },
  {
    name: 'calibrationnet',
    title: 'Calibration',
    letter: 't',
    genesisTimeMs: 1_667_326_380_000,
    blockDelaySeconds: 30,
    ethChainId: 314_159,
    upgrades: upgradesOf(3),
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

/** The network version that an upgrade brings, by its name in Lotus, which is the same on every network; undefined for others. */
export function upgradeVersion(name: string): number | undefined {
  return UPGRADES.find((row) => row[0] === name)?.[1];
}

/** CIDs of the first blocks of the public networks (chains' genesis documents; Forest's src/networks). */
const GENESIS_CIDS: Readonly<Record<string, string>> = {
  mainnet: MAINNET_GENESIS_CID,
  calibrationnet: 'bafy2bzacecyaggy24wol5ruvs6qm73gjibs2l2iyhcqmvi7r7a4ph7zx3yqd4',
};

/** The genesis block's CID of a public network by the name that a node gives; undefined for other networks. */
export function genesisCidOf(name: string): string | undefined {
  return Object.hasOwn(GENESIS_CIDS, name) ? GENESIS_CIDS[name] : undefined;
}

/** The name of the public network that begins with a block; undefined for other chains. */
export function networkByGenesis(cid: string): string | undefined {
  return Object.entries(GENESIS_CIDS).find(([, known]) => known === cid)?.[0];
}

/** What a network is called whose node tells no name: a public one by its name, any other after the end of its genesis block's CID. */
export function nameByGenesis(cid: string): string {
  return networkByGenesis(cid) ?? `genesis-${cid.slice(-8)}`;
}
