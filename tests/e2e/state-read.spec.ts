/**
 * A miner on an endpoint that does not list its sectors, read block by block from the state: the same as a full node answers in one call
 * at the same tipset; stopped, continued and bounded; a large one; by keyboard alone; and an endpoint that gives a wrong block.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import type { MinerStateRead } from '../../shared/ipc/schemas/state-read.ts';
import { postCall } from '../builders/devnet-caller.ts';
import { asReply, type FaultNode, startFaultNode } from '../fakes/fault-node/fault-node.ts';
import { expect, type LaunchOptions, type Sextant, test } from './fixture.ts';
import { profileKnowing } from './replay-profile.ts';
import { axeProblems } from './steps/axe.ts';
import { answerOf } from './steps/speak.ts';
import { startStandaloneNode } from './steps/standalone-node.ts';
import { topBar } from './steps/top-bar.ts';

const NAME = 'gateway-1';
const UNSERVED = ['StateMinerSectors', 'StateMinerPartitions', 'StateReadState'];
/** Of the chain's own miners one with many sectors, and the one whose size is to be felt. */
const MINER = 't01002';
const LARGE_MINER = 't01008';
const LARGE_SECTORS = 100_000;

const cleanups: (() => unknown)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Opened {
  readonly page: Page;
  /** What Sextant is connected to. */
  readonly gateway: FaultNode;
  /** The same node, whole. */
  readonly fullUrl: string;
}

/** Sextant on an endpoint that leaves out what tells sectors, in front of a node that has everything. */
async function open(launch: (options: LaunchOptions) => Promise<Sextant>, more: readonly string[] = []): Promise<Opened> {
  const data = mkdtempSync(path.join(tmpdir(), 'sextant-node-'));
  cleanups.push(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
  const node = await startStandaloneNode(data, 4000, 0, more);
  cleanups.push(() => node.kill());
  const gateway = await startFaultNode({ httpUrl: node.url, wsUrl: node.url.replace('http:', 'ws:') });
  cleanups.push(() => gateway.stop());
  gateway.failMethods(UNSERVED, (request, response, count) =>
    asReply(200, { error: { code: -32601, message: `method '${request.call.method}' not found` } })(request, response, count),
  );
  const profile = await profileKnowing({ name: NAME, httpUrl: gateway.httpUrl });
  cleanups.push(() => profile.remove());
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
  await expect(topBar(page).getByRole('link', { name: new RegExp(`^${NAME}.*live`) })).toBeVisible();
  return { page, gateway, fullUrl: node.url };
}

async function show(page: Page, address: string, query = ''): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/miners/${address}${query}`);
  await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible();
}

function band(page: Page): Locator {
  return page.getByRole('region', { name: 'Reading from the state' });
}

function sectorGrid(page: Page): Locator {
  return page.getByRole('grid', { name: 'Sectors' });
}

/** In the main region: the switch in the head of the page has another name. */
function readButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Read from state', exact: true }).first();
}

test('what an endpoint does not list is read from the state, and is what a full node answers at that tipset', async ({ launch }) => {
  const { page, fullUrl } = await open(launch);
  await show(page, MINER);
  const sectors = page.getByRole('region', { name: 'Sectors' });
  await expect(sectors).toContainText('This endpoint does not serve StateMiner');
  await sectors.getByRole('button', { name: 'Read from state' }).click();
  await expect(page.getByRole('button', { name: 'State blocks' })).toHaveAttribute('aria-pressed', 'true');
  await expect(band(page)).toContainText('Read complete');

  const read = (await answerOf(page, 'state.getMinerRead', { readId: '1' })) as MinerStateRead;
  const key = read.proof?.pinned.key.map((cid) => ({ '/': cid }));
  const full = async <T>(method: string, ...params: unknown[]): Promise<T> =>
    (await postCall(fullUrl, `Filecoin.${method}`, [...params, key])).json.result as T;

  await test.step('number and content of the sectors', async () => {
    const [count, answered] = await Promise.all([
      full<{ Live: number; Active: number; Faulty: number }>('StateMinerSectorCount', MINER),
      full<NodeSector[]>('StateMinerSectors', MINER, null),
    ]);
    expect(answered.length).toBeGreaterThan(100);
    await expect(sectors).toContainText(`${count.Live} live: ${count.Active} active, ${count.Faulty} faulty`);
    await show(page, MINER, '?source=state&all=1');
    await sectors.getByRole('button', { name: 'Copy or save' }).click();
    await page.getByRole('button', { name: 'Copy as JSON' }).click();
    await expect(sectors.getByText(`${answered.length} sectors copied`)).toBeVisible();
    const copied: CopiedSector[] = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    const stateRoot = await full<{ Blocks: { ParentStateRoot: { '/': string } }[] }>('ChainGetTipSet');
    expect(new Set(copied.map(({ miner, state_root, endpoint }) => `${miner} ${state_root} ${endpoint}`))).toEqual(
      new Set([`${MINER} ${stateRoot.Blocks[0]?.ParentStateRoot['/']} ${NAME}`]),
    );
    expect(
      copied.map(({ sector, sealed_cid, activation_epoch, expiration_epoch, pledge_attofil }) => [
        sector,
        sealed_cid,
        activation_epoch,
        expiration_epoch,
        pledge_attofil,
      ]),
    ).toEqual(
      answered
        .map((sector) => [sector.SectorNumber, sector.SealedCID['/'], sector.Activation, sector.Expiration, sector.InitialPledge] as const)
        .sort(([left], [right]) => left - right),
    );
    const faulty = await full<unknown>('StateMinerFaults', MINER);
    expect(copied.filter(({ state }) => ['faulty', 'recovering'].includes(state)).map(({ sector }) => sector)).toEqual(
      membersOf(faulty as number[]),
    );
  });

  await test.step('its faults are declared as recovered, and expiries are told', async () => {
    await page.getByRole('button', { name: 'Expiries' }).click();
    await expect(page.getByRole('region', { name: 'Sector expirations' })).toContainText('expire within 30 days');
    await sectors.getByRole('button', { name: 'Recover', exact: true }).click();
    const pane = page.getByRole('complementary', { name: 'Declare recovery' });
    await expect(pane).toContainText(/Included\s*\d/);
    await sectors.getByRole('button', { name: 'Terminate', exact: true }).click();
    await expect(page.getByRole('complementary', { name: 'Terminate sectors' })).toContainText(/Included\s*[1-9]/);
    await page.keyboard.press('Escape');
  });

  await test.step('power, balance, partitions', async () => {
    const [power, state] = await Promise.all([
      full<{ MinerPower: { QualityAdjPower: string } }>('StateMinerPower', MINER),
      full<{ Balance: string; State: { InitialPledge: string; LockedFunds: string } }>('StateReadState', MINER),
    ]);
    expect(read.power).toMatchObject({ value: { qualityAdjusted: power.MinerPower.QualityAdjPower } });
    expect(read.balance).toMatchObject({
      value: { total: state.Balance, initialPledge: state.State.InitialPledge, vesting: state.State.LockedFunds },
    });
    await page.getByRole('button', { name: 'Partitions' }).click();
    const rows = page.getByRole('grid', { name: 'Partitions' }).getByRole('row');
    const perDeadline = await Promise.all(
      Array.from({ length: 48 }, (_, deadline) => full<unknown[]>('StateMinerPartitions', MINER, deadline)),
    );
    await expect(rows).toHaveCount(1 + perDeadline.flat().length);
    await page.getByRole('button', { name: 'Vesting', exact: true }).click();
    await expect(page.getByRole('grid', { name: 'Vesting' }).getByRole('row').nth(1)).toContainText('FIL');
  });

  await test.step('the proof leads to the calls', async () => {
    const proof = page.getByRole('region', { name: 'Proof' });
    await expect(proof).toContainText(
      /^Verified: every block hashed, from block .* of tipset \d+ through state root .* to the miner’s state/,
    );
    await expect(proof).toContainText('not that the network agreed on the tipset');
    expect(await axeProblems(page, 'state read')).toEqual([]);
    await proof.getByRole('button').first().focus();
    await page.keyboard.press('.');
    await expect(page.getByRole('heading', { level: 1, name: 'Inspector' })).toBeVisible();
    await expect(page.getByRole('complementary')).toContainText(/Chain(ReadObj|GetBlock|GetTipSet)/);
    await page.goBack();
    await expect(band(page)).toContainText('Read complete');
  });
});

interface NodeSector {
  readonly SectorNumber: number;
  readonly SealedCID: { readonly '/': string };
  readonly Activation: number;
  readonly Expiration: number;
  readonly InitialPledge: string;
}

interface CopiedSector {
  readonly sector: number;
  readonly sealed_cid: string;
  readonly activation_epoch: number;
  readonly expiration_epoch: number;
  readonly pledge_attofil: string;
  readonly state: string;
  readonly miner: string;
  readonly state_root: string;
  readonly endpoint: string;
}

/** A bitfield as Lotus writes it: runs of zeros and ones by turns. */
function membersOf(runs: readonly number[]): number[] {
  const members: number[] = [];
  let at = 0;
  runs.forEach((length, index) => {
    if (index % 2 === 1) for (let step = 0; step < length; step += 1) members.push(at + step);
    at += length;
  });
  return members;
}

test('a read is bounded by a budget, stopped and continued, by keyboard alone', async ({ launch }) => {
  const { page } = await open(launch, ['--large-miner', String(LARGE_SECTORS)]);
  await show(page, LARGE_MINER, '?source=state');

  await test.step('ten calls, and what they gave stays', async () => {
    await tabTo(page, readButton(page));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('10');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(band(page)).toContainText('Limit of 10 calls reached');
    await expect(band(page)).toContainText('10 of 10');
    expect(await axeProblems(page, 'state read')).toEqual([]);
  });

  await test.step('continued and stopped midway', async () => {
    await expect(band(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Calls', { exact: true })).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('20000');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Start over' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Continue with 20,000 more calls' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeFocused();
    await expect(band(page)).toContainText(/[1-9][\d,]* of 100,000/);
    await page.keyboard.press('Enter');
    await expect(band(page)).toContainText('Stopped while reading all sectors');
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
    await expect(sectorGrid(page)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Proof' })).toContainText('Verified so far');
  });

  await test.step('continued to the end, nothing twice', async () => {
    await page.keyboard.press('Enter');
    await expect(band(page)).toContainText('Read complete');
    const text = await band(page).innerText();
    const blocks = Number(/Blocks ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
    const calls = Number(/Calls ([\d,]+) of/.exec(text)?.[1]?.replaceAll(',', ''));
    expect(blocks).toBeGreaterThan(LARGE_SECTORS / 32);
    // Those under way when it was stopped are asked for again, nothing else.
    expect(calls - blocks).toBeLessThan(100);
    await expect(page.getByRole('region', { name: 'Sectors' })).toContainText('In all: pledge');
  });

  await test.step('the list to its end, and its faulty ones', async () => {
    const grid = sectorGrid(page);
    await tabTo(page, grid);
    await page.keyboard.press('End');
    await expect(grid.getByRole('gridcell', { name: '99,999', exact: true })).toBeVisible();
    const filter = page.getByRole('combobox', { name: 'Filter sectors' });
    await filter.focus();
    await page.keyboard.type('state:faulty or state:recovering');
    await page.keyboard.press('Enter');
    const counted = /([\d,]+) faulty/.exec(await page.getByRole('region', { name: 'Sectors' }).innerText())?.[1] ?? '';
    await expect(grid).toHaveAttribute('aria-rowcount', String(Number(counted.replaceAll(',', '')) + 1));
    await expect(grid.getByRole('row').nth(1)).toContainText(/Faulty|Recovering/);
    await expect(grid.getByText('Proving', { exact: true })).toHaveCount(0);
    await filter.focus();
    await page.keyboard.type('sector:>=90000');
    await page.keyboard.press('Enter');
    await expect(grid.getByRole('row').nth(1).getByRole('gridcell').nth(1)).toHaveText(/^9\d,\d{3}$/);
    expect(await axeProblems(page, 'state read')).toEqual([]);
  });
});

test('an endpoint that gives a wrong block is named, and not trusted', async ({ launch }) => {
  const { page, gateway } = await open(launch);
  let objects = 0;
  gateway.change({
    ChainReadObj: (result) => {
      objects += 1;
      return objects > 30 ? 'gqJhYQ==' : result;
    },
  });
  await show(page, MINER, '?source=state');
  await readButton(page).click();
  await expect(band(page).getByRole('alert')).toHaveText(`${NAME} returned a wrong block: do not trust it`);
  await expect(band(page)).toContainText('block-mismatch, ChainReadObj');
  expect(await axeProblems(page, 'state read')).toEqual([]);
  await band(page).getByRole('button', { name: 'Show the call' }).click();
  await expect(page.getByRole('complementary')).toContainText('ChainReadObj');
});

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  await page.getByRole('main').focus();
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab does not come to it.');
}
