import { afterEach, expect, it } from 'vitest';
import { ClosesIn } from '../../../../../renderer/views/miners/miners-columns.tsx';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;
afterEach(async () => rendered?.unmount());

it('says that the window of a miner has closed instead of counting down to nothing', async () => {
  rendered = await render(<ClosesIn timeMs={Date.now() + 3_600_000} />);
  expect(rendered.container.textContent).toMatch(/^closes in /);
  await rendered.rerender(<ClosesIn timeMs={Date.now() - 60_000} />);
  expect(rendered.container.textContent).toBe('closed');
});
