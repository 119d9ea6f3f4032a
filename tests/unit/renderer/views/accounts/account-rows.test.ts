import { describe, expect, it } from 'vitest';
import { accountRows, originWords, ownTotal } from '../../../../../renderer/views/accounts/account-rows.ts';
import { isReached } from '../../../../../renderer/views/accounts/use-key-purpose.ts';
import type { AddressEntry } from '../../../../../shared/ipc/schemas/addresses.ts';
import type { Account, Phrase, WalletState } from '../../../../../shared/ipc/schemas/wallet.ts';

const account = (address: string, change: Partial<Account> = {}): Account => ({
  address,
  label: address,
  keyType: 'secp256k1',
  origin: { kind: 'random' },
  createdAtMs: 0,
  genesisCids: [],
  isBackedUp: false,
  ...change,
});
const entry = (address: string, isWatched: boolean): AddressEntry => ({ address, label: '', note: '', isWatched, firstSeenAtMs: 0 });
const phrase = (id: string, isBackedUp = false): Phrase => ({ id, wordCount: 24, hasBip39Passphrase: false, isBackedUp, createdAtMs: 0 });
const wallet = (change: Partial<WalletState> = {}): WalletState => ({ status: 'locked', accounts: [], phrases: [], ...change });

describe('account rows', () => {
  it('are the keys, then watched addresses that are not keys', () => {
    const rows = accountRows([account('f01'), account('f02')], [entry('f02', true), entry('f03', true), entry('f04', false)], []);
    expect(rows.map(({ kind, address }) => [kind, address])).toEqual([
      ['key', 'f01'],
      ['key', 'f02'],
      ['watched', 'f03'],
    ]);
  });

  it('sum the keys exactly, and count unknown balances', () => {
    const huge = '1999999999999999999999999999';
    const rows = accountRows(
      [account('f01'), account('f02'), account('f05')],
      [entry('f03', true)],
      [
        { address: 'f01', exists: true, balance: huge },
        { address: 'f02', exists: true, balance: '2' },
        { address: 'f03', exists: true, balance: '1000' },
        { address: 'f05', exists: false },
      ],
    );
    expect(ownTotal(rows)).toEqual({ amount: 2000000000000000000000000001n, unknownCount: 1 });
  });
});

describe('origin of a key', () => {
  const origin = { kind: 'phrase', phraseId: 'b', path: "m/44'/461'/0'/0/0" } as const;
  it('is its path, with the phrase if there are several', () => {
    expect(originWords(origin, [phrase('b')])).toBe("m/44'/461'/0'/0/0");
    expect(originWords(origin, [phrase('a'), phrase('b')])).toBe("phrase 2, m/44'/461'/0'/0/0");
    expect(originWords({ kind: 'imported' }, [])).toBe('imported');
  });
});

describe('a finished task of the trusted document', () => {
  const before = wallet({ accounts: [account('f01')], phrases: [phrase('a')] });
  it.each([
    ['create-vault', { name: 'create-vault' }, wallet({ status: 'missing' }), wallet()],
    ['unlock', { name: 'unlock' }, before, wallet({ status: 'unlocked' })],
    ['add-key', { name: 'add-key' }, before, wallet({ accounts: [account('f01'), account('f02')] })],
    ['back-up', { name: 'back-up', phraseId: 'a' }, before, wallet({ phrases: [phrase('a', true)] })],
    ['delete-key', { name: 'delete-key', address: 'f01' }, before, wallet()],
    ['rename-key', { name: 'rename-key', address: 'f01' }, before, wallet({ accounts: [account('f01', { label: 'New' })] })],
  ] as const)('%s', (_name, purpose, start, end) => {
    expect(isReached(purpose, start, start)).toBe(false);
    expect(isReached(purpose, start, end)).toBe(true);
  });

  it('is not seen for a phrase that was already backed up', () => {
    const safe = wallet({ phrases: [phrase('a', true)] });
    expect(isReached({ name: 'back-up', phraseId: 'a' }, safe, safe)).toBe(false);
  });
});
