/** A token that the vault seals. Under Electron the system's key store keeps tokens, and nothing waits for the vault. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '../fixture.ts';
import { addByHand, entryOf } from '../steps/endpoints.ts';
import { makeKey } from '../steps/make-key.ts';
import { openScreen } from '../steps/open-screen.ts';
import { startStandaloneNode } from '../steps/standalone-node.ts';
import { topBar } from '../steps/top-bar.ts';

const BLOCK_TIME_MS = 500;
const PASSPHRASE = 'harbour lantern quiet 71 compass';

test('a connection whose token the vault seals waits for unlock, and connects by itself', async ({ launch }) => {
  const data = mkdtempSync(path.join(tmpdir(), 'sextant-node-'));
  const node = await startStandaloneNode(data, BLOCK_TIME_MS);
  try {
    const sextant = await launch({ blockTimeMs: 2000 });
    await openScreen(sextant.page, 'Endpoints');
    await addByHand(sextant.page, 'sealed-1', node.url, 'a-token-of-this-node');
    await makeKey(sextant, PASSPHRASE);
    await openScreen(sextant.page, 'Endpoints');
    await entryOf(sextant.page, 'sealed-1').getByRole('button', { name: 'Use' }).click();
    await expect(sextant.page.getByRole('heading', { name: 'Unlock the vault to connect to sealed-1' })).toBeVisible();

    const page = await sextant.restart();
    await openScreen(page, 'Endpoints');
    await expect(entryOf(page, 'sealed-1')).toContainText('vault locked');
    await expect(topBar(page).getByRole('link', { name: /^sealed-1.*vault locked/ })).toBeVisible();
    await expect(entryOf(page, 'sealed-1')).toContainText('token sealed');
    const trusted = await sextant.openTrusted(() => page.getByRole('main').getByRole('button', { name: 'Unlock' }).click());
    await trusted.getByLabel('Vault passphrase').fill(PASSPHRASE);
    await trusted.getByRole('button', { name: 'Unlock' }).click();
    await expect(entryOf(page, 'sealed-1')).not.toContainText('vault locked');
    await expect(page.getByRole('heading', { name: 'Unlock the vault to connect to sealed-1' })).toBeHidden();
  } finally {
    await node.kill();
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
});
