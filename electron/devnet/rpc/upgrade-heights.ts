import { type NetworkRules, UPGRADED_FROM_START } from '../upgrade/network-rules.ts';

/** Names in Lotus of all upgrades before the one on this chain, oldest first. */
const EARLIER = [
  ...['Breeze', 'Smoke', 'Ignition', 'Refuel', 'Assembly', 'Tape', 'Liftoff', 'Kumquat', 'Calico', 'Persian', 'Orange', 'Claus'],
  ...['Trust', 'Norwegian', 'Turbo', 'Hyperdrive', 'Chocolate', 'OhSnap', 'Skyr', 'Shark', 'Hygge', 'Lightning', 'Thunder'],
  ...['Watermelon', 'Dragon', 'Phoenix', 'Waffle', 'Tuktuk', 'Teep', 'Tock', 'GoldenWeek', 'FireHorse'],
];
/** Height of an unscheduled upgrade (Lotus v1.37 build/buildconstants). */
const NOT_SCHEDULED = 999_999_999_999_999;

/**
 * ForkUpgradeParams of StateGetNetworkParams (Lotus v1.37 api.ForkUpgradeParams): upgrades before genesis have distinct negative
 * heights, as on Lotus' 2k network.
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
