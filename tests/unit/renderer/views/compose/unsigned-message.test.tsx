import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { UnsignedMessage } from '../../../../../renderer/views/compose/UnsignedMessage.tsx';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

const MESSAGE = {
  nonce: '7',
  gasLimit: '1',
  gasFeeCap: '1',
  gasPremium: '1',
  value: '1',
  maximumFee: '1',
  cid: 'bafymessage',
  bytesHex: '8a00',
  paramsHex: '',
  params: { form: 'typed' as const },
  json: '{}',
  unsignedText: '{"nonce":7}',
};
const AT_NEXT_HEAD = { ...MESSAGE, nonce: '8', cid: 'bafyother', unsignedText: '{"nonce":8}' };

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

it('keeps its codes while new heads change the estimates, until they are taken', async () => {
  drawn = await render(<UnsignedMessage message={MESSAGE} />);
  const { container } = drawn;
  const code = () => container.querySelector('[role="img"][aria-label^="QR code"]');
  const update = () => [...container.querySelectorAll('button')].find(({ textContent }) => textContent?.includes('Update'));
  const before = code();
  const drawing = before?.innerHTML;
  expect(update()?.getAttribute('aria-disabled')).toBe('true');
  await drawn.rerender(<UnsignedMessage message={AT_NEXT_HEAD} />);
  expect(code()).toBe(before);
  expect(code()?.innerHTML).toBe(drawing);
  expect(container.textContent).toContain('Contains nonce 7');
  await act(async () => update()?.click());
  expect(code()?.innerHTML).not.toBe(drawing);
  expect(container.textContent).toContain('Contains nonce 8');
});
