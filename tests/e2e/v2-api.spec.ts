/** A node that serves the v2 API: its finality on Overview and Tipsets, its methods in the console, its URL in the form. */
import type { Page } from 'playwright';
import { startDevnet } from '../../electron/devnet/start-devnet.ts';
import { readSharedJson } from '../builders/shared-data.ts';
import { startV2Node } from '../fakes/v2-node/v2-node.ts';
import { expect, test } from './fixture.ts';
import { profileKnowing } from './replay-profile.ts';
import { openScreen } from './steps/open-screen.ts';

const { exampleConstructed } = readSharedJson<{ exampleConstructed: object }>('nv29/state-reward-distribution.json');

test('finality, the console and the form use the v2 API', async ({ launch }) => {
  const devnet = await startDevnet({ isPaused: true, seed: 'v2', historyEpochs: 60 });
  const node = await startV2Node(devnet.httpUrl, devnet.tokens.read, exampleConstructed);
  const profile = await profileKnowing({ name: 'with-v2', httpUrl: node.httpUrl });
  try {
    const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
    await openScreen(page, 'Overview');
    await expect(page.getByText(/^by F3, .* behind/)).toBeVisible();
    await expect(page.getByText(/safe [\d,]+, EC threshold 30/)).toBeVisible();
    await test.step('a tipset says what made it final, and from where', () => seeTipset(page));
    await test.step('the console sends to v2, with its lint', () => callV2(page));
    await test.step('a v2 URL that is pasted fills in both', () => pasteUrl(page, node.httpUrl));
    expect(node.asked).toContainEqual({ method: 'Filecoin.StateRewardDistribution', params: [{ tag: 'latest' }] });
  } finally {
    await node.stop();
    await devnet.stop();
    profile.remove();
  }
});

async function seeTipset(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/tipsets/50';
  });
  const facts = page.getByRole('region', { name: 'Facts' });
  await expect(facts).toContainText(/EC finalized [\d,]+, F3 finalized [\d,]+, from the v2 API/);
}

async function callV2(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/inspector/call/StateRewardDistribution';
  });
  await expect(page.getByRole('button', { name: 'Node, v2' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('complementary', { name: 'Documentation' })).toContainText('the distribution of its block rewards');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('tab', { name: 'Response' }).click();
  await expect(page.getByRole('tree', { name: 'Response' })).toContainText('Totals');
}

async function pasteUrl(page: Page, httpUrl: string): Promise<void> {
  await openScreen(page, 'Endpoints');
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  await page.getByRole('tab', { name: 'Manual' }).click();
  await page.getByLabel('HTTP URL').fill(httpUrl.replace('/rpc/v1', '/rpc/v2'));
  await expect(page.getByLabel('HTTP URL')).toHaveValue(httpUrl);
  await expect(page.getByLabel('v2 URL')).toHaveValue(httpUrl.replace('/rpc/v1', '/rpc/v2'));
  await page.getByRole('button', { name: 'Check endpoint' }).click();
  await expect(page.getByRole('status', { name: 'Check result' })).toContainText('/rpc/v2');
}
