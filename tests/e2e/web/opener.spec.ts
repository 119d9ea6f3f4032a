/** The app is told where the trusted document is. One that has turned against the user gets nothing out of it. */
import type { Page } from 'playwright';
import { expect, type Sextant, test } from '../fixture.ts';
import { answerOf } from '../steps/speak.ts';

async function linkOf(page: Page): Promise<string> {
  return ((await answerOf(page, 'app.openTrusted', { name: 'create-vault' })) as { url: string }).url;
}

function opened(sextant: Sextant, url: string, name: string): Promise<Page> {
  return sextant.openTrusted(() =>
    sextant.page.evaluate(
      ([address, target]) => {
        Reflect.set(window, '__handle', window.open(address, target));
      },
      [url, name],
    ),
  );
}

async function isShown(trusted: Page): Promise<void> {
  await expect(trusted.getByText('Sextant approval')).toBeVisible();
  await expect(trusted.getByRole('heading', { level: 1 })).toBeVisible();
}

test('a link that is opened without noopener leaves no hold on the trusted document', async ({ launch }) => {
  const sextant = await launch();
  const { page } = sextant;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const trusted = await opened(sextant, await linkOf(page), 'the-trusted-one');
  await isShown(trusted);
  await trusted.evaluate(() => {
    const heard: unknown[] = [];
    Reflect.set(window, '__heard', heard);
    window.addEventListener('message', ({ data }) => heard.push(data));
  });

  await test.step('the handle is dead', async () => {
    const seen = await page.evaluate(() => {
      const handle: Window = Reflect.get(window, '__handle');
      handle.postMessage('press the button', '*');
      handle.focus();
      handle.close();
      return { isClosed: handle.closed, frames: handle.length };
    });
    expect(seen).toEqual({ isClosed: true, frames: 0 });
    const own = await trusted.evaluate(() => ({
      opener: window.opener === null,
      name: window.name,
      referrer: document.referrer,
      heard: Reflect.get(window, '__heard'),
    }));
    expect(own).toEqual({ opener: true, name: '', referrer: '', heard: [] });
  });

  await test.step('its name leads elsewhere', async () => {
    const before = trusted.url();
    const other = await opened(sextant, 'about:blank', 'the-trusted-one');
    expect(other).not.toBe(trusted);
    await other.close();
    expect(trusted.url()).toBe(before);
    await isShown(trusted);
  });
});
