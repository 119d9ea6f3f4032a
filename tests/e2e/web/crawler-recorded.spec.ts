/** As the crawler, on recorded networks. */
import { readSharedJson } from '../../builders/shared-data.ts';
import { expect, test } from '../fixture.ts';
import { crawl } from '../steps/crawl.ts';
import { deepPlaces, oneOfEachType } from '../steps/deep-places.ts';
import { openRecorded } from '../steps/recorded.ts';
import { topBar } from '../steps/top-bar.ts';

// Each has a whole Sextant for itself: two workers share them.
test.describe.configure({ mode: 'parallel' });

const cleanups: (() => Promise<void> | void)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('recorded mainnet at its genesis', async ({ launch }) => {
  const { node, page } = await openRecorded(launch, { network: 'mainnet', miners: 'genesis' }, cleanups);
  await expect(topBar(page)).toContainText('final');
  const actors = await oneOfEachType(node.httpUrl, 'f');
  expect(actors.length).toBeGreaterThan(6);
  const { places, problems } = await crawl(page, { limit: 100, alsoFrom: [...actors, ...deepPlaces('f', 0)] });
  expect(problems).toEqual([]);
  expect(places.length).toBeGreaterThan(50);
});

test('recorded calibration network, with what its messages did inside', async ({ launch }) => {
  const { page } = await openRecorded(launch, { network: 'calibnet' }, cleanups);
  await expect(topBar(page)).toContainText('final');
  const failed = readSharedJson<{ Trace: { MsgCid: { '/': string }; MsgRct: { ExitCode: number } }[] }>(
    'chain/messages/calibnet-1334035.json.gz',
  ).Trace.filter(({ MsgRct }) => MsgRct.ExitCode !== 0);
  const { places, problems } = await crawl(page, {
    limit: 40,
    alsoFrom: [
      ...failed.map(({ MsgCid }) => `/messages/${MsgCid['/']}`),
      '/tipsets/1334035',
      '/tipsets/1572087?against=1334035',
      '/overview?at=1572087',
      '/miners/t01000?at=1572087',
    ],
  });
  expect(problems).toEqual([]);
  expect(places.length).toBeGreaterThan(25);
});
