import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FilterExpression } from '../../../../../renderer/components/filters/FilterExpression.tsx';
import { CALL_FILTER_LANGUAGE } from '../../../../../shared/inspector/call-filter.ts';
import type { SavedFilter } from '../../../../../shared/ipc/schemas/filters.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
const onChange = vi.fn<(value: string, isSettled: boolean) => void>();
const lookUp = vi.fn(async (_field: string, prefix: string) =>
  [
    { value: 'public gateway', count: 141 },
    { value: 'harbour-1', count: 3902 },
  ].filter(({ value }) => value.startsWith(prefix)),
);

const SAVED: SavedFilter[] = [
  { list: 'deals', name: 'Of deals', text: 'state:faulty' },
  { list: 'calls', name: 'Slow ones', text: 'dur:>1s or status:error' },
];
const saveFilter = vi.fn(async () => ({}));

beforeEach(() => {
  vi.useFakeTimers();
  onChange.mockReset();
});
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
  vi.useRealTimers();
});

const node = (value: string) => (
  <FilterExpression
    language={CALL_FILTER_LANGUAGE}
    list="calls"
    label="Filter calls"
    placeholder="method:State*"
    unit={['call', 'calls']}
    lookUp={lookUp}
    value={value}
    onChange={onChange}
    count="3 of 5"
  />
);

async function draw(value = '') {
  drawn = await render(node(value), clientWith({ filters: { changed: new ManualTopic(SAVED), saveFilter } }));
  await pass(50);
  const input = drawn.container.querySelector('input');
  if (input === null) throw new Error('There is no field.');
  return { container: drawn.container, input };
}

async function type(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const press = (input: HTMLInputElement, key: string): Promise<void> =>
  act(async () => void input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const optionsIn = (container: HTMLElement): string[] =>
  [...container.querySelectorAll('[role="option"]')].map((option) => option.textContent);
const tokensIn = (container: HTMLElement): (string | null)[] =>
  [...container.querySelectorAll('button[aria-label^="Remove"]')].map((button) => button.getAttribute('aria-label'));

describe('the filter field', () => {
  it('completes a field and its values by keys, and makes a token of them', async () => {
    const { container, input } = await draw();
    await type(input, 'end');
    expect(input.getAttribute('aria-expanded')).toBe('true');
    expect(optionsIn(container)[0]).toContain('endpoint:');
    await press(input, 'Tab');
    expect(input.value).toBe('endpoint:');
    await pass(100);
    expect(optionsIn(container)).toEqual(['endpoint:public gateway141 calls', 'endpoint:harbour-13,902 calls']);
    await press(input, 'ArrowDown');
    expect(input.getAttribute('aria-activedescendant')).toBe(container.querySelector('[aria-selected="true"]')?.id);
    await press(input, 'Enter');
    expect(onChange).toHaveBeenLastCalledWith('endpoint:"public gateway"', true);
    expect(input.value).toBe('');
    expect(tokensIn(container)).toEqual(['Remove endpoint:"public gateway"']);
  });

  it('asks for what is typed after a pause, and not for half a term', async () => {
    const { container, input } = await draw();
    await type(input, 'status:');
    await pass(1000);
    expect(onChange).not.toHaveBeenCalled();
    await type(input, 'status:error');
    expect(onChange).not.toHaveBeenCalled();
    await pass(250);
    expect(onChange).toHaveBeenCalledExactlyOnceWith('status:error', false);
    // What was told comes back while more is being typed.
    await type(input, 'status:error Sta');
    await drawn?.rerender(node('status:error'));
    expect(input.value).toBe('Sta');
    expect(tokensIn(container)).toEqual(['Remove status:error']);
  });

  it('marks a term that is not understood and says why', async () => {
    const { container, input } = await draw('dur:>soon');
    expect(container.querySelector('[data-wrong]')).not.toBeNull();
    const about = container.querySelector(`#${CSS.escape(input.getAttribute('aria-describedby') ?? '')}`);
    expect(about?.textContent).toMatch(/"soon" is not a valid duration/);
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('takes tokens back with Backspace, away with their button, and all with Esc', async () => {
    const { container, input } = await draw('method:State* not status:ok');
    input.setSelectionRange(0, 0);
    await press(input, 'Backspace');
    expect(input.value).toBe('not status:ok');
    await press(input, 'Enter');
    const remove = container.querySelector<HTMLElement>('button[aria-label="Remove method:State*"]');
    await act(async () => remove?.click());
    expect(onChange).toHaveBeenLastCalledWith('not status:ok', true);
    await press(input, 'Escape');
    expect(onChange).toHaveBeenLastCalledWith('', true);
    expect(tokensIn(container)).toEqual([]);
  });

  it('offers saved filters of its own list while it is empty', async () => {
    const { container, input } = await draw();
    await press(input, 'ArrowDown');
    expect(optionsIn(container)[0]).toContain('Slow ones');
    await press(input, 'ArrowDown');
    await press(input, 'Enter');
    expect(onChange).toHaveBeenLastCalledWith('dur:>1s or status:error', true);
  });

  it('saves the filter for its own list', async () => {
    const { container } = await draw('status:ok');
    await act(async () => container.querySelector<HTMLElement>('button[aria-label="Saved filters"]')?.click());
    await pass(500);
    const form = document.querySelector('form');
    expect(form?.textContent).toContain('Slow ones');
    expect(form?.textContent).not.toContain('Of deals');
    const name = form?.querySelector('input');
    if (form === null || name === null || name === undefined) throw new Error('There is no form.');
    await type(name, 'Good ones');
    await act(async () => void form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
    expect(saveFilter).toHaveBeenCalledExactlyOnceWith({ list: 'calls', name: 'Good ones', text: 'status:ok' });
    await act(async () =>
      [...form.querySelectorAll('li button')]
        .find((button) => button.textContent?.startsWith('Slow ones'))
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true })),
    );
    expect(onChange).toHaveBeenLastCalledWith('dur:>1s or status:error', true);
  });

  it('shows another filter that comes from outside', async () => {
    const { container } = await draw('status:ok');
    await drawn?.rerender(node('kind:frame'));
    expect(tokensIn(container)).toEqual(['Remove kind:frame']);
  });
});
