/** Every form of an address, asked of the embedded node, and of an endpoint that serves less. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { AddressBook } from '../../../electron/services/addresses/address-book.ts';
import { addressHandlers } from '../../../electron/services/addresses/address-handlers.ts';
import { OwnBalances } from '../../../electron/services/addresses/own-balances.ts';
import { OwnIds } from '../../../electron/services/addresses/own-ids.ts';
import { resolveOnChain, toResolvedAddress } from '../../../electron/services/addresses/resolve-address.ts';
import { readPinned } from '../../../electron/services/pinned/pinned-node.ts';
import { addressFromBytes, formatAddress, parseAddress } from '../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress, checksumEthAddress } from '../../../shared/domain/addresses/eth-address.ts';
import { type ResolvedAddress, zResolvedAddress } from '../../../shared/ipc/schemas/drafts.ts';
import type { Account } from '../../../shared/ipc/schemas/wallet.ts';
import { buildConnection, TestConnections } from '../../builders/active-connection.ts';
import { type DevnetServices, startDevnetServices } from '../../builders/devnet-services.ts';
import { eventually } from '../../builders/eventually.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';
import { temporaryProfile } from '../../builders/temporary-profile.ts';
import { answer, answerText, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

const ETH = checksumEthAddress(`0x${'c0ffee'.repeat(6)}abcd`);
const DELEGATED = addressFromEthAddress(ETH).replace(/^f/, 't');
/** A key address that nobody has the key of. */
const KEY = formatAddress(addressFromBytes(new Uint8Array(21).fill(1)), 't');
const cleanups: (() => Promise<void> | void)[] = [];
let services: DevnetServices;
let profile: Awaited<ReturnType<typeof temporaryProfile>>;
let book: AddressBook;
let ownIds: OwnIds;
const ownBalances = new OwnBalances(() => [{ address: KEY }] as Account[]);
let idChanges = 0;
let handlers: ReturnType<typeof addressHandlers>;

beforeAll(async () => {
  services = await startDevnetServices(20);
  profile = await temporaryProfile();
  book = new AddressBook({
    paths: profile.paths,
    clock: systemClock,
    logger: quietLogger,
    wallet: { slice: { get: () => ({ accounts: [] }) } },
    connections: services.connections,
  });
  await book.start();
  ownIds = new OwnIds({
    connections: services.connections,
    accounts: () => [{ address: KEY }] as Account[],
    onChange: () => idChanges++,
  });
  handlers = addressHandlers({ book, connections: services.connections, chain: services.chain, ownIds, ownBalances });
  await services.control('faucet', { address: DELEGATED });
  await services.control('faucet', { address: KEY });
  const { headHeight } = await services.control('advance', { epochs: 3 });
  await eventually(() => services.chain.slice.get().head?.height === headHeight, 'the funds');
});
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  book.stop();
  await services.stop();
  await profile.remove();
});

async function resolve(text: string): Promise<ResolvedAddress> {
  return zResolvedAddress.parse(await handlers.resolveAddress({ text }));
}

function walks(): number {
  return services.tap.methods().filter((method) => method === 'StateLookupRobustAddress').length;
}

async function nextHead(): Promise<void> {
  const { headHeight } = await services.control('advance', { epochs: 1 });
  await eventually(() => services.chain.slice.get().head?.height === headHeight, 'the next head');
}

test('an Ethereum address: its delegated form, its id, what it holds', async () => {
  const resolved = await resolve(ETH.toLowerCase());
  expect(resolved).toMatchObject({ address: DELEGATED, delegatedAddress: DELEGATED, ethAddress: ETH, exists: true, isOwn: false });
  expect(resolved.idAddress).toMatch(/^t0\d+$/);
  expect(BigInt(resolved.balance ?? 0)).toBeGreaterThan(0n);
  expect(await resolve(resolved.idAddress ?? '')).toMatchObject({ delegatedAddress: DELEGATED, ethAddress: ETH });
});

test('an account by its id: its key address', async () => {
  const { idAddress } = await resolve(KEY);
  expect(await resolve(idAddress ?? '')).toMatchObject({ address: idAddress, robustAddress: KEY, actorType: 'account', exists: true });
});

test('a miner by its id: its kind, and its f2 address, which leads back', async () => {
  const miner = await resolve('f01000');
  expect(miner).toMatchObject({ address: 't01000', idAddress: 't01000', actorType: 'storageminer', exists: true });
  expect(miner.robustAddress).toMatch(/^t2/);
  const walksBefore = walks();
  expect(walksBefore).toBeGreaterThan(0);
  await nextHead();
  const again = await Promise.all([resolve('f01000'), resolve('f01000')]);
  expect(again.map(({ robustAddress }) => robustAddress)).toEqual([miner.robustAddress, miner.robustAddress]);
  expect(walks()).toBe(walksBefore);
  expect(await resolve(miner.robustAddress ?? '')).toMatchObject({ address: miner.robustAddress, idAddress: 't01000' });
});

test('an f2 address that was found before is looked up again after its ID went to another actor', async () => {
  const { robustAddress: right } = await resolve('f01000');
  const active = await services.connections.requireActive();
  const read = (robust: string) =>
    readPinned(active.client, services.chain.tipsets, 'test', (node) =>
      resolveOnChain(node, parseAddress('f01000'), active, { robust: parseAddress(robust) }),
    );
  const ofNobody = formatAddress(addressFromBytes(new Uint8Array(21).fill(2)), 't');
  for (const before of [ofNobody, KEY, right ?? '']) {
    const { robustAddress } = await read(before);
    expect(robustAddress && formatAddress(robustAddress, 't')).toBe(right);
  }
});

test('the walk for an f2 address is made once, also where many ask at once', async () => {
  const fresh = addressHandlers({ book, connections: services.connections, chain: services.chain, ownIds, ownBalances });
  // What was asked at an earlier head is not asked again.
  await nextHead();
  const walksBefore = walks();
  await Promise.all(Array.from({ length: 5 }, () => fresh.resolveAddress({ text: 'f01000' })));
  expect(walks()).toBe(walksBefore + 1);
});

test('an address without an actor, an actor of every network, and a text that is neither', async () => {
  expect(await resolve('t0999999')).toMatchObject({ exists: false, idAddress: 't0999999', calls: [] });
  expect(await resolve('f099')).toMatchObject({ name: 'burnt funds actor', exists: true });
  await expect(resolve('f0nothing')).rejects.toMatchObject({ code: 'invalid-input', details: { fields: { text: expect.any(String) } } });
});

test('what this machine knows of one form is told for the others', async () => {
  await book.save(parseAddress(DELEGATED), { label: 'Coffee fund' });
  const { idAddress } = await resolve(ETH);
  expect(await resolve(idAddress ?? '')).toMatchObject({ label: 'Coffee fund', firstSeenAtMs: expect.any(Number) });
});

test('what a node says of the other forms of an address gives it nobody’s name', () => {
  const own = parseAddress(KEY);
  const saved = parseAddress('f01000');
  const find = (address: string) =>
    address === own || address === saved ? { address: own, label: 'Savings', source: 'key' as const } : undefined;
  const lied = { idAddress: saved, robustAddress: own, delegatedAddress: own, exists: true, calls: [] };
  const stranger = { ...lied, address: parseAddress(DELEGATED) };
  expect(toResolvedAddress(stranger, 't', { find })).toMatchObject({ isOwn: false });
  expect(toResolvedAddress(stranger, 't', { find }).label).toBeUndefined();
  expect(toResolvedAddress({ ...lied, address: saved }, 't', { find })).toMatchObject({ isOwn: true, label: 'Savings' });
});

test('the ID of an own key is asked for once, and only for own keys', async () => {
  const asked = () => services.tap.methods().filter((method) => method === 'StateLookupID').length;
  const before = asked();
  expect(ownIds.find(parseAddress(KEY))).toBeUndefined();
  await handlers.listBalances({ addresses: [KEY, DELEGATED] });
  await handlers.listBalances({ addresses: [KEY, DELEGATED] });
  expect(asked()).toBe(before + 1);
  const { genesisCid, byAddress } = ownBalances.slice.get();
  expect(genesisCid).toBe((await services.connections.requireActive()).facts.genesisCid);
  expect([...byAddress]).toEqual([[KEY, expect.stringMatching(/^[1-9]\d+$/)]]);
  expect(idChanges).toBe(1);
  expect(formatAddress(ownIds.find(parseAddress(KEY)) ?? parseAddress('f00'), 't')).toBe((await resolve(KEY)).idAddress);
  await ownIds.follow([{ address: KEY, exists: false }]);
  expect(ownIds.find(parseAddress(KEY))).toBeDefined();
  await ownIds.follow([{ address: KEY, exists: false, balance: '0' }]);
  expect(ownIds.find(parseAddress(KEY))).toBeUndefined();
});

test('an endpoint that lacks the look-ups still tells what is there', async () => {
  const lacking = ['StateLookupID', 'StateAccountKey', 'StateLookupRobustAddress'];
  const proxy = await startScriptedNode();
  cleanups.push(() => proxy.stop());
  proxy.onRequest((request, response) => {
    const name = request.call.method?.split('.')[1] ?? '';
    if (lacking.includes(name)) {
      answer(response, 200, request, { error: { code: -32601, message: `method 'Filecoin.${name}' not found` } });
      return;
    }
    void fetch(services.node.httpUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${services.node.tokens.read}` },
      body: request.body,
    }).then(async (answered) => answerText(response, answered.status, await answered.text(), { 'Content-Type': 'application/json' }));
  });
  const { connection, close } = buildConnection({ httpUrl: proxy.httpUrl }, { letter: 't' });
  cleanups.push(close);
  const read = await readPinned(connection.client, services.chain.tipsets, 'test', (node) =>
    resolveOnChain(node, parseAddress(DELEGATED), connection, { robust: 'find' }),
  );
  expect(read).toMatchObject({ exists: true, ethAddress: ETH });
  expect(read.idAddress).toBeUndefined();
  expect(read.balance).toBeGreaterThan(0n);
});

test('without a node the forms that follow from the address are told, and why there is no more', async () => {
  const alone = addressHandlers({ book, connections: new TestConnections(), chain: services.chain, ownIds, ownBalances });
  const resolved = await alone.resolveAddress({ text: ETH });
  expect(resolved).toMatchObject({ ethAddress: ETH, exists: false, problem: 'No connection is active.', calls: [] });
});
