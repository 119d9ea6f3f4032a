import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { UpgradesView } from '../../../../../renderer/views/upgrades/UpgradesView.tsx';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import type { UpgradeFinding, UpgradeRehearsal } from '../../../../../shared/ipc/schemas/upgrades.ts';
import { clientWith, ManualTopic, render } from '../../../../builders/rendered.tsx';

const H = 290;

function rehearsalAt(height: number): UpgradeRehearsal {
  const finding: UpgradeFinding = {
    ...{ id: 'a', action: 'none', title: 'A', before: 'Old', after: 'New' },
    ...{ figures: [], subjects: [], omittedSubjects: 0 },
  };
  return {
    ...{
      pinned: { height, key: ['bafy'], timeMs: 1 },
      name: 'Solstice',
      height: H,
      isPassed: height > H,
      versionBefore: 28,
      versionAfter: 29,
    },
    ...{ readiness: [], findings: [finding], gaps: [], calls: [] },
    checked: { drafts: 0, messages: 0, transactions: 0, addresses: 0, allocations: 0, miners: 0 },
  };
}

async function open() {
  const head = new ManualTopic<never>();
  const setHead = (height: number) => head.set({ connectionId: 'a', head: { height, key: [`bafy${height}`] } } as never);
  const rehearseUpgrade = vi.fn<() => Promise<UpgradeRehearsal>>();
  setHead(191);
  rehearseUpgrade.mockResolvedValue(rehearsalAt(191));
  const knowledge = { ranges: [], upgrades: [{ name: 'Solstice', height: H, version: 29 }], hasNodeSchedule: true };
  const client = clientWith({
    chain: { headChanged: head, versionChanged: new ManualTopic({ connectionId: 'a', knowledge, calls: {} }) } as never,
    connections: { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: { isChainAccelerated: true } }) } as never,
    node: { rehearseUpgrade } as never,
  });
  const { container } = await render(<UpgradesView />, client);
  const text = () => container.textContent;
  /** Until so many questions have their answer. */
  const answered = (count: number) =>
    act(async () => {
      await expect.poll(() => rehearseUpgrade.mock.settledResults.filter(({ type }) => type !== 'incomplete').length).toBe(count);
    });
  await answered(1);
  expect(text()).toContain('as of epoch 191');
  return { text, answered, rehearseUpgrade, setHead: (height: number) => act(async () => setHead(height)) };
}

it('counts from the tipset that was read, whatever the head is meanwhile', async () => {
  const { text, rehearseUpgrade, setHead } = await open();
  await setHead(192);
  expect(text()).toContain('epoch 291, in 100 epochs');
  expect(rehearseUpgrade).toHaveBeenCalledTimes(1);
});

it('reads again when a tenth of the time left has gone by, and when the head crosses the upgrade', async () => {
  const { text, answered, rehearseUpgrade, setHead } = await open();
  rehearseUpgrade.mockResolvedValue(rehearsalAt(205));
  await setHead(205);
  await answered(2);
  expect(text()).toContain('as of epoch 205');
  rehearseUpgrade.mockResolvedValue(rehearsalAt(H + 1));
  expect(text()).toContain('Before');
  await setHead(H + 1);
  await answered(3);
  expect(text()).toContain(`Read at epoch ${H + 1}, after the upgrade`);
  expect(text()).toContain('Rules of version 28');
  expect(text()).not.toContain('BeforeAfter');
  await setHead(H + 50);
  expect(rehearseUpgrade).toHaveBeenCalledTimes(3);
});

it('says at which epoch it was read where it cannot be read again', async () => {
  const { text, answered, rehearseUpgrade, setHead } = await open();
  rehearseUpgrade.mockRejectedValue(new SextantError('endpoint-unreachable', 'Nothing answers.'));
  await setHead(H + 1);
  await answered(2);
  expect(text()).toContain('Last read at epoch 191');
  expect(text()).toContain('Nothing answers.');
  rehearseUpgrade.mockResolvedValue(rehearsalAt(H + 2));
  await setHead(H + 2);
  await answered(3);
  expect(text()).not.toContain('Last read at');
});
