/** Parameters of the public networks (Lotus build/buildconstants). Everything else is read from the node. */
import type { NetworkLetter } from '../addresses/address.ts';

/** One upgrade of a network. */
export interface NetworkUpgrade {
  /** Name in Lotus. */
  readonly name: string;
  /** Last epoch of the previous version. */
  readonly height: number;
  /** The network version that it introduces; some upgrades only fix the previous one and have none. */
  readonly version: number;
}

/** A public network. */
export interface Network {
  /** As returned by StateNetworkName. */
  readonly name: string;
  /** Display name. */
  readonly title: string;
  readonly letter: NetworkLetter;
  /** Time of epoch 0, in milliseconds since 1970. */
  readonly genesisTimeMs: number;
  readonly blockDelaySeconds: number;
  /** EIP-155 chain ID. */
  readonly ethChainId: number;
  /** All past and scheduled upgrades up to version 29, oldest first. */
  readonly upgrades: readonly NetworkUpgrade[];
}

/**
 * Upgrades by name and version, with their heights on mainnet and calibration (Lotus build/buildconstants
 * params_mainnet.go and params_calibnet.go). Undefined if a network did not run it: Lotus skips negative heights
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

/** CID of the mainnet genesis block, which identifies mainnet independently of a network name. */
export const MAINNET_GENESIS_CID = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';

/** Find a public network by network name; undefined for development networks. */
export function networkByName(name: string): Network | undefined {
  return NETWORKS.find((network) => network.name === name);
}

/** f on mainnet, t on every other network. */
export function letterOfNetwork(name: string): NetworkLetter {
  return name === 'mainnet' ? 'f' : 't';
}

/** Return the network version of an upgrade, by its name in Lotus; undefined if unknown. */
export function upgradeVersion(name: string): number | undefined {
  return UPGRADES.find((row) => row[0] === name)?.[1];
}

/** CIDs of the genesis blocks of the public networks (genesis documents; Forest's src/networks). */
const GENESIS_CIDS: Readonly<Record<string, string>> = {
  mainnet: MAINNET_GENESIS_CID,
  calibrationnet: 'bafy2bzacecyaggy24wol5ruvs6qm73gjibs2l2iyhcqmvi7r7a4ph7zx3yqd4',
};

/** Return the genesis CID of a public network by network name; undefined for other networks. */
export function genesisCidOf(name: string): string | undefined {
  return Object.hasOwn(GENESIS_CIDS, name) ? GENESIS_CIDS[name] : undefined;
}

/** Return the name of the public network with this genesis; undefined for other chains. */
export function networkByGenesis(cid: string): string | undefined {
  return Object.entries(GENESIS_CIDS).find(([, known]) => known === cid)?.[0];
}

/** Name a network from its genesis alone: a public network by its name, any other by the end of its genesis CID. */
export function nameByGenesis(cid: string): string {
  return networkByGenesis(cid) ?? `genesis-${cid.slice(-8)}`;
}
