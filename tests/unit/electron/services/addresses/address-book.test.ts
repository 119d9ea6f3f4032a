import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AddressBook } from '../../../../../electron/services/addresses/address-book.ts';
import { fitEntries, MAX_ADDRESSES, type StoredEntry } from '../../../../../electron/services/addresses/address-entries.ts';
import type { ActiveConnection } from '../../../../../electron/services/connections/active-connection.ts';
import type { Address } from '../../../../../shared/domain/addresses/address.ts';
import { addressFromBytes, formatAddress, idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress } from '../../../../../shared/domain/addresses/eth-address.ts';
import { generateMnemonic } from '../../../../../shared/domain/keys/mnemonic.ts';
import type { Account } from '../../../../../shared/ipc/schemas/wallet.ts';
import { buildConnection, TestConnections } from '../../../../builders/active-connection.ts';
import { failureOf } from '../../../../builders/failure-of.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';
import { memoryLogger } from '../../../../builders/memory-logger.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';

const f1 = (seed: number): Address => addressFromBytes(new Uint8Array(21).fill(1).fill(seed, 1));
const ALICE = f1(1);
const BOB = f1(2);
const OWN = f1(3);
const MINER = idAddress(1000);
const CONTRACT = addressFromEthAddress(`0x${'ab'.repeat(20)}`);

let profile: Awaited<ReturnType<typeof temporaryProfile>>;
let clock: ManualClock;
let connections: TestConnections;
let mainnet: ActiveConnection;
let practice: ActiveConnection;
let accounts: Account[];
const books: AddressBook[] = [];

async function open(): Promise<AddressBook> {
  const book = new AddressBook({
    paths: profile.paths,
    clock,
    logger: memoryLogger().logger,
    wallet: { slice: { get: () => ({ accounts }) } },
    connections,
  });
  books.push(book);
  await book.start();
  return book;
}

beforeEach(async () => {
  profile = await temporaryProfile();
  clock = new ManualClock(5000);
  const built = buildConnection({ httpUrl: 'http://127.0.0.1:9/rpc/v1' });
  built.close();
  mainnet = built.connection;
  practice = { ...mainnet, letter: 't', facts: { ...mainnet.facts, genesisCid: 'bafyanother' } };
  connections = new TestConnections(mainnet);
  accounts = [];
});
afterEach(async () => {
  for (const book of books.splice(0)) await book.stop();
  await profile.remove();
});

describe('an entry', () => {
  test('is published, survives a restart, and changes field by field', async () => {
    const book = await open();
    await book.save(ALICE, { label: 'Alice', note: 'met at a summit' });
    await book.save(ALICE, { isWatched: true });
    const entry = { address: ALICE, label: 'Alice', note: 'met at a summit', isWatched: true, firstSeenAtMs: 5000 };
    expect(book.topic.items()).toEqual([entry]);
    expect((await open()).topic.items()).toEqual([entry]);
    await book.remove(ALICE);
    expect(book.topic.items()).toEqual([]);
    expect((await open()).topic.items()).toEqual([]);
    await expect(book.remove(ALICE)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('has the prefix of the connected network', async () => {
    const book = await open();
    await book.save(ALICE, { label: 'Alice' });
    connections.setActive(practice);
    expect(book.topic.items().map(({ address }) => address)).toEqual([formatAddress(ALICE, 't')]);
  });

  test('has the time of the last label change', async () => {
    const book = await open();
    await book.save(ALICE, { isWatched: true });
    expect(book.find(ALICE)?.labelledAtMs).toBeUndefined();
    clock.advance(1000);
    await book.save(ALICE, { label: 'Alice' });
    clock.advance(1000);
    await book.save(ALICE, { label: 'Alice', note: 'met at a summit' });
    expect((await open()).find(ALICE)).toMatchObject({ firstSeenAtMs: 5000, labelledAtMs: 6000 });
    await book.save(ALICE, { label: 'Alicia' });
    expect(book.find(ALICE)).toMatchObject({ firstSeenAtMs: 5000, labelledAtMs: 7000 });
  });

  test('of an ID belongs to its network', async () => {
    const book = await open();
    await book.save(MINER, { label: 'Our miner' });
    expect(book.find(MINER)).toMatchObject({ label: 'Our miner', source: 'book' });
    connections.setActive(practice);
    expect(book.topic.items()).toEqual([]);
    expect(book.find(MINER)).toBeUndefined();
    await book.save(MINER, { label: 'Practice miner' });
    connections.setActive(mainnet);
    expect(book.find(MINER)?.label).toBe('Our miner');
    connections.setActive(undefined);
    await expect(book.save(MINER, { label: 'Nowhere' })).rejects.toMatchObject({ code: 'not-connected' });
  });

  test('without content is not stored', async () => {
    const book = await open();
    await expect(book.save(ALICE, {})).rejects.toMatchObject({ details: { fields: { label: 'Enter a label.' } } });
    await book.save(ALICE, { isWatched: true });
    await book.save(ALICE, { isWatched: false });
    expect(book.topic.items()).toEqual([]);
  });
});

describe('rejects', () => {
  test('the label of another address', async () => {
    const book = await open();
    await book.save(ALICE, { label: 'Exchange' });
    for (const label of [' exchange', '\uff25xchange']) {
      await expect(book.save(BOB, { label })).rejects.toMatchObject({ code: 'name-taken' });
    }
    await book.save(ALICE, { label: 'Exchange' });
    expect(book.find(BOB)).toBeUndefined();
  });

  test('a label similar to that of a key or another address', async () => {
    accounts = [{ ...ownAccount(), label: 'Main key' }];
    const book = await open();
    await book.save(ALICE, { label: 'Exchange' });
    for (const label of ['Main k\u0435y', 'Main\u200b key', '\uff2dain key', 'MAIN KEY', 'Ma\u0301in key']) {
      const refused = await failureOf(book.save(BOB, { label }));
      expect(refused).toMatchObject({ code: 'name-taken', message: expect.stringContaining('“Main key”') });
      expect(refused).toMatchObject({ message: expect.stringContaining('a key of this vault') });
    }
    await expect(book.save(BOB, { label: 'Ex\u0441hange' })).rejects.toMatchObject({ code: 'name-taken' });
    await expect(book.save(BOB, { label: '\u2060\u200b' })).rejects.toMatchObject({ details: { fields: { label: /no visible/ } } });
    expect(book.find(BOB)).toBeUndefined();
  });

  test('own keys', async () => {
    accounts = [ownAccount()];
    const book = await open();
    await expect(book.save(OWN, { label: 'Mine' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test.each([
    ['a private key', `key ${'0f'.repeat(32)}`],
    ['a recovery phrase', generateMnemonic(new Uint8Array(16))],
    ['an export of Lotus', `7b22${'54'.repeat(60)}`],
  ])('%s in a note, without repeating it', async (_name, note) => {
    const book = await open();
    const failure = await failureOf(book.save(ALICE, { label: 'Alice', note }));
    expect(failure.details?.fields?.note).toMatch(/private key or a recovery phrase/);
    expect(JSON.stringify(failure)).not.toContain(note);
    expect(book.topic.items()).toEqual([]);
  });

  test('no sentence with as many words as a phrase', async () => {
    const book = await open();
    const note = 'This is where the exchange wants deposits to arrive every month from now on';
    await book.save(ALICE, { note });
    expect(book.topic.get(ALICE)?.note).toBe(note);
  });

  test('changes of an unreadable file, which is not modified', async () => {
    const path = profile.paths.file('addresses.json');
    const entry = { label: 'x', note: '', isWatched: false, firstSeenAtMs: 0 };
    const foreign = ['f1nonsense', formatAddress(ALICE, 't'), 7].map((address) =>
      JSON.stringify({ version: 1, data: { entries: [{ ...entry, address }] } }),
    );
    for (const damaged of ['damaged', ...foreign]) {
      await writeFile(path, damaged);
      const book = await open();
      expect(book.list()).toEqual([]);
      await expect(book.save(ALICE, { label: 'Alice' })).rejects.toMatchObject({ code: 'disk-failure' });
      await book.noteSent([ALICE]);
      expect(await readFile(path, 'utf8')).toBe(damaged);
    }
  });
});

describe('concurrent changes', () => {
  test('are all stored, each checked against the previous one', async () => {
    const book = await open();
    const both = await Promise.allSettled([book.save(ALICE, { label: 'Exchange' }), book.save(BOB, { label: 'Exchange' })]);
    expect(both).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'name-taken' } }]);
    await Promise.all([book.noteSent([BOB]), book.save(MINER, { label: 'Miner' })]);
    expect((await open()).topic.items().map(({ label }) => label)).toEqual(['Exchange', '', 'Miner']);
  });

  test('have no effect if the disk fails', async () => {
    const book = await open();
    await book.save(ALICE, { label: 'Alice' });
    // No file can be put in this place.
    await mkdir(profile.paths.file('addresses.json.tmp', 'full'), { recursive: true });
    const both = await Promise.allSettled([book.save(BOB, { label: 'Bob' }), book.save(MINER, { label: 'Miner' })]);
    expect(both).toMatchObject([{ reason: { code: 'disk-failure' } }, { reason: { code: 'disk-failure' } }]);
    expect(book.list().map(({ label }) => label)).toEqual(['Alice']);
  });

  test('are on disk when the book stops', async () => {
    const book = await open();
    const noted = book.noteSent([ALICE]);
    await book.stop();
    expect((await open()).find(ALICE)?.source).toBe('seen');
    await noted;
  });
});

describe('a recipient', () => {
  test('is known with first and last time', async () => {
    const book = await open();
    await book.noteSent([ALICE, CONTRACT]);
    clock.advance(1000);
    await book.noteSent([ALICE]);
    expect(book.topic.get(ALICE)).toMatchObject({ label: '', firstSeenAtMs: 5000, lastSentAtMs: 6000 });
    expect(book.find(CONTRACT)).toEqual({ address: CONTRACT, label: '', source: 'seen', firstSeenAtMs: 5000, lastSentAtMs: 5000 });
    expect((await open()).find(ALICE)?.firstSeenAtMs).toBe(5000);
  });

  test('stays known when its label is removed', async () => {
    const book = await open();
    await book.save(ALICE, { label: 'Alice' });
    await book.noteSent([ALICE]);
    await book.save(ALICE, { label: '' });
    expect(book.find(ALICE)?.source).toBe('seen');
  });

  test('is known once, as a key if it is one', async () => {
    accounts = [ownAccount()];
    const book = await open();
    await book.noteSent([OWN]);
    await book.save(BOB, { isWatched: true, label: 'Bob' });
    expect(book.list().map(({ address, source }) => [address, source])).toEqual([
      [OWN, 'key'],
      [BOB, 'watched'],
    ]);
  });
});

test('a full book drops only the oldest unsaved recipients', () => {
  const entry = (id: number, change: Partial<StoredEntry> = {}): StoredEntry => ({
    address: idAddress(id),
    label: '',
    note: '',
    isWatched: false,
    firstSeenAtMs: 0,
    lastSentAtMs: id,
    ...change,
  });
  const entries = [entry(3), entry(1), entry(2, { label: 'kept' })];
  expect(fitEntries(entries, 3)).toBe(entries);
  expect(fitEntries(entries, 2)?.map(({ address }) => address)).toEqual(['f03', 'f02']);
  expect(fitEntries(entries, 0)).toBeUndefined();
});

test('a book full of saved addresses rejects new ones', async () => {
  const entries = Array.from({ length: MAX_ADDRESSES }, (_, index) => ({
    address: idAddress(index),
    label: `entry ${index}`,
    note: '',
    isWatched: false,
    firstSeenAtMs: 0,
  }));
  await writeFile(profile.paths.file('addresses.json'), JSON.stringify({ version: 1, data: { entries } }));
  const book = await open();
  const failure = await failureOf(book.save(ALICE, { label: 'One more' }));
  expect(failure.message).toBe('The address book is full (5,000 addresses). Remove one first.');
});

function ownAccount(): Account {
  return {
    address: OWN,
    label: 'My key',
    keyType: 'secp256k1',
    origin: { kind: 'random' },
    createdAtMs: 1,
    genesisCids: [],
    isBackedUp: false,
  };
}
