import type { Page } from 'playwright';
import { expect } from '../fixture.ts';

/** Replaces the parameters of the console's only call. The editor may put its own selection back while it is filled: then once more. */
export async function writeParams(page: Page, json: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Parameters', exact: true });
  await expect(async () => {
    await editor.fill(json);
    await expect(editor).toHaveText(json, { timeout: 1000 });
  }).toPass();
}
