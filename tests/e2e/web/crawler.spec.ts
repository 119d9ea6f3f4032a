/**
 * Every screen and what it leads to, on the embedded node, on an endpoint that serves what public ones do, and on recorded networks: no
 * word of a missing value, no link that leads nowhere, nothing wider than the window. A page or console error fails it too, as everywhere.
 * On one host: the documents are the same on both.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postCall } from '../../builders/devnet-caller.ts';
import { readSharedJson } from '../../builders/shared-data.ts';
import { expect, test } from '../fixture.ts';
import { profileKnowing } from '../replay-profile.ts';
import { crawl } from '../steps/crawl.ts';
import { openRecorded } from '../steps/recorded.ts';
import { startStandaloneNode } from '../steps/standalone-node.ts';
import { topBar } from '../steps/top-bar.ts';

/** The smallest window that is promised. */
const SMALL = { width: 1024, height: 700 };

// Each has a whole Sextant for itself: two workers share them.
test.describe.configure({ mode: 'parallel' });

const cleanups: (() => Promise<void> | void)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** What a user reaches by typing, by a button, or by what happens seldom; on any node. */
function deepPlaces(letter: 'f' | 't', epoch: number): string[] {
  const pinned = ['/overview', '/miners', `/miners/${letter}01000`, '/deals', `/actors/${letter}01`].map((place) => `${place}?at=${epoch}`);
  return [
    `/miners/${letter}01000`,
    `/miners/${letter}01000?source=state`,
    `/miners/${letter}01000?deadline=0`,
    `/miners/${letter}01000?sector=1`,
    `/miners/${letter}01000?expiries=1`,
    ...pinned,
    `/tipsets/${epoch}?against=${Math.max(0, epoch - 20)}`,
    '/mempool',
    '/sealing?view=table',
    '/sealing/paste',
    '/sealing/retrieval',
    '/sealing/retrieval?ask=3',
    '/deals/check',
    '/deals/proposal',
    '/deals/paste',
    '/deals/0',
    '/deals/999999',
    `/actors/${letter}0999999`,
    '/messages/bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w',
    '/compose/batch',
    '/inspector/new',
    '/inspector/call/ChainHead',
    '/endpoints/new',
    '/addresses/new',
    '/nowhere',
  ];
}

/** One actor of each kind of code that a node has, among those with small numbers. */
async function oneOfEachType(url: string, letter: 'f' | 't'): Promise<string[]> {
  const numbers = [...Array(120).keys(), ...Array.from({ length: 12 }, (_, index) => 1000 + index)];
  const byCode = new Map<string, string>();
  for (const number of numbers) {
    const address = `${letter}0${number}`;
    const { result } = (await postCall(url, 'Filecoin.StateGetActor', [address, null])).json as {
      result?: { Code: { '/': string } } | null;
    };
    const code = result?.Code['/'];
    if (code !== undefined && !byCode.has(code)) byCode.set(code, `/actors/${address}`);
  }
  return [...byCode.values()];
}

test('the embedded node', async ({ launch }) => {
  test.setTimeout(180_000);
  const sextant = await launch({ blockTimeMs: 1000 });
  const { page } = sextant;
  await page.setViewportSize(SMALL);
  await expect(topBar(page)).toContainText('final');
  const actors = await oneOfEachType(sextant.nodeUrl(), 't');
  expect(actors.length).toBeGreaterThan(10);
  const { places, problems } = await crawl(page, { limit: 130, alsoFrom: [...actors, ...deepPlaces('t', 140)] });
  expect(problems).toEqual([]);
  expect(places.length).toBeGreaterThan(80);
});

test('an endpoint that serves what public ones do', async ({ launch }) => {
  test.setTimeout(180_000);
  const data = mkdtempSync(path.join(tmpdir(), 'sextant-crawl-'));
  const node = await startStandaloneNode(data, 2000, 0, ['--gateway']);
  cleanups.push(async () => {
    await node.kill();
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  });
  const profile = await profileKnowing({ name: 'Gateway', httpUrl: node.url, wsUrl: node.url.replace('http', 'ws') });
  cleanups.push(() => profile.remove());
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
  await expect(topBar(page)).toContainText('final');
  const actors = await oneOfEachType(node.url, 't');
  const { places, problems } = await crawl(page, { limit: 100, alsoFrom: [...actors, ...deepPlaces('t', 140)] });
  expect(problems).toEqual([]);
  expect(places.length).toBeGreaterThan(60);
});

test('recorded mainnet at its genesis', async ({ launch }) => {
  test.setTimeout(180_000);
  const { node, page } = await openRecorded(launch, { network: 'mainnet', miners: 'genesis' }, cleanups);
  await expect(topBar(page)).toContainText('final');
  const actors = await oneOfEachType(node.httpUrl, 'f');
  expect(actors.length).toBeGreaterThan(6);
  const { places, problems } = await crawl(page, { limit: 100, alsoFrom: [...actors, ...deepPlaces('f', 0)] });
  expect(problems).toEqual([]);
  expect(places.length).toBeGreaterThan(50);
});

test('recorded calibration network, with what its messages did inside', async ({ launch }) => {
  test.setTimeout(180_000);
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

test('what is wrong is found, wherever it stands', async ({ testBrowser }) => {
  const page = await testBrowser.context.newPage();
  const body = `
    <h1>Places</h1>
    <nav><a href="#/text">Text</a> <a href="#/hint">Hint</a> <a href="#/tab">Tab</a> <a href="#/table">Table</a> <a href="#/dead">Dead</a></nav>
    <main></main>
    <script>
      const PLACES = {
        text: 'Balance: NaN FIL',
        hint: '<button title="Owner: undefined">Owner</button> <a href="#/linked">On</a>',
        linked: '<div style="width: 9000px">Wide</div>',
        tab: '<button role="tab" onclick="this.nextSibling.textContent = String({})">More</button><p></p>',
        table: '<table role="grid"><tbody><tr aria-selected="false" onclick="location.hash = location.hash + 1"><td>Row</td></tr></tbody></table>',
        table1: 'Change: -0.00 FIL',
      };
      const show = () => {
        const place = location.hash.slice(2);
        document.querySelector('h1').textContent = place in PLACES ? place : 'No such screen';
        document.querySelector('main').innerHTML = PLACES[place] ?? '';
      };
      addEventListener('hashchange', show);
    </script>`;
  await page.route('http://wrong.test/', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('http://wrong.test/');
  const { problems } = await crawl(page, { limit: 20 });
  await page.close();
  expect(problems.map((problem) => problem.replace(/“.*?(NaN|undefined|\[object|-0\.00).*/, '$1'))).toEqual([
    '/text: NaN',
    '/hint: undefined',
    '/tab, More: [object',
    '/table1: -0.00',
    '/dead: a link that leads nowhere',
    '/linked: wider than the window',
  ]);
});
