/** Parameters and return values in words: recorded messages on the message page, and a message of one's own before it is signed. */
import type { Locator, Page } from 'playwright';
import { actorCodes } from '../../shared/domain/methods/actor-code.ts';
import type { RecordedNetwork } from '../fakes/replay-node/recorded-chain.ts';
import { startReplayNode } from '../fakes/replay-node/replay-node.ts';
import { expect, type LaunchOptions, type Sextant, test } from './fixture.ts';
import { profileKnowing } from './replay-profile.ts';
import { fundKey } from './steps/fund-key.ts';
import { headEpoch } from './steps/head-epoch.ts';
import { makeKey } from './steps/make-key.ts';
import { openScreen } from './steps/open-screen.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';

const cleanups: (() => Promise<void> | void)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** The recordings do not have what kind of actor an address is: the node tells it for those that a test is about. */
async function open(
  launch: (options?: LaunchOptions) => Promise<Sextant>,
  network: RecordedNetwork,
  codes: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const node = await startReplayNode({
    network,
    ...(Object.keys(codes).length === 0
      ? {}
      : {
          overrides: {
            StateGetActor: ([address]) => ({
              Code: { '/': codes[String(address)] },
              Head: { '/': codes[String(address)] },
              Nonce: 0,
              Balance: '0',
            }),
          },
        }),
  });
  cleanups.push(() => node.stop());
  const profile = await profileKnowing({ name: 'Recorded', httpUrl: node.httpUrl, wsUrl: node.wsUrl });
  cleanups.push(() => profile.remove());
  return (await launch({ profile: profile.folder, hasEmbeddedNode: false })).page;
}

async function openMessage(page: Page, cid: string): Promise<{ params: Locator; receipt: Locator }> {
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill(cid);
  await expect(page.getByRole('option', { name: `Message ${cid}` })).toBeVisible();
  await field.press('Enter');
  const main = page.getByRole('main');
  return {
    params: main.getByRole('region', { name: 'Decoded parameters', exact: true }),
    receipt: main.getByRole('region', { name: 'Decoded return value', exact: true }),
  };
}

function field(scope: Locator, name: string): Locator {
  return scope.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');
}

test('recorded deals, a swap and a call of an unknown actor are read field by field', async ({ launch }) => {
  const page = await open(launch, 'mainnet');
  await test.step('PublishStorageDeals', async () => {
    const { params, receipt } = await openMessage(page, 'bafy2bzacebfywta3es6gibhco3h3mahf5xcnk7maqvpnm2w2lqoh7tijwmkde');
    await expect(params).toContainText('Deals 18 items');
    await expect(field(params, 'Provider').first()).toHaveText('f02182867');
    await expect(field(params, 'PieceSize').first()).toHaveText('68,719,476,736 64 GiB');
    await expect(field(params, 'StartEpoch').first()).toContainText('2,964,891');
    await expect(field(params, 'ProviderCollateral').first().getByTitle('21,834,768,001,435,014 attoFIL', { exact: true })).toBeVisible();
    await expect(field(params, 'PieceCID')).toHaveCount(4);
    await params.getByRole('button', { name: 'Show the other 14' }).click();
    await expect(field(params, 'PieceCID')).toHaveCount(18);
    await expect(field(receipt, 'IDs')).toContainText('39,126,540, 39,126,541');
    await expect(field(receipt, 'ValidDeals')).toHaveText('18 numbers: 0–17');
    await page.getByRole('group', { name: 'Parameters format' }).getByRole('button', { name: 'Raw' }).click();
    await expect(page.getByRole('region', { name: 'Parameters', exact: true })).toContainText(/8192[0-9a-f]{100}/);
  });
  await test.step('InvokeContract', async () => {
    const { params } = await openMessage(page, 'bafy2bzacecjoni3upygfz3rv7gyh3r6jli7cflgt3daigpkbzu6txzlx32kso');
    await expect(params).toContainText('swapExactETHForTokens(uint256,address[],address,uint256)');
    await expect(field(params, 'amountOutMin')).toHaveText('476,666');
  });
  await test.step('a method of an actor that nobody names', async () => {
    const { params } = await openMessage(page, 'bafy2bzaceceuu4zdtnrmde4c7j5saprgawyckyuuhpwupsznuxh7fubsiizvs');
    await expect(params).toContainText('Unknown method: shown as CBOR without field names.');
    await expect(params).toContainText('1,920 bytes');
  });
});

test('recorded proposals say what they propose, and a revert says why', async ({ launch }) => {
  const codes = actorCodes('calibration');
  const page = await open(launch, 'calibnet', { f058051: codes.multisig, f027089: codes.storageminer });
  const { params, receipt } = await openMessage(page, 'bafy2bzacedqesv5org7ryp6ivqcvuvw4lec2c774da4pho5hkwyeu6fhr6efm');
  await expect(params).toContainText(/Calls\s*f027089\s*·\s*storageminer\s*·\s*WithdrawBalance/);
  await expect(field(params, 'AmountRequested')).toHaveText('636.066378824664286068FIL');
  await expect(field(receipt, 'Applied')).toHaveText('No');

  const contract = await openMessage(page, 'bafy2bzacec3jyujpjg4wumptd3ks5jcx6uinwgglvqhj2l4fx5efeeyl47uau');
  await expect(contract.params).toContainText('0x49160658 unknown');
  await expect(page.getByRole('main')).toContainText('The contract reverted with the reason: insufficient balance. First failing call');
  await expect(page.getByRole('main')).toContainText('The fee was paid');
  await expect(contract.receipt).toContainText('The contract reverted with the reason: insufficient balance');
});

test('a call of the market is approved field by field', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 250 });
  const { page } = sextant;
  await expect.poll(() => headEpoch(page)).toBeGreaterThan(0);
  const { address } = await makeKey(sextant, PASSPHRASE);
  await fundKey(page);

  await openScreen(page, 'Compose');
  await page.getByLabel('To', { exact: true }).fill('t05');
  await page.getByLabel('Amount').fill('2.5');
  await expect(page.getByText('storagemarket', { exact: true })).toBeVisible();
  await page.getByLabel('Call', { exact: true }).fill('AddBalance');
  await page.getByLabel('Provider or client address').fill(address);
  const review = page.getByRole('button', { name: 'Review and approve' });
  await expect(review).toBeEnabled();
  const trusted = await sextant.openTrusted(() => review.click());
  await expect(trusted.getByRole('heading', { level: 1, name: 'Call AddBalance, with 2.5 FIL' })).toBeVisible();
  const credited = trusted.locator('dt', { hasText: /^ProviderOrClientAddress$/ }).locator('+ dd');
  expect((await credited.locator('[data-address]').innerText()).replace(/\s/g, '')).toBe(address);
  await expect(credited.locator('[data-by="key"]')).toContainText('Main key');
  await trusted.close();
});
