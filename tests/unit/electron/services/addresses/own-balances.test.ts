import { expect, test } from 'vitest';
import { OwnBalances } from '../../../../../electron/services/addresses/own-balances.ts';
import type { WalletState } from '../../../../../shared/ipc/schemas/wallet.ts';

const account = (address: string): WalletState['accounts'][number] => ({
  address,
  label: address,
  keyType: 'secp256k1',
  origin: { kind: 'random' },
  createdAtMs: 0,
  genesisCids: [],
  isBackedUp: true,
});

test('balances of own keys are known as far as they were read, on one network at a time', () => {
  const balances = new OwnBalances(() => [account('f1a'), account('f1b')]);
  const known = () => [balances.slice.get().genesisCid, ...balances.slice.get().byAddress];
  expect(known()).toEqual([undefined]);
  balances.note('g', [
    { address: 'f1a', exists: true, balance: '5' },
    { address: 'f1stranger', exists: true, balance: '7' },
  ]);
  balances.note('g', [{ address: 'f1b', exists: false, balance: '0' }]);
  expect(known()).toEqual(['g', ['f1a', '5'], ['f1b', '0']]);
  // A node that did not answer says nothing new.
  balances.note('g', [{ address: 'f1a', exists: false }]);
  expect(known()).toEqual(['g', ['f1a', '5'], ['f1b', '0']]);
  balances.note('other', [{ address: 'f1a', exists: true, balance: '9' }]);
  expect(known()).toEqual(['other', ['f1a', '9']]);
});
