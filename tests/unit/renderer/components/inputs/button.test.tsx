import { expect, it } from 'vitest';
import { Button } from '../../../../../renderer/components/inputs/Button.tsx';
import { render } from '../../../../builders/rendered.tsx';

it('stays the same element, with the focus, when it becomes available', async () => {
  const { container, rerender } = await render(<Button disabledReason="The plan is not ready yet.">Open draft</Button>);
  const before = container.querySelector('button');
  before?.focus();
  await rerender(<Button>Open draft</Button>);
  expect(container.querySelector('button')).toBe(before);
  expect(document.activeElement).toBe(before);
});
