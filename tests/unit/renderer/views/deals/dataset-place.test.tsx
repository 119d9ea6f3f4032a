// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { DatasetPlace } from '../../../../../renderer/views/deals/DatasetPlace.tsx';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import type { DatasetPlace as Place, ServerCheck, ServerDraft } from '../../../../../shared/ipc/schemas/dataset.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const URL_OF_SERVER = 'postgresql://ada@db.example:5432/market?sslmode=verify-full';
const CHECK: ServerCheck = {
  url: URL_OF_SERVER,
  version: 'PostgreSQL 15.14 (Debian) on x86_64-pc-linux-gnu, compiled by gcc',
  transport: 'encrypted',
  canLoad: false,
  rows: 80_000_000,
};

/** As a person does: React hears of it. */
async function typeInto(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

async function show(place: Place, lockedReason?: string) {
  const testServer = vi.fn(async (_: ServerDraft): Promise<ServerCheck> => CHECK);
  const selectServer = vi.fn(async (_: ServerDraft): Promise<Place> => ({ isOnServer: true, hasPassword: true, url: URL_OF_SERVER }));
  const selectThisMachine = vi.fn(async (): Promise<Place> => ({ isOnServer: false, hasPassword: true, url: URL_OF_SERVER }));
  const onChanged = vi.fn();
  const connections = { changed: new ManualTopic({ activeId: 'one', revision: 1, connections: [] } as never) };
  const client = clientWith({ connections, dataset: { getPlace: async () => place, testServer, selectServer, selectThisMachine } });
  const drawn = await render(<DatasetPlace lockedReason={lockedReason} onChanged={onChanged} />, client);
  rendered = drawn;
  const text = (): string => drawn.container.textContent ?? '';
  const shows = (words: string): Promise<true> =>
    eventually(async () => {
      await act(async () => undefined);
      return text().includes(words) ? true : undefined;
    }, words);
  await shows('Server');
  const find = (words: string) =>
    [...drawn.container.querySelectorAll<HTMLElement>('button, [role=radio], label')].find(({ textContent }) => textContent === words);
  return {
    testServer,
    selectServer,
    selectThisMachine,
    onChanged,
    text,
    shows,
    field: (label: string): HTMLInputElement => {
      const found = [...drawn.container.querySelectorAll('label')].find(({ textContent }) => textContent === label);
      const input = drawn.container.querySelector<HTMLInputElement>(`#${CSS.escape(found?.htmlFor ?? '')}`);
      if (input === null) throw new Error(`No field ${label}.`);
      return input;
    },
    async press(words: string) {
      await act(async () => find(words)?.click());
    },
  };
}

it('tests a server, shows the result, and selects it with the typed password', async () => {
  const shown = await show({ isOnServer: false, hasPassword: false });
  expect(shown.text()).not.toContain('Server URL');
  await shown.press('Server');
  await typeInto(shown.field('Server URL'), 'postgresql://ada@db.example/market');
  await typeInto(shown.field('Password'), 'secret');
  expect(shown.field('Password').type).toBe('password');
  await shown.press('Test connection');
  const draft = { url: 'postgresql://ada@db.example/market', password: 'secret' };
  expect(shown.testServer).toHaveBeenCalledExactlyOnceWith(draft);
  await shown.shows('PostgreSQL 15.14 (Debian), encrypted; this role is read-only; 80,000,000 deals');
  await shown.press('Use this server');
  expect(shown.selectServer).toHaveBeenCalledExactlyOnceWith(draft);
  expect(shown.onChanged).toHaveBeenCalled();
});

it('keeps the stored password if none is typed, and shows server errors', async () => {
  const shown = await show({ isOnServer: true, hasPassword: true, url: URL_OF_SERVER });
  expect(shown.field('Password').placeholder).toBe('stored; type to replace');
  const sentence = 'Could not connect to other.example: no DNS address for it. Check the host in the URL.';
  shown.selectServer.mockRejectedValueOnce(new SextantError('dataset-unavailable', sentence));
  await typeInto(shown.field('Server URL'), 'postgresql://ada@other.example/market');
  await shown.press('Use this server');
  expect(shown.selectServer).toHaveBeenCalledExactlyOnceWith({ url: 'postgresql://ada@other.example/market' });
  await shown.shows(sentence);
  expect(shown.onChanged).not.toHaveBeenCalled();
  await shown.press('This machine');
  expect(shown.selectThisMachine).toHaveBeenCalledOnce();
});
