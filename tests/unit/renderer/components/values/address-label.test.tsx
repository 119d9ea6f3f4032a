import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { AddressText } from '../../../../../renderer/components/values/AddressText.tsx';
import type { AddressEntry } from '../../../../../shared/ipc/schemas/addresses.ts';
import type { WalletState } from '../../../../../shared/ipc/schemas/wallet.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const ADDRESS = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const entryOf = (label: string): AddressEntry => ({ address: ADDRESS, label, note: '', isWatched: false, firstSeenAtMs: 1 });

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
});

test('the label of the address book stands before the address, follows changes, and never takes its place', async () => {
  const book = new ManualTopic<AddressEntry[]>([entryOf('Harbour payouts')]);
  drawn = await render(<AddressText address={ADDRESS} name="some actor" />, clientWith({ addresses: { changed: book } as never }));
  expect(drawn.container.textContent).toMatch(/^Harbour payoutst1ick/);
  expect(drawn.container.querySelector('[data-copy]')?.getAttribute('title')).toBe(ADDRESS);
  await act(async () => {
    book.set([entryOf('')]);
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  expect(drawn.container.textContent).toMatch(/^some actort1ick/);
});

test('a key of the vault goes before the address book; where the label stands beside it, it is left out', async () => {
  const client = clientWith({
    wallet: { changed: new ManualTopic({ accounts: [{ address: ADDRESS, label: 'Main key' }] } as WalletState) } as never,
    addresses: { changed: new ManualTopic([entryOf('old label')]) } as never,
  });
  drawn = await render(
    <>
      <AddressText address={ADDRESS} />
      <AddressText address={ADDRESS} isLabelled={false} />
    </>,
    client,
  );
  expect(drawn.container.textContent?.match(/Main key/g)).toHaveLength(1);
  expect(drawn.container.textContent).not.toContain('old label');
});

test('a key has its label under either letter; an id, which is another actor elsewhere, under its own alone', async () => {
  const accounts = [
    { address: `f${ADDRESS.slice(1)}`, idAddress: 't01009', label: 'Main key' },
    { address: 'f01008', label: 'Somebody' },
  ];
  const client = clientWith({ wallet: { changed: new ManualTopic({ accounts } as WalletState) } as never });
  drawn = await render(
    <>
      <AddressText address={ADDRESS} />
      <AddressText address="t01008" />
      <AddressText address="t01009" />
    </>,
    client,
  );
  expect(drawn.container.textContent?.match(/Main key/g)).toHaveLength(2);
  expect(drawn.container.textContent).toContain('Main keyt01009');
  expect(drawn.container.textContent).not.toContain('Somebody');
});

test('a label is text that somebody typed: control characters in it are shown, not obeyed', async () => {
  const book = new ManualTopic([entryOf('\u202Eeslaf')]);
  drawn = await render(<AddressText address={ADDRESS} />, clientWith({ addresses: { changed: book } as never }));
  expect(drawn.container.textContent).not.toContain('\u202E');
});
