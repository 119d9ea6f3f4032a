// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { clearSectors, toggleSector } from '../../../../../renderer/views/miner/chosen-sectors.ts';
import { QualityUpgradePane } from '../../../../../renderer/views/miner/QualityUpgradePane.tsx';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import type { SectorChoice } from '../../../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../../../shared/ipc/schemas/providers.ts';
import type { QualityUpgrade } from '../../../../../shared/ipc/schemas/quality-upgrade.ts';
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

async function show(plan: QualityUpgrade, asked: SectorChoice[] = [], filter = ''): Promise<string> {
  const client = clientWith({
    miners: {
      planQualityUpgrade: async (choice: SectorChoice) => {
        asked.push(choice);
        return plan;
      },
    } as never,
    connections: { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as unknown as ConnectionsState) } as never,
  });
  rendered = await render(
    <QualityUpgradePane where={{ address: 'f01000' }} filter={filter} miner={MINER} onClose={() => undefined} />,
    client,
  );
  const text = () => rendered?.container.textContent ?? '';
  await eventually(async () => {
    await act(async () => undefined);
    return text().includes('Expected income');
  }, 'the plan');
  return text();
}

test('an upgrade is shown with the fee it adds, and what is left of the income', async () => {
  const text = await show(PLAN);
  expect(text).toMatch(/Expected income7\.0+FIL/);
  expect(text).toMatch(/Daily fee[-−]3\.0+FIL/);
  expect(text).toMatch(/Net income4\.0+FIL/);
  expect(text).toContain('Expire within a day2');
  // The actor repays it from the available balance and does not refuse.
  expect(text).toContain('fee debt is repaid by the message');
});

test('without the circulating supply the fee and the net income are left out, and the reason is shown', async () => {
  const error = { code: 'method-not-served', message: 'This endpoint does not serve StateCirculatingSupply.', retryable: false };
  const text = await show({ ...PLAN, fee: { error } });
  expect(text).toContain('StateCirculatingSupply');
  expect(text).not.toContain('Net income');
});

test('the ticked sectors are upgraded, else those of the filter, and the pane says which', async () => {
  const asked: SectorChoice[] = [];
  toggleSector('f01000', 7);
  toggleSector('f01000', 9);
  expect(await show(PLAN, asked, 'state:active')).toContain('2 selected sectors');
  expect(asked).toEqual([{ address: 'f01000', filter: 'state:active', numbers: [7, 9] }]);
  await act(async () => clearSectors());
  await eventually(() => asked.length === 2, 'the plan of the filter');
  expect(asked[1]).toEqual({ address: 'f01000', filter: 'state:active' });
  expect(rendered?.container.textContent).toContain('sectors that match the filter');
});
