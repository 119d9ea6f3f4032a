/** Whether node and release are ready, from what the node's schedule and version say. */
import { expect, it } from 'vitest';
import { type ReadinessFacts, upgradeReadiness } from '../../../../shared/upgrades/upgrade-readiness.ts';

const FACTS: ReadinessFacts = {
  name: 'Solstice',
  height: 100,
  isPassed: false,
  versionBefore: 28,
  versionAfter: 29,
  software: { kind: 'given', text: '1.37.0' },
  schedule: { kind: 'listed', height: 100 },
  knownHeight: 100,
  headVersion: 28,
};
const row = (change: Partial<ReadinessFacts>, id: string) => upgradeReadiness({ ...FACTS, ...change }).find((one) => one.id === id);

it('takes a node as ready that lists the upgrade', () => {
  expect(row({}, 'node-schedule')).toMatchObject({ state: 'ready', detail: 'UpgradeSolsticeHeight is 100.' });
  expect(row({ knownHeight: 90 }, 'node-schedule')?.detail).toContain('Sextant has 90');
  expect(row({ schedule: { kind: 'absent' } }, 'node-schedule')).toMatchObject({ state: 'missing' });
  expect(row({ schedule: { kind: 'unserved' } }, 'node-schedule')).toMatchObject({ state: 'unknown' });
  expect(row({ software: { kind: 'unserved' } }, 'node-software')).toMatchObject({ state: 'unknown' });
});

it('gives the failure of a node that cannot be reached, and not that it lacks the call', () => {
  const failed = { kind: 'failed', problem: 'Could not connect to 127.0.0.1:1234: connection refused.' } as const;
  const rows = upgradeReadiness({ ...FACTS, isPassed: true, software: failed, schedule: failed, headVersion: undefined });
  const details = new Map(rows.map(({ id, state, detail }) => [id, `${state}: ${detail}`]));
  for (const id of ['node-software', 'node-schedule', 'node-version'] as const) {
    expect(details.get(id)).toBe(`unknown: ${failed.problem}`);
  }
});

it('says after the upgrade whether the node crossed it', () => {
  expect(row({}, 'node-version')).toBeUndefined();
  expect(row({ isPassed: true, headVersion: 29 }, 'node-version')).toMatchObject({ state: 'ready' });
  expect(row({ isPassed: true }, 'node-version')).toMatchObject({ state: 'missing' });
  expect(row({ isPassed: true, headVersion: undefined }, 'node-version')).toMatchObject({ state: 'unknown' });
});

it('admits an upgrade that this release does not know', () => {
  const unknown = { name: 'Xx', versionBefore: 29, versionAfter: undefined };
  expect(row(unknown, 'sextant-upgrade')).toMatchObject({ state: 'missing' });
  expect(row(unknown, 'sextant-layouts')).toMatchObject({ state: 'unknown' });
  expect(row(unknown, 'sextant-rules')).toMatchObject({ state: 'missing' });
  expect(row(unknown, 'sextant-upgrade')?.detail).toContain('Update Sextant before epoch 101.');
  expect(row({ ...unknown, isPassed: true }, 'sextant-upgrade')?.detail).toMatch(/Update Sextant\.$/);
  expect(row({}, 'sextant-rules')).toMatchObject({ state: 'ready' });
  expect(row({ versionBefore: 27, versionAfter: 28 }, 'sextant-rules')).toMatchObject({ state: 'info' });
});
