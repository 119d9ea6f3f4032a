// @vitest-environment happy-dom
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

test('keys and watched addresses stand in one table; the sum is that of the keys', async () => {
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

test('without a node the accounts are there and no balance is invented', async () => {
  const { container } = await draw({ status: 'locked', accounts: [ACCOUNT], phrases: [] }, async () => {
    throw new Error('away');
  });
  await shown(() => container.textContent?.includes('Keys hold together'), 'the table');
  expect(container.textContent).toContain('unknown');
  expect(container.textContent).not.toMatch(/\d\.\d{4}/);
});

test('without a vault it can be made, and what is watched is there all the same', async () => {
  const { container } = await draw({ status: 'missing', accounts: [], phrases: [] }, async () => ({
    pinned: { key: ['bafykey'], height: 7, timeMs: 0 },
    balances: [{ address: WATCHED.address, exists: true, balance: '1' }],
    calls: [],
  }));
  expect(container.textContent).toContain('Create a vault');
  expect(container.textContent).toContain('Harbour miner');
  expect(container.textContent).not.toContain('Keys hold together');
});

test('a key that is selected stays so when another network writes it with its own letter', async () => {
  const { hook } = memoryLocation({ path: `/accounts/f${KEY.slice(1)}` });
  drawn = await render(
    <Router hook={hook}>
      <Route path="/accounts/:id?" component={AccountsView} />
    </Router>,
    clientWith({
      wallet: {
        changed: new ManualTopic<WalletState>({ status: 'locked', accounts: [ACCOUNT], phrases: [] }),
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
  await shown(() => container.querySelector('aside h2')?.textContent?.includes('Main key'), 'the key beside the list');
  expect(container.querySelector('tr[aria-selected="true"]')?.textContent).toContain('Main key');
});
