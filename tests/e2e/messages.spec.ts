/** A message by its worst call, the tipset and the block that carry it, and what changed between two tipsets: on a node of the test's own. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright';
import { startDevnet } from '../../electron/devnet/start-devnet.ts';
import { DevnetSender } from '../builders/devnet-sender.ts';
import { type FailedApproval, makeFailedApproval } from '../builders/failed-approval.ts';
import { readSharedJson } from '../builders/shared-data.ts';
import { startReplayNode } from '../fakes/replay-node/replay-node.ts';
import { expect, test } from './fixture.ts';
import { profileKnowing } from './replay-profile.ts';

const cleanups: (() => Promise<void> | void)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('an approval whose call inside failed, its tipset, its block, and what they changed', async ({ launch }) => {
  const node = await startDevnet({ seed: 'messages', isPaused: true, historyEpochs: 60 });
  cleanups.push(() => node.stop());
  const made = await makeFailedApproval(new DevnetSender(node, 'messages'));
  const profile = await profileKnowing({ name: 'Own', httpUrl: node.httpUrl, wsUrl: node.wsUrl });
  cleanups.push(() => profile.remove());
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
  const main = page.getByRole('main');

  await test.step('the status is that of the worst call, and the consequence is said first', async () => {
    await openMessage(page, made.approval);
    await expect(main.getByRole('heading', { level: 1, name: 'Approve proposal 0' })).toBeVisible();
    await expect(main.getByText('A sub-call failed')).toBeVisible();
    await expect(main.getByRole('heading', { name: 'The approval succeeded, but its WithdrawBalance failed' })).toBeVisible();
    await expect(main).toContainText('proposal 0 cannot be executed again');
    await expect(main.getByRole('region', { name: 'Parameters', exact: true })).toContainText('hash verified');
    await expect(main.getByRole('region', { name: 'Gas and fees' })).toContainText('Matches the node exactly');
    await expectAccessible(page);
  });

  await test.step('each call has its exit code, opens beside the list, and is walked by keys', () => walkCalls(page, main, made));

  await test.step('the tipset that carries it is filtered; its block is whole', () => lookAtTipset(page, main));

  await test.step('what changed between two tipsets, down to every actor', async () => {
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Compare with another tipset' })
      .getByRole('button', { name: /^previous tipset/ })
      .click();
    await expect(main.getByRole('heading', { level: 1, name: /^Changes from [\d,]+ to [\d,]+$/ })).toBeVisible();
    await expect(main.getByRole('table', { name: 'Network figures' })).toContainText('Raw power');
    await page.getByRole('button', { name: 'Compare actors' }).click();
    const actors = main.getByRole('grid', { name: 'Changed actors' });
    await expect(actors.getByRole('row', { name: /^t02 reward changed/ })).toBeVisible();
    await expect(main.getByRole('region', { name: 'Actors' })).toContainText('every block verified');
    await expectAccessible(page);
    expect(await main.innerText()).not.toMatch(/NaN|undefined|\bnull\b(?! round)|\[object/);
  });
});

async function expectAccessible(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
}

async function openMessage(page: Page, cid: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill(cid);
  await expect(page.getByRole('option', { name: /^Message / }).first()).toBeVisible();
  await field.press('Enter');
}

async function walkCalls(page: Page, main: Locator, made: FailedApproval): Promise<void> {
  const calls = main.getByRole('grid', { name: 'Calls' });
  await expect(calls.getByRole('row')).toHaveCount(3);
  await expect(calls.getByRole('row').nth(2)).toContainText(`WithdrawBalance method 16${made.miner}`);
  await expect(calls.getByRole('row').nth(2)).toContainText('18, forbidden');
  // The one that explains the failure is open.
  const pane = (name: string): Locator => page.getByRole('complementary', { name });
  await expect(pane('WithdrawBalance')).toContainText('Only the owner or the beneficiary of the miner may call it');
  await expect(pane('WithdrawBalance')).toContainText('2.563820801565692018');
  await calls.focus();
  await page.keyboard.press('ArrowUp');
  await expect(pane('Approve')).toContainText('Top-level call');
  await pane('Approve').getByRole('button', { name: 'Next call' }).click();
  await expect(pane('WithdrawBalance')).toContainText('Sub-call 1 of 1');
  await page.keyboard.press('Escape');
  await expect(pane('WithdrawBalance')).toBeHidden();
  expect(await main.innerText()).not.toMatch(/NaN|undefined|\bnull\b|\[object/);
}

async function lookAtTipset(page: Page, main: Locator): Promise<void> {
  await main.getByRole('region', { name: 'Message', exact: true }).getByRole('link').first().click();
  await expect(main.getByRole('heading', { level: 1, name: /^Tipset / })).toBeVisible();
  const messages = main.getByRole('grid', { name: 'Messages' });
  const filter = main.getByRole('combobox', { name: 'Filter messages' });
  await filter.fill('method:Approve');
  await filter.press('Enter');
  await expect(messages.getByRole('row')).toHaveCount(2);
  await expect(messages.getByRole('row').nth(1)).toContainText('0, OK');
  expect(page.url()).toContain('filter=method%3AApprove');

  await main.getByRole('grid', { name: 'Blocks' }).getByRole('row').nth(1).click();
  const pane = page.getByRole('complementary', { name: 'Block' });
  await expect(pane).toContainText('CID verified');
  await expect(pane).toContainText('Fork signal');
  await pane.getByRole('button', { name: 'Open block' }).click();
  await expect(main.getByRole('heading', { level: 1, name: /^Block of / })).toBeVisible();
  await expect(main.getByRole('region', { name: 'Block reward' })).toContainText('To the miner');
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Open tipset' }).click();
  await expect(main.getByRole('grid', { name: 'Blocks' })).toBeVisible();
  await expectAccessible(page);

  const field = main.getByRole('textbox', { name: 'Go to epoch' });
  await field.fill('soon');
  await field.press('Enter');
  await expect(main.getByRole('alert')).toContainText('a date such as');
  await field.fill('-1');
  await field.press('Enter');
  await expect(main.getByRole('heading', { level: 1, name: /^Tipset / })).toBeVisible();
  expect(await main.innerText()).not.toMatch(/NaN|undefined|\[object/);
}

test('recorded messages: a contract that gave up inside, and the logs that another one left', async ({ launch }) => {
  interface RecordedEvent {
    readonly msgCid: { readonly '/': string };
    readonly entries: readonly unknown[];
  }
  const cid = 'bafy2bzacedqrjyysdsp2b2qrfegxxwupma57szoluguylakiuhvdfwdgpcngm';
  const entries = readSharedJson<RecordedEvent[]>('chain/events/calibnet-1162295.nativelog.json.gz').filter(
    ({ msgCid }) => msgCid['/'] === cid,
  );
  const node = await startReplayNode({
    network: 'calibnet',
    // The recording names emitters by their addresses, Lotus by the numbers of their ids.
    overrides: { ChainGetEvents: () => entries.map((event) => ({ Emitter: 47_150, Entries: event.entries })) },
  });
  cleanups.push(() => node.stop());
  const profile = await profileKnowing({ name: 'Recorded', httpUrl: node.httpUrl, wsUrl: node.wsUrl });
  cleanups.push(() => profile.remove());
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
  const main = page.getByRole('main');

  await openMessage(page, cid);
  const returned = main.getByRole('region', { name: 'Return and events' });
  await expect(returned.getByRole('listitem')).toHaveCount(entries.length);
  await expect(returned.getByRole('listitem').first()).toContainText('f047150');

  await openMessage(page, 'bafy2bzacec3jyujpjg4wumptd3ks5jcx6uinwgglvqhj2l4fx5efeeyl47uau');
  await expect(main).toContainText('First failing call: InvokeContract of f066303, exit 33, contract reverted.');
  await expect(page.getByRole('complementary', { name: 'InvokeContract' })).toContainText('Sub-call 20 of 23');
  expect(await main.innerText()).not.toMatch(/NaN|undefined|\bnull\b|\[object/);
});
