import { act, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { clearSectors, toggleSector } from '../../../../../renderer/views/miner/chosen-sectors.ts';
import { QualityUpgradePane } from '../../../../../renderer/views/miner/QualityUpgradePane.tsx';
import { SectorChangePane } from '../../../../../renderer/views/miner/SectorChangePane.tsx';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import type { MinerAt, SectorChoice } from '../../../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../../../shared/ipc/schemas/providers.ts';
import type { QualityUpgrade } from '../../../../../shared/ipc/schemas/quality-upgrade.ts';
import type { SectorChange } from '../../../../../shared/ipc/schemas/sector-change.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const FIL = 10n ** 18n;
const MINER = {
  address: 'f01000',
  info: { value: { roles: [{ role: 'Owner', address: 'f0100' }], hasPendingWorkerChange: false }, calls: [] },
} as unknown as Miner;
const PLAN: QualityUpgrade = {
  pinned: { key: ['bafykey0'], height: 7, timeMs: 0 },
  matching: 9,
  upgradable: 5,
  alreadyFull: 1,
  notActive: 1,
  expiring: 2,
  inMessage: 5,
  declarations: [],
  power: { now: '1', after: '10' },
  pledge: { value: { perSector: '1', now: '1', after: '2' }, calls: [] },
  fee: { value: { now: (2n * FIL).toString(), after: (5n * FIL).toString() }, calls: [] },
  income: { value: { now: (10n * FIL).toString(), after: (17n * FIL).toString() }, calls: [] },
  calls: [],
};

let rendered: Rendered | undefined;
afterEach(async () => {
  clearSectors();
  await rendered?.unmount();
  rendered = undefined;
});

/** Draws a pane over the plans of a miner, until it has a text. */
async function show(pane: ReactNode, miners: object, text: string): Promise<string> {
  const client = clientWith({
    miners: miners as never,
    connections: { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as unknown as ConnectionsState) } as never,
  });
  rendered = await render(pane, client);
  await eventually(async () => {
    await act(async () => undefined);
    return textOf().includes(text);
  }, text);
  return textOf();
}

const textOf = () => rendered?.container.textContent ?? '';
const refusal = () => rendered?.container.querySelector('footer button')?.getAttribute('aria-description') ?? '';

const upgradePane = (change: { readonly filter?: string; readonly where?: MinerAt; readonly revision?: string } = {}) => (
  <QualityUpgradePane where={{ address: 'f01000' }} filter="" miner={MINER} revision="done 1" onClose={() => undefined} {...change} />
);

/** Answers with a plan, and keeps what it was asked for. */
const planner = (plan: QualityUpgrade, asked: SectorChoice[] = []) => ({
  planQualityUpgrade: async (choice: SectorChoice) => {
    asked.push(choice);
    return plan;
  },
});

test('an upgrade is shown with the fee it adds, and what is left of the income', async () => {
  const text = await show(upgradePane(), planner(PLAN), 'Conditions');
  expect(text).toMatch(/Expected income7\.0+FIL/);
  expect(text).toMatch(/Daily fee[-−]3\.0+FIL/);
  expect(text).toMatch(/Net income4\.0+FIL/);
  expect(text).toContain('Expiring within a day2');
  // The actor repays it from the available balance and does not refuse.
  expect(text).toContain('the message also repays any fee debt');
});

test('without the circulating supply the fee and the net income are left out, and the reason is shown', async () => {
  const error = { code: 'method-not-served', message: 'This endpoint does not serve StateCirculatingSupply.', retryable: false };
  const text = await show(upgradePane(), planner({ ...PLAN, fee: { error } }), 'Conditions');
  expect(text).toContain('StateCirculatingSupply');
  expect(text).not.toContain('Net income');
});

test('the ticked sectors are upgraded, else those of the filter, and the pane says which', async () => {
  const asked: SectorChoice[] = [];
  toggleSector('f01000', 7);
  toggleSector('f01000', 9);
  expect(await show(upgradePane({ filter: 'state:active' }), planner(PLAN, asked), 'Conditions')).toContain('2 selected sectors');
  expect(asked).toEqual([{ address: 'f01000', filter: 'state:active', numbers: [7, 9] }]);
  await act(async () => clearSectors());
  await eventually(() => asked.length === 2, 'the plan of the filter');
  expect(asked[1]).toEqual({ address: 'f01000', filter: 'state:active' });
  expect(rendered?.container.textContent).toContain('filtered sectors');
});

test('an upgrade is planned again where the sectors that were read are others', async () => {
  const asked: SectorChoice[] = [];
  await show(upgradePane(), planner(PLAN, asked), 'Conditions');
  await rendered?.rerender(upgradePane({ revision: 'done 2' }));
  await eventually(() => asked.length === 2, 'the plan of the sectors as they are now');
});

const NOTHING: SectorChange = {
  ...{ pinned: PLAN.pinned, matching: 3, included: 0, leftOut: [{ reason: 'not-faulty', count: 3 }], messageCount: 0, inMessage: 0 },
  declarations: [],
};

test.each<[string, ReactNode, object]>([
  ['upgraded', upgradePane(), planner({ ...PLAN, inMessage: 0 })],
  [
    'changed',
    <SectorChangePane
      key="recover"
      where={{ address: 'f01000' }}
      kind="recover"
      filter=""
      miner={{ ...MINER, pinned: PLAN.pinned }}
      revision="done 1"
      onClose={() => undefined}
    />,
    { planSectorChange: async () => NOTHING },
  ],
])('a pane whose sectors cannot be %s opens no draft, and says so', async (_name, pane, miners) => {
  await show(pane, miners, 'Conditions');
  expect(refusal()).toBe('No eligible sectors.');
});

test('a pane that is pinned to an earlier epoch opens no draft', async () => {
  await show(upgradePane({ where: { address: 'f01000', at: 7 } }), planner(PLAN), 'Conditions');
  expect(refusal()).toContain('Follow the head first');
});
