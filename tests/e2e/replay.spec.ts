/**
 * Overview, Tipset and Message against recorded mainnet and calibration data, served by a node over real HTTP and WebSocket.
 * What is expected is read from the recorded files and put into words here, not by Sextant's own formatters or fee code.
 */
import type { Page } from 'playwright';
import type { RecordedNetwork } from '../fakes/replay-node/recorded-chain.ts';
import type { RecordedCall, RecordedExecution, RecordedTipset } from '../fakes/replay-node/recorded-types.ts';
import type { ReplayNode } from '../fakes/replay-node/replay-node.ts';
import { expect, test } from './fixture.ts';
import { exactly, fact, grouped, openRecorded, search } from './steps/recorded.ts';

const NETWORKS = [
  { network: 'mainnet', shownName: 'mainnet', heights: [2907480, 3573066] },
  { network: 'calibnet', shownName: 'calibrationnet', heights: [1162295, 1572087] },
] as const satisfies { network: RecordedNetwork; shownName: string; heights: readonly number[] }[];

// Each has a whole Sextant for itself: two workers share them.
test.describe.configure({ mode: 'parallel' });

const cleanups: (() => Promise<void> | void)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** nanoFIL with three decimals, cut; below the last place the least that can be shown. */
function inNanoFil(attoFil: string): string {
  const padded = attoFil.padStart(10, '0');
  const text = `${grouped(padded.slice(0, -9))}.${padded.slice(-9, -6)}`;
  return text === '0.000' && attoFil !== '0' ? '<0.001' : text;
}

for (const { network, shownName, heights } of NETWORKS) {
  test.describe(`recorded ${network}`, () => {
    test('overview shows head, base fee and finality as recorded', async ({ launch }) => {
      const { node, page } = await openRecorded(launch, { network, headHeight: heights[1] }, cleanups);
      const head = recordedAt(node, heights[1]);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { name: 'Overview' })).toBeVisible();
      await expect(main.getByRole('button', { name: grouped(head.Height), exact: true })).toBeVisible();
      // The replay node does not tell what is final: it is counted by depth.
      await expect(main.getByText(grouped(head.Height - 900), { exact: true })).toBeVisible();
      await expect(main.getByTitle(exactly(head.Blocks[0]?.ParentBaseFee ?? '')).first()).toBeVisible();
      await expect(page.getByRole('link', { name: stripName(head) })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Network, node and wallet' }).getByText(shownName)).toBeVisible();
    });

    test('tipsets and messages show what was recorded', async ({ launch }) => {
      const { node, page } = await openRecorded(launch, { network }, cleanups);
      for (const height of heights) {
        const recorded = recordedAt(node, height);
        await search(page, grouped(height));
        await expectTipset(page, recorded, node.chain.executionsIn(recorded));
        for (const execution of chosen(node.chain.executionsIn(recorded))) {
          await search(page, execution.MsgCid['/']);
          await expectMessage(page, recorded, execution);
        }
      }
    });
  });
}

test('the head follows recorded notifications, forward and back', async ({ launch }) => {
  const { node, page } = await openRecorded(launch, { network: 'mainnet', frames: 'mainnet-1-to-3' }, cleanups);
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: '1', exact: true })).toBeVisible();
  await expect.poll(() => node.subscriberCount).toBe(1);
  for (let frame = node.pushFrame(); frame?.heightAfter !== undefined; frame = node.pushFrame()) {
    await expect(main.getByRole('button', { name: grouped(frame.heightAfter), exact: true })).toBeVisible();
  }
  await expect(main.getByRole('link', { name: /^Reorg, depth 2: 2 blocks replaced by 2/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Epoch 0, 1 block', exact: true })).toBeVisible();
});

test('a late block is seen to join the head', async ({ launch }) => {
  const { node, page } = await openRecorded(launch, { network: 'mainnet', frames: 'mainnet-3573066-same-height' }, cleanups);
  await expect(page.getByRole('link', { name: 'Epoch 3,573,066, 8 blocks' })).toBeVisible();
  await expect.poll(() => node.subscriberCount).toBe(1);
  node.pushFrame();
  await expect(page.getByRole('link', { name: 'Epoch 3,573,066, 9 blocks' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^Reorg, depth 1: 8 blocks replaced by 9/ })).toBeVisible();
});

test('every call inside of a recorded message that failed, with what its failure undid', async ({ launch }) => {
  const { node, page } = await openRecorded(launch, { network: 'calibnet' }, cleanups);
  const cid = node.chain.executionsIn(recordedAt(node, 1334035)).find(({ MsgRct }) => MsgRct.ExitCode !== 0)?.MsgCid['/'] ?? '';
  const trace = node.chain.traceOf(cid)?.ExecutionTrace;
  const calls = trace === undefined ? [] : callsIn(trace);
  const failed = calls.filter(({ MsgRct }) => MsgRct.ExitCode !== 0);
  // The message, and one inside of another that passed the failure on.
  expect([calls.length, failed.length, trace?.MsgRct.ExitCode]).toEqual([24, 3, 33]);
  const origin = failed.at(-1);
  await search(page, cid);
  const pane = page.getByRole('complementary', { name: 'InvokeContract' });
  await expect(pane).toContainText(`Sub-call ${origin === undefined ? '' : calls.indexOf(origin)} of ${calls.length - 1}`);
  await expect(pane).toContainText(`Exit ${origin?.MsgRct.ExitCode}`);
  const grid = page.getByRole('grid', { name: 'Calls' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(calls.length + 1));
  await grid.focus();
  await page.keyboard.press('Home');
  for (const [index, { Msg, MsgRct }] of calls.slice(0, 6).entries()) {
    const row = grid.locator(`[data-row="${index}"]`);
    await expect(row.getByTitle(Msg.To, { exact: true })).toBeVisible();
    // The whole message failed, and took back what went well inside.
    await expect(row).toContainText(MsgRct.ExitCode === 0 ? '0, reverted' : `${MsgRct.ExitCode}, `);
  }
});

/** A call and those inside of it, in the order in which they began. */
function callsIn(call: RecordedCall): RecordedCall[] {
  return [call, ...(call.Subcalls ?? []).flatMap(callsIn)];
}

function recordedAt(node: ReplayNode, height: number): RecordedTipset {
  const tipset = node.chain.byHeight(height);
  if (tipset === undefined) throw new Error(`Nothing recorded at ${height}`);
  return tipset;
}

function stripName({ Height, Blocks }: RecordedTipset): string {
  return `Epoch ${grouped(Height)}, ${Blocks.length} block${Blocks.length === 1 ? '' : 's'}`;
}

/** The first and the last message, one that failed, one that carries value, and one with a signature of its own. */
function chosen(executions: readonly RecordedExecution[]): RecordedExecution[] {
  const picks = [
    executions[0],
    executions.at(-1),
    executions.find(({ MsgRct }) => MsgRct.ExitCode !== 0),
    executions.find(({ Msg }) => Msg.Value !== '0'),
    executions.find(({ Msg, MsgCid }) => Msg.CID['/'] !== MsgCid['/']),
  ];
  return [...new Set(picks.filter((pick) => pick !== undefined))];
}

async function expectTipset(page: Page, recorded: RecordedTipset, executions: readonly RecordedExecution[]): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: `Tipset ${grouped(recorded.Height)}` })).toBeVisible();
  const facts = main.getByRole('region', { name: 'Facts' });
  await expect(fact(facts, 'Base fee').getByTitle(exactly(recorded.Blocks[0]?.ParentBaseFee ?? ''), { exact: true })).toBeVisible();
  await expect(fact(facts, 'Parent weight')).toHaveText(grouped(recorded.Blocks[0]?.ParentWeight ?? ''));
  const wins = recorded.Blocks.reduce((sum, block) => sum + (block.ElectionProof?.WinCount ?? 0), 0);
  await expect(fact(facts, 'Blocks')).toHaveText(`${recorded.Blocks.length}, ${wins} ${wins === 1 ? 'win' : 'wins'}`);

  const blocks = main.getByRole('grid', { name: 'Blocks' });
  await expect(blocks).toHaveAttribute('aria-rowcount', String(recorded.Blocks.length + 1));
  for (const [index, block] of recorded.Blocks.entries()) {
    const row = blocks.getByRole('row').nth(index + 1);
    await expect(row.getByTitle(recorded.Cids[index]?.['/'] ?? '', { exact: true })).toBeVisible();
    await expect(row.getByTitle(block.Miner, { exact: true })).toBeVisible();
    await expect(row).toContainText('CID verified');
  }

  await expect(main.getByText(`${executions.length} in all blocks`)).toBeVisible();
  const messages = main.getByRole('grid', { name: 'Messages' });
  await expect(messages).toHaveAttribute('aria-rowcount', String(executions.length + 1));
  for (const { MsgCid, Msg, MsgRct } of executions.slice(0, 5)) {
    const row = messages.getByRole('row').filter({ has: page.getByTitle(MsgCid['/'], { exact: true }) });
    await expect(row.getByTitle(Msg.From, { exact: true })).toBeVisible();
    await expect(row.getByTitle(Msg.To, { exact: true })).toBeVisible();
    await expect(row.getByTitle(exactly(Msg.Value), { exact: true })).toBeVisible();
    await expect(row).toContainText(grouped(MsgRct.GasUsed));
    await expect(row).toContainText(MsgRct.ExitCode === 0 ? '0, OK' : `${MsgRct.ExitCode}, failed`);
  }
}

async function expectMessage(page: Page, recorded: RecordedTipset, execution: RecordedExecution): Promise<void> {
  const { MsgCid, Msg, MsgRct, GasCost } = execution;
  const main = page.getByRole('main');
  await expect(main.getByTitle(MsgCid['/'], { exact: true }).first()).toBeVisible();
  const facts = main.getByRole('region', { name: 'Message', exact: true });
  await expect(fact(facts, 'From').getByTitle(Msg.From, { exact: true })).toBeVisible();
  await expect(fact(facts, 'To').getByTitle(Msg.To, { exact: true })).toBeVisible();
  await expect(fact(facts, 'Value').getByTitle(exactly(Msg.Value), { exact: true })).toBeVisible();
  await expect(fact(facts, 'Nonce')).toHaveText(grouped(Msg.Nonce));
  await expect(fact(facts, 'CID')).toContainText('Verified');
  // Of a message with its own signature the unsigned form has a CID of its own.
  if (Msg.CID['/'] !== MsgCid['/']) await expect(fact(facts, 'CID').getByTitle(Msg.CID['/'], { exact: true })).toBeVisible();
  await expect(fact(facts, 'Included in').getByRole('link')).toHaveText(grouped(recorded.Height));
  await expect(fact(facts, 'Executed in')).toContainText(`exit ${MsgRct.ExitCode}`);

  const fees = main.getByRole('table', { name: 'Fee by part' });
  for (const [name, attoFil] of [
    ['Base fee burn', GasCost.BaseFeeBurn],
    ['Over-estimation burn', GasCost.OverEstimationBurn],
    ['Miner tip', GasCost.MinerTip],
    ['Paid', GasCost.TotalCost],
  ] as const) {
    const amount = fees.getByRole('row', { name }).getByTitle(exactly(attoFil), { exact: true });
    await expect(amount).toHaveText(inNanoFil(attoFil));
  }
  const gas = main.getByRole('region', { name: 'Gas and fees' });
  await expect(fact(gas, 'Gas used')).toContainText(grouped(MsgRct.GasUsed));
  await expect(fact(gas, 'Gas used')).toContainText(grouped(Msg.GasLimit));
  await expect(fact(gas, 'Maximum cost').getByTitle(exactly(GasCost.Refund), { exact: true })).toBeVisible();
}
