import { decodeQR } from 'qr/decode.js';
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { AccountsView } from '../../../../../renderer/views/accounts/AccountsView.tsx';
import type { AddressBalances, AddressEntry } from '../../../../../shared/ipc/schemas/addresses.ts';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import type { Account, WalletState } from '../../../../../shared/ipc/schemas/wallet.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const KEY = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const WATCHED: AddressEntry = { address: 't01000', label: 'Harbour miner', note: '', isWatched: true, firstSeenAtMs: 1 };
const ACCOUNT: Account = {
  address: KEY,
  label: 'Main key',
  keyType: 'secp256k1',
  origin: { kind: 'imported' },
  createdAtMs: 1,
  genesisCids: [],
  isBackedUp: false,
};

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

async function draw(wallet: WalletState, listBalances: () => Promise<AddressBalances>, entries = [WATCHED]): Promise<Rendered> {
  drawn = await render(
    <AccountsView />,
    clientWith({
      wallet: { changed: new ManualTopic(wallet) } as never,
      connections: { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as unknown as ConnectionsState) } as never,
      addresses: { changed: new ManualTopic(entries), listBalances } as never,
    }),
  );
  return drawn;
}

/** Lets React draw what has come, until it shows. */
function shown(isThere: () => boolean | undefined, what: string): Promise<unknown> {
  return eventually(async () => {
    await act(async () => undefined);
    return isThere();
  }, what);
}

test('keys and watched addresses are in one table; the total is that of the keys', async () => {
  const { container } = await draw({ status: 'locked', accounts: [ACCOUNT], phrases: [] }, async () => ({
    pinned: { key: ['bafykey'], height: 7, timeMs: 0 },
    balances: [
      { address: KEY, exists: true, balance: '1500000000000000000' },
      { address: WATCHED.address, exists: true, balance: '9000000000000000000', actorType: 'storageminer' },
    ],
    calls: [],
  }));
  await shown(() => container.querySelector('[data-testid="own-total"]')?.textContent?.includes('1.5000'), 'the sum');
  const text = container.textContent ?? '';
  expect(text).toContain('Main key');
  expect(text).toContain('not backed up');
  expect(text).toContain('Harbour miner');
  expect(text).toContain('9.0000');
  expect(text).toContain('as of epoch 7');
});

test('without a node, accounts have no balances', async () => {
  const { container } = await draw({ status: 'locked', accounts: [ACCOUNT], phrases: [] }, async () => {
    throw new Error('away');
  });
  await shown(() => container.textContent?.includes('Total in keys'), 'the table');
  expect(container.textContent).toContain('unknown');
  expect(container.textContent).not.toMatch(/\d\.\d{4}/);
});

test('without a vault, it can be created, and watched addresses are listed', async () => {
  const { container } = await draw({ status: 'missing', accounts: [], phrases: [] }, async () => ({
    pinned: { key: ['bafykey'], height: 7, timeMs: 0 },
    balances: [{ address: WATCHED.address, exists: true, balance: '1' }],
    calls: [],
  }));
  expect(container.textContent).toContain('Create a vault');
  expect(container.textContent).toContain('Harbour miner');
  expect(container.textContent).not.toContain('Total in keys');
});

async function drawSelected(account: Account): Promise<Rendered> {
  const { hook } = memoryLocation({ path: `/accounts/f${account.address.slice(1)}` });
  drawn = await render(
    <Router hook={hook}>
      <Route path="/accounts/:id?" component={AccountsView} />
    </Router>,
    clientWith({
      wallet: {
        changed: new ManualTopic<WalletState>({ status: 'locked', accounts: [account], phrases: [] }),
        getAccount: () => Promise.reject(new Error('away')),
      } as never,
      connections: { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as unknown as ConnectionsState) } as never,
      addresses: {
        changed: new ManualTopic([]),
        listBalances: async () => ({ pinned: { key: ['bafykey'], height: 7, timeMs: 0 }, balances: [], calls: [] }),
      } as never,
    }),
  );
  const { container } = drawn;
  await shown(() => container.querySelector('aside h2')?.textContent?.includes(account.label), 'the key beside the list');
  return drawn;
}

test('a selected key stays selected under another network prefix', async () => {
  const { container } = await drawSelected(ACCOUNT);
  expect(container.querySelector('tr[aria-selected="true"]')?.textContent).toContain('Main key');
});

test('a key has QR codes of its addresses', async () => {
  const ethAddress = '0xd388ab098ed3e84c0d808776440b48f685198498';
  const account: Account = { ...ACCOUNT, address: 't410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy', keyType: 'delegated', ethAddress };
  const { container } = await drawSelected(account);
  for (const [label, text] of [
    ['Address QR code', account.address],
    ['Ethereum QR code', ethAddress],
  ] as const) {
    const button = [...container.querySelectorAll('button')].find((each) => each.textContent === label);
    act(() => button?.click());
    const code = container.querySelector(`svg[role="img"][aria-label="${label}"]`);
    expect(code && readCode(code)).toBe(text);
  }
});

/** What a camera would read: each module four pixels wide. */
function readCode(code: Element): string {
  const scale = 4;
  const side = Number(code.getAttribute('viewBox')?.split(' ')[2]) * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x = '', y = '', width = ''] of (code.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      const start = row * side + Number(x) * scale;
      for (let pixel = start; pixel < start + Number(width) * scale; pixel += 1) data.fill(0, pixel * 4, pixel * 4 + 3);
    }
  }
  return decodeQR({ width: side, height: side, data }, { timeLimit: 60_000 });
}
