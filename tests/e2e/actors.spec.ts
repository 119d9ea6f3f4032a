/** Any actor by any of its names: a multisig with what waits in it, the network's own, and who waits in the pool. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { startDevnet } from '../../electron/devnet/start-devnet.ts';
import { formatAddress } from '../../shared/domain/addresses/address.ts';
import { DevnetSender } from '../builders/devnet-sender.ts';
import { makePendingProposal } from '../builders/pending-proposal.ts';
import { expect, test } from './fixture.ts';
import { profileKnowing } from './replay-profile.ts';
import { openScreen } from './steps/open-screen.ts';

const cleanups: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('a multisig, the actors of the network and the pool are read by whatever names them', async ({ launch }) => {
  // It stands still, so that what waits goes on waiting.
  const node = await startDevnet({ seed: 'actors', isPaused: true, historyEpochs: 30 });
  cleanups.push(() => node.stop());
  const sender = new DevnetSender(node, 'actors');
  const { multisig, signers, hash } = await makePendingProposal(sender);
  const ann = sender.key('traffic-0');
  const cid = await sender.push(ann, 99, { value: 7n });
  const from = formatAddress(ann.address, 't');
  const profile = await profileKnowing({ name: 'Still node', httpUrl: node.httpUrl, wsUrl: node.wsUrl });
  cleanups.push(profile.remove);
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });

  await test.step('a multisig is found, with its signers and what waits, decoded', async () => {
    await search(page, multisig, `multisig actor ${multisig}`);
    await expect(page.getByRole('heading', { level: 1, name: multisig })).toBeVisible();
    await expect(page.getByText('2 of 2 approvals required')).toBeVisible();
    const grid = page.getByRole('grid', { name: 'Signers' });
    for (const signer of signers) await expect(grid).toContainText(signer);
    const proposal = page.getByRole('article', { name: 'Proposal 0' });
    await expect(proposal.getByRole('heading')).toHaveText('0: WithdrawBalance');
    await expect(proposal).toContainText('1 of 2 approvals');
    await expect(proposal).toContainText('2.563820801565692018');
    await expect(proposal).toContainText(hash);
    await expect(proposal.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
    const state = page.getByRole('region', { name: 'State', exact: true });
    await expect(state).toContainText('NumApprovalsThreshold2');
    expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
  });

  await test.step('its messages: of the pool, and of the last tipsets where they are looked through', async () => {
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect(messages).toContainText('No pending messages');
    await messages.getByRole('button', { name: 'On chain' }).click();
    await messages.getByRole('button', { name: 'Search 120 tipsets' }).click();
    await expect(messages.getByRole('row').filter({ hasText: from.slice(-6) })).toHaveCount(1);
  });

  await test.step('an actor of the network, pinned to an epoch', async () => {
    await search(page, 'f01', 'init actor t01');
    await expect(page.getByRole('region', { name: 'State', exact: true })).toContainText('NextID');
    await page.keyboard.press('p');
    await expect(page.getByRole('button', { name: 'Follow the head' })).toBeVisible();
    await page.getByRole('button', { name: 'Follow the head' }).click();
  });

  await test.step('who waits in the pool, and the message itself', async () => {
    await openScreen(page, 'Mempool');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    const row = page
      .getByRole('grid', { name: 'Senders' })
      .getByRole('row')
      .filter({ hasText: from.slice(-6) });
    await expect(row).toContainText('Ready');
    expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
    await row.click();
    const grid = page.getByRole('grid', { name: 'Messages in the mempool' });
    await expect(grid.getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('combobox', { name: 'Filter the messages' })).toBeVisible();
    await grid.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain(cid);
  });

  await test.step('what leads elsewhere', async () => {
    const hits = page.getByRole('listbox', { name: 'Search results' });
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.fill(`${from}:3`);
    await expect(hits.getByRole('option', { name: new RegExp(from) })).toContainText('Nonce 3 was executed');
    await field.fill('18');
    await expect(hits.getByRole('option', { name: 'Exit code 18, ErrForbidden' })).toBeVisible();
    expect((await new AxeBuilder({ page }).include('search').analyze()).violations).toEqual([]);
    await field.fill('sector 0 of f01000');
    await expect(hits.getByRole('option', { name: 'Sector 0 of t01000' })).toBeVisible();
    await field.press('Escape');
  });
});

/** Opens what a text means by the search field and the keyboard. */
async function search(page: Page, text: string, title: string): Promise<void> {
  await page.keyboard.press('Escape');
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill(text);
  await expect(page.getByRole('listbox', { name: 'Search results' }).getByRole('option', { name: title })).toBeVisible();
  await field.press('Enter');
}
