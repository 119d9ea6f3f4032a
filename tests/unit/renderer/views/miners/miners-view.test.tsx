import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { MinersView } from '../../../../../renderer/views/miners/MinersView.tsx';
import type { MinerList } from '../../../../../shared/ipc/schemas/providers.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => drawn?.unmount());

const listOf = (...addresses: string[]): MinerList => ({
  pinned: { height: 7, key: ['bafy'], timeMs: 0 },
  miners: { value: addresses.map((address) => ({ address, isOwn: address === 'f01000' })), calls: [] },
  total: 3,
});

async function show(): Promise<{ page: HTMLElement; watched: string[]; type: (text: string) => Promise<void> }> {
  const watched: string[] = [];
  const client = clientWith({
    connections: { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as never) },
    chain: {
      headChanged: new ManualTopic({
        status: 'live',
        head: { height: 7, key: ['bafy'], timeMs: 0 },
        strip: [],
        reorgs: [],
        calls: {},
      } as never),
    },
    miners: {
      listMiners: async ({ isOwnOnly }) => (isOwnOnly === true ? listOf('f01000') : listOf('f01000', 'f01001', 'f01002')),
      watchMiner: vi.fn(async ({ address }) => {
        watched.push(address);
        return {} as never;
      }),
    },
  });
  drawn = await render(<MinersView />, client);
  const page = drawn.container;
  await eventually(async () => {
    await act(async () => undefined);
    return page.textContent?.includes('Other minersas of epoch 7') === true;
  }, 'the miners');
  const field = page.querySelector('input');
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  return { page, watched, type };
}

const problemOf = (page: HTMLElement) => page.querySelector('p[role="status"]')?.textContent;
const submit = (page: HTMLElement) =>
  act(async () => {
    page.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });

it('shows where an own miner is listed', async () => {
  const { page, type } = await show();
  await type('f01000');
  expect(problemOf(page)).toContain('Already in My miners');
  expect(page.textContent).toContain('Listed in My miners');
  expect(page.textContent).not.toContain('No matching miner listed');
  await type('f09999');
  expect(page.textContent).toContain('No matching miner listed');
});

it('names invalid addresses, and adds several with Enter, without those already listed', async () => {
  const { page, watched, type } = await show();
  await type('f01001, f01002 xyz');
  expect(problemOf(page)).toBe('Not an address: xyz');
  await submit(page);
  expect(watched).toEqual([]);
  await type('f01000 f01001, f01002');
  expect(problemOf(page)).toBeUndefined();
  expect([...page.querySelectorAll('button')].map(({ textContent }) => textContent)).toContain('Add 2 miners');
  await submit(page);
  expect(watched).toEqual(['f01001', 'f01002']);
});
