/**
 * Every screen on a chain at network version 29 with reward streams, on one that upgrades to it meanwhile, and behind an endpoint that
 * claims version 30: no word of a missing value, no dead link, and the version of each in the header. On one host, as the crawler.
 */
import type { Page } from 'playwright';
import type { DevnetOptions, RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { control } from '../../builders/devnet-caller.ts';
import { type FaultNode, startFaultNode } from '../../fakes/fault-node/fault-node.ts';
import { expect, type LaunchOptions, type Sextant, test } from '../fixture.ts';
import { profileKnowing } from '../replay-profile.ts';
import { crawl } from '../steps/crawl.ts';
import { topBar } from '../steps/top-bar.ts';

// Each has a whole Sextant for itself: two workers share them.
test.describe.configure({ mode: 'parallel' });

const cleanups: (() => Promise<void> | void)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const HISTORY_EPOCHS = 60;
/** So many seconds after the chain goes on: the crawl is in the middle then. */
const EPOCHS_AHEAD = 8;
/** What depends on the network version, beside the screens of the navigation. */
const PLACES = [
  '/tipsets/30',
  '/actors/t02',
  '/actors/t06',
  '/actors/t07',
  '/actors/t01000',
  '/miners/t01000',
  '/miners/t01000?source=state',
  '/miners/t01000?sector=1',
  '/miners/t01000?upgrade=1',
  '/node/upgrades',
];
const LIMIT = 40;
const UNKNOWN_ACTOR = /unknown actor/i;

async function startChain(more: Pick<DevnetOptions, 'upgradeEpoch' | 'isPaused'> = {}): Promise<RunningDevnet> {
  const chain = await startDevnet({
    blockTimeMs: 1000,
    seed: 'crawl versions',
    historyEpochs: HISTORY_EPOCHS,
    streams: 'mainnet',
    ...more,
  });
  cleanups.push(() => chain.stop());
  return chain;
}

async function openOn(launch: (options?: LaunchOptions) => Promise<Sextant>, httpUrl: string, wsUrl?: string): Promise<Page> {
  const profile = await profileKnowing({ name: 'Versions', httpUrl, ...(wsUrl === undefined ? {} : { wsUrl }) });
  cleanups.push(() => profile.remove());
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
  return page;
}

function expectVersion(page: Page, text: string): Promise<void> {
  return expect(topBar(page).getByRole('link', { name: /^Network version / })).toHaveText(text);
}

async function expectSound(page: Page, forbidden: readonly RegExp[], upgrades: readonly string[] = []): Promise<void> {
  const alsoFrom = [...PLACES, ...upgrades.map((id) => `/node/upgrades/${id}`)];
  const { places, problems } = await crawl(page, { limit: LIMIT, alsoFrom, forbidden: [UNKNOWN_ACTOR, ...forbidden] });
  expect(problems).toEqual([]);
  expect(places).toEqual(expect.arrayContaining(alsoFrom));
  expect(places.length).toBeGreaterThan(25);
}

test('a chain at network version 29 with reward streams', async ({ launch }) => {
  const { httpUrl, wsUrl } = await startChain();
  const page = await openOn(launch, httpUrl, wsUrl);
  await expectVersion(page, 'v29');
  await expectSound(page, [/\bv28\b/, /not verified (for|after)/]);
});

test('a chain that upgrades from 28 to 29 meanwhile', async ({ launch }) => {
  const upgradeEpoch = HISTORY_EPOCHS + EPOCHS_AHEAD;
  const chain = await startChain({ upgradeEpoch, isPaused: true });
  const page = await openOn(launch, chain.httpUrl, chain.wsUrl);
  await expectVersion(page, 'v28');
  await control(chain, 'resume');
  await expectSound(page, [/not verified (for|after)/], [`${upgradeEpoch}-Solstice`]);
  await expectVersion(page, 'v29');
});

test('an endpoint that claims network version 30', async ({ launch }) => {
  const node = await startClaimsVersion30(await startChain());
  // Over HTTP alone: what WebSockets carry is not changed.
  const page = await openOn(launch, node.httpUrl);
  await expectVersion(page, 'v30 · not verified');
  await expectSound(page, [/\bv29\b/], ['1-Xx']);
  for (const place of ['/actors/t02', '/tipsets/30', '/miners/t01000']) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#${place}`);
    await expect(page.getByRole('main').getByText('not verified for version 30').first()).toBeVisible();
  }
});

/** The chain runs 29; its endpoint gives 30 for every tipset, by an upgrade that no release knows. */
async function startClaimsVersion30(chain: RunningDevnet): Promise<FaultNode> {
  const node = await startFaultNode(chain);
  cleanups.push(() => node.stop());
  node.change({
    StateNetworkVersion: () => 30,
    StateGetNetworkParams: (result) => {
      const params = result as { readonly ForkUpgradeParams: object };
      return { ...params, ForkUpgradeParams: { ...params.ForkUpgradeParams, UpgradeXxHeight: 1 } };
    },
  });
  return node;
}
