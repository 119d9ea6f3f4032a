import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { PastedSectors } from '../../../../../renderer/views/sealing/PastedSectors.tsx';
import { clientWith, type Rendered, render } from '../../../../builders/rendered.tsx';
import { readSharedText } from '../../../../builders/shared-data.ts';

const LIST = readSharedText('cli/sectors-list.table-modern.txt');
const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

async function paste(text: string): Promise<string> {
  const field = rendered?.container.querySelector('textarea');
  if (field == null) throw new Error('There is no field.');
  await act(async () => {
    setValue?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return rendered?.container.textContent ?? '';
}

it('a list that is pasted twice says so, and has one card for each number', async () => {
  rendered = await render(<PastedSectors onClose={() => undefined} />, clientWith({}));
  const cardCount = () => rendered?.container.querySelectorAll('[aria-label="Sectors in the pipeline by group"] li li').length;
  expect(await paste(LIST)).not.toContain('repeated sector number');
  const once = cardCount();
  expect(once).toBeGreaterThan(0);
  const rows = LIST.split('\n').filter((line) => /^\d/.test(line)).length;
  expect(await paste(`${LIST}\n${LIST}`)).toContain(`${rows} repeated sector numbers`);
  expect(cardCount()).toBe(once);
});
