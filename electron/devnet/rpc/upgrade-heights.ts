import { type NetworkRules, UPGRADED_FROM_START } from '../upgrade/network-rules.ts';

/** Every upgrade before the one that this chain can cross, oldest first, as Lotus calls them. */
const EARLIER = [
  ...['Breeze', 'Smoke', 'Ignition', 'Refuel', 'Assembly', 'Tape', 'Liftoff', 'Kumquat', 'Calico', 'Persian', 'Orange', 'Claus'],
  ...['Trust', 'Norwegian', 'Turbo', 'Hyperdrive', 'Chocolate', 'OhSnap', 'Skyr', 'Shark', 'Hygge', 'Lightning', 'Thunder'],
  ...['Watermelon', 'Dragon', 'Phoenix', 'Waffle', 'Tuktuk', 'Teep', 'Tock', 'GoldenWeek', 'FireHorse'],
];
/** Of an upgrade that is prepared and has no date (Lotus v1.37 build/buildconstants). */
const NOT_SCHEDULED = 999_999_999_999_999;

/**
 * ForkUpgradeParams of StateGetNetworkParams (Lotus v1.37 api.ForkUpgradeParams): what this network never had to cross has a height of its
 * own before the first epoch, as on Lotus's network of 2 KiB.
 */
export function upgradeHeights({ upgradeEpoch }: NetworkRules): Record<string, number> {
  const earlier = EARLIER.map((name, index) => [`Upgrade${name}Height`, -1 - index] as const);
  const solstice = upgradeEpoch === UPGRADED_FROM_START ? -1 - EARLIER.length : upgradeEpoch;
  return {
    ...Object.fromEntries(earlier),
    BreezeGasTampingDuration: 0,
    UpgradeSolsticeHeight: solstice,
    UpgradeXxHeight: NOT_SCHEDULED,
  };
}
