import type { Locator, Page } from 'playwright';
import { expect } from '../fixture.ts';

/** The parameters of the console's only call. */
export function paramsEditor(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Parameters', exact: true });
}

/** Replaces the parameters. The editor may put its own selection back while it is filled: then once more. */
export async function writeParams(page: Page, json: string): Promise<void> {
  const editor = paramsEditor(page);
  await expect(async () => {
    await editor.fill(json);
    await expect(editor).toHaveText(json, { timeout: 1000 });
  }).toPass();
}
