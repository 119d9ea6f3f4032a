/**
 * Overview, Tipset, Message, Miner and Deals against recorded mainnet and calibration data, served by a node over real HTTP and WebSocket.
 * What is expected is read from the recorded files and put into words here, not by Sextant's own formatters or fee code.
 */
import type { Locator, Page } from 'playwright';
import type { RecordedNetwork } from '../fakes/replay-node/recorded-chain.ts';
import { genesisDeals, genesisMiners, minersOf2020 } from '../fakes/replay-node/recorded-miners.ts';
import type { RecordedCall, RecordedExecution, RecordedTipset } from '../fakes/replay-node/recorded-types.ts';
import { type ReplayNode, type ReplayOptions, startReplayNode } from '../fakes/replay-node/replay-node.ts';
import { expect, type LaunchOptions, type Sextant, test } from './fixture.ts';
import { profileKnowing } from './replay-profile.ts';

const NETWORKS = [
  { network: 'mainnet', shownName: 'mainnet', heights: [2907480, 3573066] },
  { network: 'calibnet', shownName: 'calibrationnet', heights: [1162295, 1572087] },
] as const satisfies { network: RecordedNetwork; shownName: string; heights: readonly number[] }[];

const cleanups: (() => Promise<void> | void)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function open(
  launch: (options?: LaunchOptions) => Promise<Sextant>,
  options: ReplayOptions,
): Promise<{ node: ReplayNode; page: Page }> {
  const node = await startReplayNode(options);
  cleanups.push(() => node.stop());
  const profile = await profileKnowing({ name: 'Recorded', httpUrl: node.httpUrl, wsUrl: node.wsUrl });
  cleanups.push(() => profile.remove());
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
  return { node, page };
}

/** Thousands in groups, as people write them. */
function grouped(value: string | number | bigint): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

function exactly(attoFil: string): string {
  return `${grouped(attoFil)} attoFIL`;
}

/** nanoFIL with three decimals, cut; below the last place the least that can be shown. */
function inNanoFil(attoFil: string): string {
  const padded = attoFil.padStart(10, '0');
  const text = `${grouped(padded.slice(0, -9))}.${padded.slice(-9, -6)}`;
  return text === '0.000' && attoFil !== '0' ? '<0.001' : text;
}

/** Types into the search field and takes the first hit. */
async function search(page: Page, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill(text);
  await expect(page.getByRole('listbox', { name: 'Search hits' }).getByRole('option', { selected: true })).toBeVisible();
  await field.press('Enter');
}

/** The value beside a name in a list of facts. */
function fact(scope: Locator, label: string): Locator {
  return scope.locator(`dt:text-is("${label}") + dd`);
}

for (const { network, shownName, heights } of NETWORKS) {
  test.describe(`recorded ${network}`, () => {
    test('overview shows head, base fee and finality as recorded', async ({ launch }) => {
      const { node, page } = await open(launch, { network, headHeight: heights[1] });
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
      const { node, page } = await open(launch, { network });
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
  const { node, page } = await open(launch, { network: 'mainnet', frames: 'mainnet-1-to-3' });
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: '1', exact: true })).toBeVisible();
  await expect.poll(() => node.subscriberCount).toBe(1);
  for (let frame = node.pushFrame(); frame?.heightAfter !== undefined; frame = node.pushFrame()) {
    await expect(main.getByRole('button', { name: grouped(frame.heightAfter), exact: true })).toBeVisible();
  }
  await expect(main.getByRole('link', { name: /^Reorg, depth 2: 2 blocks gave way to 2/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Epoch 0, 1 block', exact: true })).toBeVisible();
});

test('a late block is seen to join the head', async ({ launch }) => {
  const { node, page } = await open(launch, { network: 'mainnet', frames: 'mainnet-3573066-same-height' });
  await expect(page.getByRole('link', { name: 'Epoch 3,573,066, 8 blocks' })).toBeVisible();
  await expect.poll(() => node.subscriberCount).toBe(1);
  node.pushFrame();
  await expect(page.getByRole('link', { name: 'Epoch 3,573,066, 9 blocks' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^Reorg, depth 1: 8 blocks gave way to 9/ })).toBeVisible();
});

test('every call inside of a recorded message that failed, with what its failure undid', async ({ launch }) => {
  const { node, page } = await open(launch, { network: 'calibnet' });
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
    await expect(row).toContainText(MsgRct.ExitCode === 0 ? '0, undone' : `${MsgRct.ExitCode}, `);
  }
});

test('a miner of the genesis with its power, its deadlines and its 768 sectors; its deals', async ({ launch }) => {
  const { page } = await open(launch, { network: 'mainnet', miners: 'genesis' });
  await expect(page.getByRole('main').getByRole('button', { name: '0', exact: true }).first()).toBeVisible();
  await test.step('the miner', () => expectGenesisMiner(page));
  await test.step('the deals', () => expectGenesisDeals(page));
});

async function expectGenesisMiner(page: Page): Promise<void> {
  const address = 'f01000';
  const miner = genesisMiners()[address];
  if (miner === undefined) throw new Error('not recorded');
  await search(page, address);
  await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible();
  const { MinerPower, TotalPower } = miner.StateMinerPower;
  const tebibytes = (bytes: string): string => `${BigInt(bytes) / 2n ** 40n} TiB`;
  const power = page.getByRole('region', { name: 'Power', exact: true });
  await expect(power).toContainText(`${tebibytes(MinerPower.QualityAdjPower)}quality adjusted`);
  await expect(fact(power, 'Raw bytes')).toContainText(tebibytes(MinerPower.RawBytePower));
  const thousandths = (BigInt(MinerPower.QualityAdjPower) * 100_000n) / BigInt(TotalPower.QualityAdjPower);
  await expect(power).toContainText(`${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}%of the network`);

  const bySector = miner.StateMinerSectors;
  expect(bySector).toHaveLength(768);
  const sectors = page.getByRole('region', { name: 'Sectors', exact: true });
  await expect(sectors).toContainText('768 live: 768 active, 0 faulty');
  for (const [index, partitions] of miner.StateMinerPartitions.entries()) {
    const count = partitions.reduce((sum, { AllSectors }) => sum + bitsIn(AllSectors), 0);
    const name = count === 0 ? 'no sectors' : `${count} sectors in ${partitions.length} partition`;
    await expect(page.getByRole('button', { name: new RegExp(`^Deadline ${index}, .*${name}`) })).toHaveCount(1);
  }
  const grid = page.getByRole('grid', { name: 'Sectors' });
  await expect(grid).toHaveAttribute('aria-rowcount', '769');
  const [first] = bySector;
  const last = bySector.at(-1);
  for (const [key, place, sector] of [
    ['Home', 0, first],
    ['End', 767, last],
  ] as const) {
    await grid.focus();
    await page.keyboard.press(key);
    const row = grid.locator(`[data-row="${place}"]`);
    await expect(row).toContainText(grouped(sector?.Expiration ?? ''));
    await expect(row.getByTitle(exactly(sector?.InitialPledge ?? ''), { exact: true })).toBeVisible();
    await expect(row.getByTitle(sector?.SealedCID['/'] ?? '', { exact: true })).toBeVisible();
  }
}

async function expectGenesisDeals(page: Page): Promise<void> {
  const deals = Object.entries(genesisDeals());
  expect(deals).toHaveLength(2304);
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: /^Deals/ })
    .click();
  const grid = page.getByRole('grid', { name: 'Deals' });
  await expect(grid).toHaveAttribute('aria-rowcount', '2305');
  const ofOne = deals.filter(([, { Proposal }]) => Proposal.Provider === 'f01001');
  const field = page.getByRole('combobox', { name: 'Filter the deals' });
  await field.fill('provider:f01001');
  await field.press('Enter');
  await expect(grid).toHaveAttribute('aria-rowcount', String(ofOne.length + 1));
  const [id = '', deal] = deals.at(-1) ?? [];
  await search(page, `deal ${id}`);
  const pane = page.getByRole('complementary', { name: `Deal ${id}` });
  await expect(pane.getByTitle(deal?.Proposal.PieceCID['/'] ?? '', { exact: true })).toBeVisible();
  await expect(fact(pane, 'Client')).toContainText(deal?.Proposal.Client ?? '');
  await expect(fact(pane, 'Provider')).toContainText(deal?.Proposal.Provider ?? '');
  await expect(fact(pane, 'Label')).toContainText(deal?.Proposal.Label ?? '');
  const life = pane.getByRole('list', { name: 'Life of the deal' });
  // The market of that time kept no number of the sector.
  await expect(life.getByRole('listitem').filter({ hasText: 'In a sector' })).toContainText('done');
  await expect(life.getByRole('listitem').filter({ hasText: 'Ends' })).toContainText(grouped(deal?.Proposal.EndEpoch ?? ''));
}

test('a miner of 2020 with faults, and one deadline of it', async ({ launch }) => {
  const epochOf2020 = 69001;
  const { page } = await open(launch, { network: 'mainnet', miners: { epochOf2020 } });
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: grouped(epochOf2020), exact: true })
      .first(),
  ).toBeVisible();
  const miner = minersOf2020().find((one) => one.epoch === epochOf2020 && one.miner === 'f02490');
  const partitions = miner?.partitions.filter(({ counts }) => counts.all > 0) ?? [];
  const sum = (name: 'all' | 'live' | 'active' | 'faulty' | 'recovering') =>
    partitions.reduce((total, { counts }) => total + counts[name], 0);
  expect([sum('live'), sum('faulty'), sum('recovering')]).toEqual([4698, 40, 20]);
  await page.evaluate(() => {
    location.hash = '/miners/f02490?deadline=5';
  });
  await expect(page.getByRole('region', { name: 'Sectors', exact: true })).toContainText(
    `${grouped(sum('live'))} live: ${grouped(sum('active'))} active, ${sum('faulty')} faulty`,
  );
  const deadline = page.getByRole('button', { name: /^Deadline 5, some faulty/ });
  await expect(deadline).toHaveAccessibleName(
    new RegExp(`${sum('all')} sectors in ${partitions.length} partitions, .*${sum('faulty')} faulty, ${sum('recovering')} recovering`),
  );
  const pane = page.getByRole('complementary', { name: 'Deadline 5' });
  await expect(pane).toContainText(`${sum('faulty') - sum('recovering')} faulty sectors without a declared recovery`);
  for (const [index, { counts }] of partitions.entries()) {
    const cells = pane.getByRole('grid', { name: 'Partitions' }).locator(`[data-row="${index}"]`).getByRole('gridcell');
    await expect(cells.nth(1)).toHaveText(grouped(counts.live));
    await expect(cells.nth(2)).toHaveText(grouped(counts.faulty));
    await expect(cells.nth(3)).toHaveText(grouped(counts.recovering));
  }
});

/** A call and those inside of it, in the order in which they began. */
function callsIn(call: RecordedCall): RecordedCall[] {
  return [call, ...(call.Subcalls ?? []).flatMap(callsIn)];
}

/** How many bits are set, from run lengths that begin with a run of none. */
function bitsIn(runs: readonly number[]): number {
  return runs.filter((_, index) => index % 2 === 1).reduce((sum, run) => sum + run, 0);
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
    await expect(row).toContainText('CID verified here');
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
  await expect(fact(facts, 'CID')).toContainText('Verified here');
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
  await expect(fact(gas, 'Could have cost').getByTitle(exactly(GasCost.Refund), { exact: true })).toBeVisible();
}
