/**
 * Every screen and what it leads to, on the embedded node and on an endpoint that serves what public ones do: no word of a missing value,
 * no link that leads nowhere, nothing wider than the window. A page or console error fails it too, as everywhere.
 * On one host: the documents are the same on both.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '../fixture.ts';
import { profileKnowing } from '../replay-profile.ts';
import { crawl } from '../steps/crawl.ts';
import { deepPlaces, oneOfEachType } from '../steps/deep-places.ts';
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

test('the embedded node', async ({ launch }) => {
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
        document.querySelector('h1').textContent = place in PLACES ? place : 'Screen not found';
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
