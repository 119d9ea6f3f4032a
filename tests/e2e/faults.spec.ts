/**
 * A node that fails and is well again, as a person meets it: the sentence and the code where they look, the call in the inspector,
 * another try, and everything back without a reload. Then a node whose every text is hostile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { asBody, asReply, asText, type FaultNode, startFaultNode } from '../fakes/fault-node/fault-node.ts';
import type { HttpScript } from '../fakes/scripted-node/scripted-node.ts';
import { expect, type Sextant, test } from './fixture.ts';
import { profileKnowing } from './replay-profile.ts';
import { headEpoch } from './steps/head-epoch.ts';
import { openScreen } from './steps/open-screen.ts';
import { startStandaloneNode } from './steps/standalone-node.ts';
import { topBar } from './steps/top-bar.ts';

const NAME = 'switch-1';
const MEBIBYTE = 1024 * 1024;
const cleanups: (() => unknown)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Sextant on a profile that knows one node, behind a switch. */
async function open(
  launch: (options: { profile: string; hasEmbeddedNode: boolean }) => Promise<Sextant>,
): Promise<{ node: FaultNode; page: Page }> {
  const data = mkdtempSync(path.join(tmpdir(), 'sextant-node-'));
  cleanups.push(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
  const target = await startStandaloneNode(data, 1000);
  cleanups.push(() => target.kill());
  const node = await startFaultNode({ httpUrl: target.url, wsUrl: target.url.replace('http:', 'ws:') });
  cleanups.push(() => node.stop());
  const profile = await profileKnowing({ name: NAME, httpUrl: node.httpUrl, wsUrl: node.wsUrl });
  cleanups.push(() => profile.remove());
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
  await expect(endpointCell(page)).toContainText('live');
  return { node, page };
}

function endpointCell(page: Page): Locator {
  return topBar(page).getByRole('link', { name: new RegExp(`^${NAME}`) });
}

interface Fault {
  readonly name: string;
  readonly script: HttpScript;
  readonly title: string;
  readonly sentence: RegExp;
  /** As it stands beside the sentence. */
  readonly code: RegExp;
  /** Of the inspector's explanation. */
  readonly explained: string;
}

const rpcError = (code: number, message: string): object => ({ error: { code, message } });
const WRONG = 'Invalid response from the endpoint';

const FAULTS: readonly Fault[] = [
  {
    name: 'a web page',
    script: asText(200, '<!doctype html><title>Hello</title>'),
    title: WRONG,
    sentence: /answered with a web page, not with JSON-RPC\. Check the path of the URL\./,
    code: /endpoint-bad-reply, \w+, HTTP 200/,
    explained: 'The response is a web page',
  },
  {
    name: 'an empty body',
    script: asText(200, ''),
    title: WRONG,
    sentence: /answered with an empty body\./,
    code: /endpoint-bad-reply/,
    explained: 'Empty response',
  },
  {
    name: '401',
    script: asText(401, ''),
    title: 'Token missing or rejected',
    sentence: /requires a valid token \(HTTP 401\): no token was sent\./,
    code: /endpoint-unauthorised, \w+, HTTP 401/,
    explained: 'The endpoint requires a token',
  },
  {
    name: '403',
    script: asText(403, ''),
    title: 'Token missing or rejected',
    sentence: /does not allow this call \(HTTP 403\)\./,
    code: /endpoint-unauthorised, \w+, HTTP 403/,
    explained: 'The service refused the call',
  },
  {
    name: '404',
    script: asText(404, '404 page not found'),
    title: WRONG,
    sentence: /has nothing at this path \(HTTP 404\)\. A node serves \/rpc\/v1 and \/rpc\/v0\./,
    code: /endpoint-bad-reply, \w+, HTTP 404/,
    explained: 'No node at this path',
  },
  {
    name: '500 with a reply',
    script: asReply(500, rpcError(1, 'blockstore: block not found')),
    title: 'The node refused the call',
    sentence: /The node refused \w+\./,
    code: /node-error, \w+, HTTP 500, code 1: blockstore: block not found/,
    explained: 'The node does not have this data',
  },
  {
    name: 'JSON that breaks off',
    script: asBody((id) => `{"jsonrpc":"2.0","id":${id},"result":{"Head`),
    title: WRONG,
    sentence: /answered with incomplete or malformed JSON\./,
    code: /endpoint-bad-reply/,
    explained: 'The response is incomplete or malformed JSON',
  },
  {
    name: 'deep nesting',
    script: asBody((id) => `{"jsonrpc":"2.0","id":${id},"result":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    title: WRONG,
    sentence: /exceeds a limit: JSON is nested deeper than 256 levels\./,
    code: /endpoint-bad-reply/,
    explained: 'The reply exceeds a limit',
  },
  {
    name: 'a reply beyond the cap',
    script: asBody((id) => `{"jsonrpc":"2.0","id":${id},"result":"${'x'.repeat(128 * MEBIBYTE)}"}`),
    title: WRONG,
    sentence: /is larger than 128 MiB and was not read\./,
    code: /endpoint-bad-reply/,
    explained: 'The reply exceeds a limit',
  },
  {
    name: '502 of a proxy',
    script: asText(502, '<html>bad gateway'),
    title: 'The endpoint does not respond',
    sentence: /The node behind 127\.0\.0\.1:\d+ does not respond \(HTTP 502\)\./,
    code: /endpoint-unreachable, \w+, HTTP 502/,
    explained: 'The node behind the endpoint does not respond',
  },
];

/** Each call that is refused so makes the next ones slower, so one method alone is. */
const BUSY: Fault = {
  name: '429',
  script: asText(429, ''),
  title: 'Rate-limited by the endpoint',
  sentence: /received too many requests from this machine \(HTTP 429\)\./,
  code: /endpoint-rate-limited, \w+, HTTP 429/,
  explained: 'Rate-limited by the endpoint',
};

test('a node fails in a dozen ways and is well again, without a reload', async ({ launch }) => {
  const { node, page } = await open(launch);
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

  await test.step('down: what is known stays, words and code say why', async () => {
    const epoch = await headEpoch(page);
    await node.goDown();
    await expect(endpointCell(page)).toContainText('not responding');
    await expect(page.getByRole('region', { name: 'Node health' })).toContainText('Not responding');
    await expect(page.getByText(/Could not connect to 127\.0\.0\.1:\d+: connection refused\./).first()).toBeVisible();
    expect(await headEpoch(page)).toBeGreaterThanOrEqual(epoch);
    await openScreen(page, 'Endpoints');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: `Could not connect to ${NAME}` })).toBeVisible();
    await expect(main).toContainText(/Could not connect to 127\.0\.0\.1:\d+: connection refused\. endpoint-unreachable/);
    await main.getByRole('button', { name: 'Show the call' }).click();
    await expect(main).toContainText('Could not reach the endpoint. ');
    await openScreen(page, 'Overview');
    await node.heal();
    await expect.poll(() => headEpoch(page)).toBeGreaterThan(epoch);
    await expect(endpointCell(page)).toContainText('live');
  });

  const [first] = FAULTS;
  node.fail(first?.script ?? asText(500, ''));
  await openScreen(page, 'Deals');
  for (const fault of FAULTS) {
    await test.step(fault.name, async () => {
      node.fail(fault.script);
      await expectFault(page, fault);
    });
  }
  await test.step('the top bar says what it is', () => expect(endpointCell(page)).toContainText(/not responding|invalid responses/));
  await test.step(BUSY.name, async () => {
    await node.heal();
    node.failMethods(['StateMarketDeals'], BUSY.script);
    await expectFault(page, BUSY);
  });

  await node.heal();
  await test.step('the panel is well again', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('grid', { name: 'Deals' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await test.step('heads come, to the same page', async () => {
    const epoch = await headEpoch(page);
    await expect.poll(() => headEpoch(page)).toBeGreaterThan(epoch);
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  });
  await test.step('the endpoint is', async () => {
    await openScreen(page, 'Overview');
    await expect(page.getByRole('region', { name: 'Node health' })).toContainText(/Healthy|Answers, but its head is/);
  });
});

/** The panel says it after another try, its call is explained in the inspector, and back is where one was. */
async function expectFault(page: Page, { title, sentence, code, explained }: Fault): Promise<void> {
  const alert = page.getByRole('main').getByRole('alert');
  await expect(async () => {
    const again = alert.getByRole('button', { name: 'Try again' });
    if (await again.isVisible()) await again.click();
    await expect(alert).toContainText(sentence, { timeout: 8000 });
  }).toPass();
  await expect(alert.getByRole('heading', { name: title })).toBeVisible();
  await expect(alert).toContainText(code);
  await alert.getByRole('button', { name: 'Show the call' }).click();
  await expect(page.getByRole('main')).toContainText(`${explained}. `);
  await page.goBack();
  await expect(alert).toBeVisible();
}

const MARKUP = '<img src=x onerror="globalThis.isHacked=true">';
/** Markup, a formula, a character that turns the direction, control characters, and length. */
const HOSTILE = `=cmd|' /C calc'!A0 ${MARKUP}\u202egnp.exe\u0000\u0007\u001b[31m `;

test('hostile text in every field is shown as text, and nothing moves', async ({ launch }) => {
  const { node, page } = await open(launch);
  const long = HOSTILE + 'x'.repeat(1800);
  const huge = HOSTILE + 'x'.repeat(MEBIBYTE);
  node.change({
    Version: (value) => ({ ...(value as object), Version: HOSTILE.repeat(3).slice(0, 300), Agent: long }),
    StateNetworkName: () => HOSTILE.repeat(2).slice(0, 180),
    ID: () => long,
    NetPeers: () => [1, 2, 3].map((count) => ({ ID: `${count} ${long}`, Addrs: [long] })),
    NetAgentVersion: () => long,
    NetAddrsListen: () => ({ ID: long, Addrs: [long, long] }),
    StateMarketDeals: (value) => withLabels(value, huge),
    StateMarketStorageDeal: (value) => withLabel(value, huge),
    StateMinerInfo: (value) => ({ ...(value as object), PeerId: HOSTILE.repeat(4).slice(0, 400) }),
  });
  node.dropSockets();
  // The node is asked anew who it is.
  await openScreen(page, 'Endpoints');
  await page.getByRole('button', { name: `Edit ${NAME}` }).click();
  await page.getByRole('button', { name: 'Save unchecked' }).click();

  await openScreen(page, 'Overview');
  const main = page.getByRole('main');
  await expect(page.getByRole('region', { name: 'Node health' })).toContainText('onerror');
  await expectHarmless(page);
  await test.step('version, peers, addresses', async () => {
    await openScreen(page, 'Node');
    await expect(page.getByRole('region', { name: 'Software' })).toContainText('onerror');
    await expect(page.getByRole('region', { name: 'Peers' })).toContainText('onerror');
    await expectHarmless(page);
  });
  await test.step('labels of deals', async () => {
    await openScreen(page, 'Deals');
    // Claims have no labels.
    await page.getByRole('button', { name: 'f05 deals' }).click();
    await page.getByRole('grid', { name: 'Deals' }).getByRole('row').nth(1).click();
    await expect(main).toContainText('onerror');
    await expectHarmless(page);
  });
  await test.step('the peer id of a miner', async () => {
    await openScreen(page, 'Miners');
    await page.getByRole('grid', { name: 'Miners' }).getByRole('row').nth(1).click();
    await page
      .getByRole('region', { name: 'Keys' })
      .getByRole('link', { name: /^StateMinerInfo/ })
      .click();
    await page.getByRole('tab', { name: 'Response' }).click();
    await expect(main).toContainText('onerror');
    await expectHarmless(page);
  });
  await test.step('an error of a megabyte, in a panel and in the inspector', async () => {
    node.fail(asReply(500, rpcError(1, huge)));
    // A deal that was not read before: what is known stays, with its age.
    await page.evaluate(() => {
      location.hash = '/deals/2';
    });
    const alert = page.getByRole('complementary', { name: 'Deal' }).getByRole('alert');
    await expect(alert).toContainText('onerror');
    await expect(alert).toContainText(/[\d,]+ more characters/);
    await expectHarmless(page);
    await alert.getByRole('button', { name: 'Show the call' }).click();
    await expect(main).toContainText('The node returned an error. ');
    await expectHarmless(page);
    await page.setViewportSize({ width: 1024, height: 700 });
    await expectHarmless(page);
    for (const screen of ['Endpoints', 'Overview', 'Node']) {
      await openScreen(page, screen);
      await expectHarmless(page);
    }
    await node.heal();
  });
});

function withLabels(deals: unknown, label: string): unknown {
  const some = Object.entries(deals as object).slice(0, 8);
  return Object.fromEntries(some.map(([id, deal]) => [id, withLabel(deal, label)]));
}

function withLabel(deal: unknown, label: string): unknown {
  const { Proposal, ...rest } = deal as { Proposal: object };
  return { ...rest, Proposal: { ...Proposal, Label: label } };
}

/** Nothing was made of the markup, no invisible character is in the document, and the page is as wide as its window. */
async function expectHarmless(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
  const seen = await page.evaluate(() => ({
    images: document.querySelectorAll('img').length,
    isHacked: 'isHacked' in globalThis,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be absent
    hasRawControls: /[\u0000\u0007\u001b\u202a-\u202e\u2066-\u2069]/.test(document.body.innerText),
    hasSpill: document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth,
  }));
  expect(seen).toEqual({ images: 0, isHacked: false, hasRawControls: false, hasSpill: false });
}
