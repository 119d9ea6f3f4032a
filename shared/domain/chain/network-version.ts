/**
 * The network version at a height, and whether it is exact.
 *
 * Three sources, in this order: versions that the node returned for a tipset, the node's upgrade schedule, the upgrades known to this
 * release. Beyond the last of them the version is a minimum.
 */
import { defined } from '../../collections/defined.ts';
import { actorsVersionOf, LAST_NETWORK_VERSION } from '../methods/actor-type.ts';
import { networkByName, upgradeVersion } from './networks.ts';

/** An upgrade of a chain. */
export interface ScheduledUpgrade {
  /** Name in Lotus, without `Upgrade` and `Height`. */
  readonly name: string;
  /** Last epoch of the previous version. */
  readonly height: number;
  /** Undefined for an upgrade unknown to this release. */
  readonly version?: number | undefined;
}

/** A version that a node returned at the heights `from` and `to`, and therefore also applies between them. */
export interface VersionRange {
  readonly version: number;
  readonly from: number;
  readonly to: number;
}

/** Known network versions of a chain. */
export interface VersionKnowledge {
  /** Ascending, without overlaps. */
  readonly ranges: readonly VersionRange[];
  /** Ascending by height: those of the node and those known to this release. */
  readonly upgrades: readonly ScheduledUpgrade[];
  /** Whether the node returned its schedule. If so, unlisted upgrades do not happen on this chain. */
  readonly hasNodeSchedule: boolean;
  /** Version before the first upgrade; undefined for unknown networks. */
  readonly startVersion?: number | undefined;
}

/** The network version at a height. */
export interface NetworkVersion {
  /** The version; if not exact, the minimum. */
  readonly version: number;
  readonly isExact: boolean;
  /** `node`: returned for this tipset, or for one with no upgrade in between; `schedule`: from upgrade heights. */
  readonly source: 'node' | 'schedule';
  /** An unknown upgrade before this height, after which the node returned no version. */
  readonly unknownUpgrade?: string | undefined;
}

/** Nothing known about a chain. */
export const NO_VERSION_KNOWLEDGE: VersionKnowledge = { ranges: [], upgrades: [], hasNodeSchedule: false };

/** More than the versions of any chain. */
const MAX_RANGES = 100;
/** Lotus uses 9999999999, later 999999999999999, for an unscheduled upgrade. */
const NOT_SCHEDULED = 9_999_999_999;
/** Keys of ForkUpgradeParams without a new network version (Lotus build/buildconstants): a base fee rule, a change of drand network. */
const WITHOUT_VERSION: ReadonlySet<string> = new Set(['Claus', 'Phoenix']);
const UPGRADE_KEY = /^Upgrade(.+)Height$/;

/** Return the upgrade name of a ForkUpgradeParams height key; undefined for other keys, such as durations. */
export function upgradeOfKey(key: string): string | undefined {
  return UPGRADE_KEY.exec(key)?.[1];
}

/** Whether an upgrade height is scheduled; nodes also list unscheduled upgrades. */
export function isScheduled(height: number): boolean {
  return height < NOT_SCHEDULED;
}

/**
 * Return the upgrades of a network, oldest first: known ones merged with the node's `StateGetNetworkParams.ForkUpgradeParams`. Keys
 * match by name, else by the height of a known upgrade; the node's height wins, because the node runs the upgrade. Upgrades that match
 * neither have no version. Negative and unscheduled heights are left out.
 *
 * @param networkName as returned by StateNetworkName
 * @param forkParams by key, such as `UpgradeSolsticeHeight`; undefined if the node returned none
 */
export function scheduleOf(networkName: string, forkParams: Readonly<Record<string, number>> = {}): readonly ScheduledUpgrade[] {
  const known = networkByName(networkName)?.upgrades ?? [];
  const given = Object.entries(forkParams).flatMap(([key, height]): ScheduledUpgrade[] => {
    const name = upgradeOfKey(key);
    if (name === undefined || WITHOUT_VERSION.has(name) || height < 0 || !isScheduled(height)) return [];
    const version = upgradeVersion(name);
    if (version === undefined && known.some((upgrade) => upgrade.height === height)) return [];
    return [{ name, height, ...defined({ version }) }];
  });
  const names = new Set(given.map(({ name }) => name));
  return [...known.filter(({ name }) => !names.has(name)), ...given].toSorted((left, right) => left.height - right.height);
}

/** An upgrade whose height differs between node and release. */
export interface UpgradeDifference {
  readonly name: string;
  /** Undefined if the upgrade is unknown to this release, or not on this network. */
  readonly knownHeight?: number | undefined;
  /** Undefined if the node has not scheduled the upgrade. */
  readonly height?: number | undefined;
}

/**
 * Return the upgrades in a node's `ForkUpgradeParams` that this release does not know or has at another height, ordered by the node's
 * heights. Upgrades that the node omits are not differences: nodes omit those without a new version.
 */
export function differencesOf(networkName: string, forkParams: Readonly<Record<string, number>>): readonly UpgradeDifference[] {
  const network = networkByName(networkName);
  return Object.entries(forkParams)
    .toSorted(([, left], [, right]) => left - right)
    .flatMap(([key, height]): UpgradeDifference[] => {
      const name = upgradeOfKey(key);
      if (name === undefined || WITHOUT_VERSION.has(name)) return [];
      const knownHeight = network?.upgrades.find((upgrade) => upgrade.name === name)?.height;
      const isAhead = height >= 0 && isScheduled(height);
      if (isAhead && knownHeight === undefined) {
        // On unknown networks, match upgrades by name only.
        return network === undefined && upgradeVersion(name) !== undefined ? [] : [{ name, height }];
      }
      if (knownHeight === undefined || knownHeight === height) return [];
      return [{ name, knownHeight, ...(isAhead ? { height } : {}) }];
    });
}

/**
 * Add a version that a node returned for a tipset to the ranges. Versions only increase with height: ranges that contradict the newest
 * response are dropped (a repaired node, a reorg). The number of ranges is limited; the oldest are dropped.
 */
export function withVersion(ranges: readonly VersionRange[], version: number, height: number): readonly VersionRange[] {
  const kept = ranges.filter((range) =>
    range.version === version ? true : range.version < version ? range.to < height : range.from > height,
  );
  const same = kept.filter((range) => range.version === version);
  const joined = {
    version,
    from: Math.min(height, ...same.map(({ from }) => from)),
    to: Math.max(height, ...same.map(({ to }) => to)),
  };
  return [...kept.filter((range) => range.version !== version), joined]
    .toSorted((left, right) => left.from - right.from)
    .slice(-MAX_RANGES);
}

/** Return what is known without a node. */
export function builtInKnowledge(networkName: string): VersionKnowledge {
  const startVersion = networkByName(networkName) === undefined ? {} : { startVersion: 0 };
  return { ...NO_VERSION_KNOWLEDGE, upgrades: scheduleOf(networkName), ...startVersion };
}

/** Return the network version at a height; undefined if neither the node nor a schedule has one. */
export function versionAt(knowledge: VersionKnowledge, height: number): NetworkVersion | undefined {
  const { ranges, upgrades, hasNodeSchedule } = knowledge;
  const range = ranges.find(({ from, to }) => from <= height && height <= to);
  if (range !== undefined) return { version: range.version, isExact: true, source: 'node' };
  const isQuiet = (from: number, to: number): boolean => !upgrades.some((upgrade) => from <= upgrade.height && upgrade.height < to);
  const below = ranges.findLast(({ to }) => to < height);
  const isBelowQuiet = below !== undefined && isQuiet(below.to, height);
  const above = ranges.find(({ from }) => from > height);
  if (hasNodeSchedule && isBelowQuiet) return { version: below.version, isExact: true, source: 'node' };
  if (hasNodeSchedule && above !== undefined && isQuiet(height, above.from)) {
    return { version: above.version, isExact: true, source: 'node' };
  }
  const { version, unknown, isFollowed } = bySchedule(knowledge, height);
  // The node's version after the upgrade wins: a node that missed an upgrade still runs the previous version.
  if (isBelowQuiet) return { version: below.version, isExact: isFollowed && below.version === version, source: 'node' };
  if (version === undefined && below === undefined) return undefined;
  return {
    version: Math.max(version ?? 0, below?.version ?? 0),
    isExact: version !== undefined && isFollowed && unknown === undefined,
    source: 'schedule',
    ...defined({ unknownUpgrade: unknown?.name }),
  };
}

/** From upgrades only: the version of the last known one, an unknown one after it, and whether another follows. */
function bySchedule({ upgrades, startVersion }: VersionKnowledge, height: number) {
  const passed = upgrades.filter((upgrade) => upgrade.height < height);
  const last = passed.findLastIndex((upgrade) => upgrade.version !== undefined);
  return { version: passed[last]?.version ?? startVersion, unknown: passed[last + 1], isFollowed: upgrades.length > passed.length };
}

/** Return the first upgrade at or after a height; undefined if none is scheduled. */
export function nextUpgrade({ upgrades }: VersionKnowledge, height: number): ScheduledUpgrade | undefined {
  return upgrades.find((upgrade) => upgrade.height >= height);
}

/** Whether this release supports a network version: its actors, methods and layouts are known. */
export function isVerifiedVersion(version: number): boolean {
  return actorsVersionOf(version) !== undefined;
}

/** Whether the version is exact and supported: only then can a message be certain to fail. */
export function hasKnownRules(at: NetworkVersion | undefined): boolean {
  return at?.isExact === true && unverifiedMark(at) === undefined;
}

/** Format a version: "29", "29 or later". */
export function formatNetworkVersion({ version, isExact }: Pick<NetworkVersion, 'version' | 'isExact'>): string {
  return isExact ? String(version) : `${version} or later`;
}

/**
 * Return a note for data that depends on unsupported rules: "not verified for version 30". Undefined if the version is supported
 * or unknown.
 */
export function unverifiedMark(at: NetworkVersion | undefined): string | undefined {
  if (at === undefined) return undefined;
  if (!isVerifiedVersion(at.version)) return `not verified for version ${formatNetworkVersion(at)}`;
  return at.unknownUpgrade === undefined ? undefined : `not verified after upgrade ${at.unknownUpgrade}`;
}

/** Return a warning for calls of built-in methods at an unsupported network version; undefined if it is supported. */
export function unverifiedSentence(at: NetworkVersion | undefined): string | undefined {
  if (at === undefined || unverifiedMark(at) === undefined) return undefined;
  const runs =
    at.unknownUpgrade === undefined
      ? `This network runs version ${formatNetworkVersion(at)}`
      : `This network passed the upgrade ${at.unknownUpgrade}, which is unknown to this release`;
  return `${runs}; Sextant supports versions up to ${LAST_NETWORK_VERSION}.`;
}
