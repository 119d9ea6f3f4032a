import { afterEach, expect, it } from 'vitest';
import { FeeText } from '../../../../../renderer/components/values/FeeText.tsx';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(() => drawn?.unmount());

it.each([
  ['alone', '100747', undefined, '100,747attoFIL'],
  ['beside a fee cap in nanoFIL', '100747', '30000000', '0.000100nanoFIL'],
  ['beside a fee cap in attoFIL', '100747', '200000', '100,747attoFIL'],
  ['beside an invalid fee cap', '100747', 'x', '100,747attoFIL'],
])('shows a small premium %s in one unit', async (_, value, beside, text) => {
  drawn = await render(<FeeText value={value} {...(beside === undefined ? {} : { beside })} />);
  expect(drawn.container.textContent?.replace(/\s/g, '')).toBe(text);
});
