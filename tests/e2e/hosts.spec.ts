/** What a document may and may not do, in a real browser, on whichever host: also when its scripts have turned against the user. */
import type { Page } from 'playwright';
import { expect, test } from './fixture.ts';
import { askForTrusted, call, speak } from './steps/speak.ts';

/** What the browser says when the policy or the shell stops something: the point of these specs. */
const REFUSALS = /Content Security Policy|Failed to load resource|ERR_|Refused to|blocked/i;

/** The document is drawn and has opened its session, which takes a moment longer. */
async function isShown(page: Page): Promise<void> {
  await expect(page.locator('#root > :not(style)').first()).toBeVisible();
  await expect.poll(() => call(page, 'app.getInfo', {})).not.toBe('closed');
}

test('the app and the trusted document each speak for their own zone alone', async ({ launch }) => {
  const sextant = await launch();
  const { page } = sextant;
  await isShown(page);
  expect(await call(page, 'app.getInfo', {})).toContain('"ok":true');
  const trusted = await sextant.openTrusted(() => askForTrusted(page, { name: 'create-vault' }));
  await isShown(trusted);

  const secret = { passphrase: 'four unrelated words here', label: 'x' };
  expect(await call(page, 'approval.createVault', secret)).toMatch(/forbidden|Unknown call/);
  expect(await speak(page, { type: 'subscribe', topic: 'approval.changed' })).toMatch(/forbidden|Unknown call/);
  expect(await call(trusted, 'app.getInfo', {})).toMatch(/forbidden|Unknown call/);
  expect(await speak(trusted, { type: 'subscribe', topic: 'wallet.changed' })).toMatch(/forbidden|Unknown call/);
});

test('the trusted document is out of reach of the app', async ({ launch }) => {
  const sextant = await launch();
  const { page } = sextant;
  sextant.allowConsoleError(REFUSALS);
  await isShown(page);
  const trusted = await sextant.openTrusted(() => askForTrusted(page, { name: 'create-vault' }));
  await isShown(trusted);
  expect(await trusted.evaluate(() => window.opener)).toBeNull();
  expect(new URL(trusted.url()).origin).not.toBe(new URL(page.url()).origin);
  expect(trusted.url()).not.toContain('ticket');

  // Framed, its policy keeps it blank.
  const framed = await page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        const frame = document.createElement('iframe');
        frame.addEventListener('load', () => {
          try {
            resolve(frame.contentDocument?.body.textContent ?? 'nothing');
          } catch (error) {
            resolve(error instanceof Error ? error.name : 'unknown');
          }
        });
        frame.src = address;
        document.body.append(frame);
        setTimeout(() => resolve('nothing'), 3000);
      }),
    new URL(trusted.url()).origin,
  );
  expect(['nothing', 'SecurityError', '']).toContain(framed);
  for (const frame of page.frames())
    expect(await frame.evaluate(() => document.querySelector('#root') !== null && window !== window.top)).toBe(false);

  // Its storage and its answers belong to another origin.
  const read = await page.evaluate(
    (address) =>
      fetch(address).then(
        (response) => response.type,
        (error) => error.name,
      ),
    trusted.url(),
  );
  expect(read).toBe('TypeError');
});

test('no document runs text as a script or reaches another host', async ({ launch }) => {
  const sextant = await launch();
  sextant.allowConsoleError(REFUSALS);
  await isShown(sextant.page);
  const trusted = await sextant.openTrusted(() => askForTrusted(sextant.page, { name: 'create-vault' }));
  await isShown(trusted);
  const nodeUrl = sextant.nodeUrl();
  for (const page of [sextant.page, trusted]) {
    const outcome = await page.evaluate(async (node) => {
      const tried: Record<string, string> = {};
      const ran = Promise.withResolvers<string>();
      // Out of the caller's own stack, which the tool that runs this may have freed from the policy.
      setTimeout(() => {
        try {
          ran.resolve(String(new Function('return "ran"')()));
        } catch (error) {
          ran.resolve(error instanceof Error ? error.name : 'unknown');
        }
      }, 0);
      tried.text = await ran.promise;
      for (const source of ['inline', 'data:text/javascript,window.__ran=1', 'https://example.org/x.js']) {
        const script = document.createElement('script');
        if (source === 'inline') script.textContent = 'window.__ran = 1';
        else script.src = source;
        document.head.append(script);
      }
      const network = (address: string): Promise<string> =>
        fetch(address).then(
          (response) => `answered ${response.status}`,
          (error) => error.name,
        );
      tried.node = await network(node);
      tried.elsewhere = await network('https://example.org/');
      tried.scripts = String(Reflect.get(window, '__ran'));
      tried.node_globals = [
        typeof Reflect.get(window, 'require'),
        typeof Reflect.get(window, 'process'),
        typeof Reflect.get(window, 'ipcRenderer'),
      ].join();
      return tried;
    }, nodeUrl);
    expect(outcome).toEqual({
      text: 'EvalError',
      node: 'TypeError',
      elsewhere: 'TypeError',
      scripts: 'undefined',
      node_globals: 'undefined,undefined,undefined',
    });
  }
});

test('a reload stays connected, and the address holds no ticket', async ({ launch }) => {
  const { page } = await launch();
  await isShown(page);
  expect(page.url()).not.toContain('ticket');
  await page.reload();
  await isShown(page);
  expect(await call(page, 'app.getInfo', {})).toContain('"ok":true');
});

test('the same profile comes back after a quit and after a kill', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 1000 });
  const networkOf = async (page: Page): Promise<string> => {
    await isShown(page);
    const reply = JSON.parse(await call(page, 'chain.getTipset', { height: 0 }));
    return reply.reply.value.ref.key.join();
  };
  const genesis = await networkOf(sextant.page);
  expect(await networkOf(await sextant.restart())).toBe(genesis);
  expect(await networkOf(await sextant.restartAfterKill())).toBe(genesis);
});
