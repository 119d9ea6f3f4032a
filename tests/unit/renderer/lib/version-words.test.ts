import { expect, it } from 'vitest';
import { type VersionAtHead, versionWords } from '../../../../renderer/lib/version-words.ts';
import { epochToTimeMs } from '../../../../shared/domain/chain/epoch.ts';
import { builtInKnowledge, scheduleOf, type VersionKnowledge, withVersion } from '../../../../shared/domain/chain/network-version.ts';
import { NETWORKS } from '../../../../shared/domain/chain/networks.ts';
import { LAST_NETWORK_VERSION } from '../../../../shared/domain/methods/actor-type.ts';

const [mainnet] = NETWORKS;
if (mainnet === undefined) throw new Error('no network');
const last = mainnet.upgrades.at(-1)?.height ?? 0;
const HEAD = last + 1000;

function wordsAt(version: number | undefined, change: Partial<VersionAtHead> = {}, knowledge: Partial<VersionKnowledge> = {}) {
  const headHeight = change.headHeight ?? HEAD;
  return versionWords({
    networkName: 'mainnet',
    headHeight,
    nowMs: epochToTimeMs(HEAD, mainnet as NonNullable<typeof mainnet>),
    clock: mainnet,
    ...change,
    knowledge: { ...builtInKnowledge('mainnet'), ranges: version === undefined ? [] : withVersion([], version, headHeight), ...knowledge },
  });
}

it('names the version, how it is known, and the next upgrade', () => {
  const words = wordsAt(LAST_NETWORK_VERSION);
  expect([words?.text, words?.isWarning]).toEqual([`v${LAST_NETWORK_VERSION}`, false]);
  expect(words?.sentences).toEqual([
    `Network version ${LAST_NETWORK_VERSION}, from the endpoint's StateNetworkVersion.`,
    'No further upgrade known.',
  ]);
  const planned = wordsAt(LAST_NETWORK_VERSION, {}, { upgrades: scheduleOf('mainnet', { UpgradeXxHeight: HEAD + 2880 }) });
  expect(planned?.sentences.at(-1)).toMatch(
    /^Next upgrade: Xx \(unknown to this release\) after epoch [\d,]+, \d{4}-\d\d-\d\d \(in 1 d\)\.$/,
  );
});

it('says that the node gave a version which holds at the head, since no upgrade lies between', () => {
  const claimed = { ranges: withVersion([], 30, HEAD - 5), hasNodeSchedule: true };
  expect(wordsAt(undefined, {}, claimed)?.sentences[0]).toBe("Network version 30, from the endpoint's StateNetworkVersion.");
});

it('says what is not certain and what is not verified', () => {
  expect(wordsAt(undefined)?.text).toBe(`${LAST_NETWORK_VERSION} or later`);
  const newer = wordsAt(LAST_NETWORK_VERSION + 1);
  expect([newer?.text, newer?.isWarning]).toEqual([`v${LAST_NETWORK_VERSION + 1} · not verified`, true]);
  expect(newer?.sentences[1]).toContain(`Sextant supports versions up to ${LAST_NETWORK_VERSION}.`);
  expect(versionWords({ knowledge: builtInKnowledge('2k'), networkName: '2k', headHeight: 5, nowMs: 0 })).toBeUndefined();
});

it('tells a node that is still syncing from one that missed the upgrade', () => {
  const syncing = wordsAt(LAST_NETWORK_VERSION - 1, { headHeight: last - 500 });
  expect(syncing?.text).toBe(`v${LAST_NETWORK_VERSION - 1} · behind`);
  expect(syncing?.sentences[1]).toContain('which this node has not reached yet');
  const missed = wordsAt(LAST_NETWORK_VERSION - 1);
  expect(missed?.text).toBe(`v${LAST_NETWORK_VERSION - 1} · behind`);
  expect(missed?.sentences[1]).toContain('Update the node software.');
});
