import { expect, it } from 'vitest';
import {
  builtInKnowledge,
  formatNetworkVersion,
  isVerifiedVersion,
  nextUpgrade,
  scheduleOf,
  unverifiedMark,
  type VersionKnowledge,
  versionAt,
  withVersion,
} from '../../../../../shared/domain/chain/network-version.ts';
import { NETWORKS } from '../../../../../shared/domain/chain/networks.ts';
import { checked } from '../../../../builders/checked.ts';

const mainnet = builtInKnowledge('mainnet');
const last = mainnet.upgrades.at(-1) ?? { name: '', height: 0, version: 0 };
const newest = last.version ?? 0;
const asked = (version: number, height: number, knowledge: VersionKnowledge = mainnet): VersionKnowledge => ({
  ...knowledge,
  ranges: withVersion(knowledge.ranges, version, height),
});
const withParams = (params: Record<string, number>, name = 'mainnet'): VersionKnowledge => ({
  ...builtInKnowledge(name),
  upgrades: scheduleOf(name, params),
  hasNodeSchedule: true,
});

it('between upgrades of a public network the version is that of the last one below; above the last one it is never exact', () => {
  let heights = 0;
  for (const { name, upgrades } of NETWORKS) {
    const knowledge = builtInKnowledge(name);
    expect(versionAt(knowledge, 0)).toEqual({ version: 0, isExact: true, source: 'schedule' });
    let before = 0;
    for (const [index, { height, version }] of upgrades.entries()) {
      expect(versionAt(knowledge, height)).toMatchObject({ version: before, isExact: true });
      expect(versionAt(knowledge, height + 1)).toMatchObject({ version, isExact: index < upgrades.length - 1 });
      expect(version).toBeGreaterThanOrEqual(before);
      before = version;
      heights += 2;
    }
    const far = versionAt(knowledge, Number.MAX_SAFE_INTEGER);
    expect(far === undefined ? '' : formatNetworkVersion(far)).toBe(`${before} or later`);
  }
  checked(heights, 2 * NETWORKS.flatMap(({ upgrades }) => upgrades).length, 'heights beside an upgrade');
});

it('a version that the node gave at two heights holds between them, and nowhere else without a schedule', () => {
  const knowledge = asked(29, 7_000_100, asked(29, 7_000_000));
  expect(knowledge.ranges).toEqual([{ version: 29, from: 7_000_000, to: 7_000_100 }]);
  for (const height of [7_000_000, 7_000_050, 7_000_100]) {
    expect(versionAt(knowledge, height)).toEqual({ version: 29, isExact: true, source: 'node' });
  }
  expect(versionAt(knowledge, 7_000_101)).toMatchObject({ version: 29, isExact: false });
  // The node's own schedule rules out an upgrade in between.
  const scheduled = asked(29, 7_000_000, withParams({ UpgradeFireHorseHeight: 6_052_800, UpgradeSolsticeHeight: 6_470_279 }));
  expect(versionAt(scheduled, 7_500_000)).toEqual({ version: 29, isExact: true, source: 'node' });
});

it('answers that contradict an older one replace it', () => {
  const knowledge = asked(28, 7_000_200, asked(28, 7_000_000));
  expect(asked(29, 7_000_100, knowledge).ranges).toEqual([{ version: 29, from: 7_000_100, to: 7_000_100 }]);
  expect(asked(29, 7_000_300, knowledge).ranges).toEqual([
    { version: 28, from: 7_000_000, to: 7_000_200 },
    { version: 29, from: 7_000_300, to: 7_000_300 },
  ]);
});

it('a key that the table lacks is an upgrade this release does not know, above whose height nothing is certain', () => {
  const height = last.height + 100_000;
  const knowledge = withParams({ UpgradeXxHeight: height });
  expect(knowledge.upgrades.at(-1)).toEqual({ name: 'Xx', height });
  expect(nextUpgrade(knowledge, height)).toEqual({ name: 'Xx', height });
  expect(versionAt(knowledge, height)).toEqual({ version: newest, isExact: true, source: 'schedule' });
  const after = versionAt(knowledge, height + 1);
  expect(after).toEqual({ version: newest, isExact: false, source: 'schedule', unknownUpgrade: 'Xx' });
  expect(unverifiedMark(after)).toBe('not verified after upgrade Xx');
  // Once the node says that the upgrade brought no version, it is certain again.
  const known = versionAt(asked(newest, height + 1, knowledge), height + 1);
  expect([known?.isExact, unverifiedMark(known)]).toEqual([true, undefined]);
});

it('heights of ForkUpgradeParams that mean "not scheduled" or "before genesis", and keys that bring no version, are left out', () => {
  const unscheduled = { UpgradeXxHeight: 999_999_999_999_999, UpgradeYyHeight: 9_999_999_999, UpgradeZzHeight: -30 };
  expect(scheduleOf('mainnet', { ...unscheduled, UpgradeClausHeight: 343_200, UpgradePhoenixHeight: 3_855_480, Other: 5 })).toEqual(
    mainnet.upgrades,
  );
});

it('upgrades are matched by name, then by height, and the height of the node counts', () => {
  expect(scheduleOf('mainnet', { UpgradeRenamedHeight: 6_052_800 })).toEqual(mainnet.upgrades);
  expect(scheduleOf('mainnet', { UpgradeFireHorseHeight: 6_052_900 })).toContainEqual({
    name: 'FireHorse',
    height: 6_052_900,
    version: 28,
  });
  expect(scheduleOf('2k', { UpgradeTeepHeight: -1, UpgradeTockHeight: 50, UpgradeFireHorseHeight: 200 })).toEqual([
    { name: 'Tock', height: 50, version: 26 },
    { name: 'FireHorse', height: 200, version: 28 },
  ]);
});

it('of a development network only what its node gives is known', () => {
  expect(versionAt(builtInKnowledge('2k'), 10)).toBeUndefined();
  const knowledge = withParams({ UpgradeTockHeight: 50, UpgradeFireHorseHeight: 200 }, '2k');
  expect(versionAt(knowledge, 50)).toBeUndefined();
  expect(versionAt(knowledge, 51)).toMatchObject({ version: 26, isExact: true });
  expect(versionAt(knowledge, 201)).toMatchObject({ version: 28, isExact: false });
  expect(versionAt(asked(25, 10, knowledge), 30)).toEqual({ version: 25, isExact: true, source: 'node' });
  expect(versionAt(asked(25, 40, knowledge), 30)).toEqual({ version: 25, isExact: true, source: 'node' });
});

it('a node that missed an upgrade is believed about its own chain', () => {
  const knowledge = asked(newest - 1, last.height + 5000);
  expect(versionAt(knowledge, last.height + 5000)).toEqual({ version: newest - 1, isExact: true, source: 'node' });
  expect(versionAt(knowledge, last.height + 6000)).toEqual({ version: newest - 1, isExact: false, source: 'node' });
});

it('versions that this release was not checked for are marked', () => {
  expect([28, newest, newest + 1].map(isVerifiedVersion)).toEqual([true, true, false]);
  expect(unverifiedMark(versionAt(asked(newest, 7_000_000), 7_000_000))).toBeUndefined();
  expect(unverifiedMark(versionAt(asked(newest + 1, 7_000_000), 7_000_000))).toBe(`not verified for version ${newest + 1}`);
  expect(unverifiedMark(undefined)).toBeUndefined();
});
