import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AddressField } from '../../../../../renderer/views/compose/AddressField.tsx';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

const KNOWN = [{ address: 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y', label: 'Harbour', note: 'secp256k1 key' }];

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

it('shows no error for a label that is taken as its address when the field is left', async () => {
  const onChange = vi.fn();
  const field = (value: string) => (
    <AddressField label="To" value={value} onChange={onChange} known={KNOWN} error="An address begins with f." />
  );
  drawn = await render(field('Harbou'));
  const { container } = drawn;
  expect(container.textContent).toContain('An address begins with f.');
  await drawn.rerender(field('harbour'));
  expect(container.textContent).not.toContain('An address begins with f.');
  await act(async () => container.querySelector('input')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  expect(onChange).toHaveBeenCalledWith(KNOWN[0]?.address);
});
