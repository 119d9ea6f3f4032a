/**
 * Which network version is in force at a height, and how sure that is.
 *
 * Three sources, in this order: versions that the node gave for a tipset, the schedule of upgrades that the node gave, the upgrades
 * known here. Beyond the last of them the answer is "at least this version", never a bare number.
 */
import { actorsVersionOf, LAST_NETWORK_VERSION } from './actor-type.ts';
import { networkByName, upgradeVersion } from './networks.ts';

/** An upgrade of a chain. */
export interface ScheduledUpgrade {
  /** As Lotus calls it, without `Upgrade` and `Height`. */
  readonly name: string;
  /** The last epoch that still runs the version before. */
  readonly height: number;
  /** Undefined for an upgrade that this release does not know. */
  readonly version?: number | undefined;
}

/** A version that a node gave at the heights `from` and `to`, and that therefore holds between them. */
export interface VersionRange {
  readonly version: number;
  readonly from: number;
  readonly to: number;
}

/** What is known of the versions of one chain. */
export interface VersionKnowledge {
  /** Ascending, without overlaps. */
  readonly ranges: readonly VersionRange[];
  /** Ascending by height: those of the node and those known here. */
  readonly upgrades: readonly ScheduledUpgrade[];
  /** Whether the node gave its schedule: only then an upgrade that is not listed does not happen on this chain. */
  readonly hasNodeSchedule: boolean;
  /** The version before the first upgrade; undefined for networks that are not known here. */
  readonly startVersion?: number | undefined;
}

/** The network version at a height. */
export interface NetworkVersion {
  /** The version, or where it is not exact the lowest that it can be. */
  readonly version: number;
  readonly isExact: boolean;
  /** `node`: an answer for this tipset, or for one with no upgrade between; `schedule`: from the heights of upgrades. */
  readonly source: 'node' | 'schedule';
  /** An upgrade before this height that this release does not know, and after which the node gave no version. */
  readonly unknownUpgrade?: string | undefined;
}

/** Nothing is known of a chain. */
export const NO_VERSION_KNOWLEDGE: VersionKnowledge = { ranges: [], upgrades: [], hasNodeSchedule: false };

/** More than any chain has versions. */
const MAX_RANGES = 100;
/** Lotus writes 9999999999, later 999999999999999, for an upgrade that is not scheduled. */
const NOT_SCHEDULED = 9_999_999_999;
/** Keys of ForkUpgradeParams that bring no version (Lotus build/buildconstants): a rule of the base fee, a change of the drand network. */
const WITHOUT_VERSION: ReadonlySet<string> = new Set(['Claus', 'Phoenix']);
const UPGRADE_KEY = /^Upgrade(.+)Height$/;

/** The upgrade that a key of ForkUpgradeParams gives the height of; undefined for other keys, such as that of a duration. */
export function upgradeOfKey(key: string): string | undefined {
  return UPGRADE_KEY.exec(key)?.[1];
}

/** Whether an upgrade with this height has a date; a node lists those that are prepared too. */
export function isScheduled(height: number): boolean {
  return height < NOT_SCHEDULED;
}

/**
 * The upgrades of a network, oldest first: those known here, with what a node gave in `StateGetNetworkParams.ForkUpgradeParams`. A key is
 * matched by name, else by the height of an upgrade known here; the node's height counts, because it is the node that runs the upgrade.
 * What matches neither has no version. Negative heights and those that mean "not scheduled" are left out.
 *
 * @param networkName as StateNetworkName gives it
 * @param forkParams by key, such as `UpgradeSolsticeHeight`; undefined where the node gave none
 */
export function scheduleOf(networkName: string, forkParams: Readonly<Record<string, number>> = {}): readonly ScheduledUpgrade[] {
  const known = networkByName(networkName)?.upgrades ?? [];
  const given = Object.entries(forkParams).flatMap(([key, height]): ScheduledUpgrade[] => {
    const name = upgradeOfKey(key);
    if (name === undefined || WITHOUT_VERSION.has(name) || height < 0 || !isScheduled(height)) return [];
    const version = upgradeVersion(name);
    if (version === undefined && known.some((upgrade) => upgrade.height === height)) return [];
    return [{ name, height, ...(version === undefined ? {} : { version }) }];
  });
  const names = new Set(given.map(({ name }) => name));
  return [...known.filter(({ name }) => !names.has(name)), ...given].toSorted((left, right) => left.height - right.height);
}

/** An upgrade of which a node says something else than this release. */
export interface UpgradeDifference {
  readonly name: string;
  /** Undefined where the upgrade is not known here, or not on this network. */
  readonly knownHeight?: number | undefined;
  /** Undefined where the node has not scheduled the upgrade. */
  readonly height?: number | undefined;
}

/**
 * What a node's `ForkUpgradeParams` have and this release lacks, or has at another height; in the order of the node's heights. Upgrades
 * that the node leaves out are no difference: nodes leave out those that brought no version.
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
        // On networks that are not known here, an upgrade is known by its name alone.
        return network === undefined && upgradeVersion(name) !== undefined ? [] : [{ name, height }];
      }
      if (knownHeight === undefined || knownHeight === height) return [];
      return [{ name, knownHeight, ...(isAhead ? { height } : {}) }];
    });
}

/**
 * The ranges with a version that a node gave for a tipset. Versions only grow with the height: ranges that the newest answer contradicts
 * are dropped, since a node that was repaired or a reorg answers anew. A node may give any amount of versions: the oldest are dropped.
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

/** What is known before a node is asked. */
export function builtInKnowledge(networkName: string): VersionKnowledge {
  const startVersion = networkByName(networkName) === undefined ? {} : { startVersion: 0 };
  return { ...NO_VERSION_KNOWLEDGE, upgrades: scheduleOf(networkName), ...startVersion };
}

/** The network version at a height; undefined where neither the node nor a schedule gives any. */
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
  // The node's answer after the upgrade counts for more: a node that missed an upgrade runs the version before.
  if (isBelowQuiet) return { version: below.version, isExact: isFollowed && below.version === version, source: 'node' };
  if (version === undefined && below === undefined) return undefined;
  return {
    version: Math.max(version ?? 0, below?.version ?? 0),
    isExact: version !== undefined && isFollowed && unknown === undefined,
    source: 'schedule',
    ...(unknown === undefined ? {} : { unknownUpgrade: unknown.name }),
  };
}

/** The upgrades alone: the version of the last known one, what came after it, and whether another one is known to follow. */
function bySchedule({ upgrades, startVersion }: VersionKnowledge, height: number) {
  const passed = upgrades.filter((upgrade) => upgrade.height < height);
  const last = passed.findLastIndex((upgrade) => upgrade.version !== undefined);
  return { version: passed[last]?.version ?? startVersion, unknown: passed[last + 1], isFollowed: upgrades.length > passed.length };
}

/** The first upgrade at or after a height; undefined where none is scheduled. */
export function nextUpgrade({ upgrades }: VersionKnowledge, height: number): ScheduledUpgrade | undefined {
  return upgrades.find((upgrade) => upgrade.height >= height);
}

/** Whether this release was checked for a network version: its actors, methods and layouts are known here. */
export function isVerifiedVersion(version: number): boolean {
  return actorsVersionOf(version) !== undefined;
}

/** Whether the version is exact and its rules are known here: only then a message can be certain to fail. */
export function hasKnownRules(at: NetworkVersion | undefined): boolean {
  return at?.isExact === true && unverifiedMark(at) === undefined;
}

/** The version for people: "29", "29 or later". */
export function formatNetworkVersion({ version, isExact }: Pick<NetworkVersion, 'version' | 'isExact'>): string {
  return isExact ? String(version) : `${version} or later`;
}

/**
 * The mark of what rests on rules that this release was not checked for: "not verified for version 30". Undefined where it was checked,
 * and where no version is known.
 */
export function unverifiedMark(at: NetworkVersion | undefined): string | undefined {
  if (at === undefined) return undefined;
  if (!isVerifiedVersion(at.version)) return `not verified for version ${formatNetworkVersion(at)}`;
  return at.unknownUpgrade === undefined ? undefined : `not verified after upgrade ${at.unknownUpgrade}`;
}

/** The sentence before a call of a built-in method on a network that this release was not checked for; undefined where it was. */
export function unverifiedSentence(at: NetworkVersion | undefined): string | undefined {
  if (at === undefined || unverifiedMark(at) === undefined) return undefined;
  const runs =
    at.unknownUpgrade === undefined
      ? `This network runs version ${formatNetworkVersion(at)}`
      : `This network passed the upgrade ${at.unknownUpgrade}, which this release does not know`;
  return `${runs}; Sextant's checks cover versions up to ${LAST_NETWORK_VERSION}.`;
}
