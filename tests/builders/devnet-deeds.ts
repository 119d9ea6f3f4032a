import { addressFromBytes, addressToBytes, formatAddress, idAddress, idOfAddress } from '../../shared/domain/addresses/address.ts';
import { bitfieldOf, encodeRlePlus } from '../../shared/domain/encoding/bitfield.ts';
import { type CborValue, cborLink, decodeCbor, encodeBigIntBytes, encodeCbor } from '../../shared/domain/encoding/cbor.ts';
import { parseCid } from '../../shared/domain/encoding/cid.ts';
import { type Key, keyFromPrivateKey } from '../../shared/domain/keys/key.ts';
import { methodNumberOfName } from '../../shared/domain/methods/method-number.ts';
import { actorCodesOf, control, resultOf, type TipsetJson } from './devnet-caller.ts';
import type { DevnetSender } from './devnet-sender.ts';

const FIL = 10n ** 18n;
const DAY = 2_880;
const [INIT, MARKET, REGISTRY, DATA_CAP] = [1, 5, 6, 7] as const;
const GIB = 1_024 ** 3;

interface DealJson {
  readonly Proposal: { readonly Provider: string; readonly PieceCID: { readonly '/': string } };
  readonly State: { readonly SectorNumber: number; readonly SectorStartEpoch: number };
}

const bytesOf = (id: number): Uint8Array => addressToBytes(idAddress(id));
const amount = (value: bigint): Uint8Array => encodeBigIntBytes(value);
const members = (runs: readonly number[]): number[] => {
  let at = 0;
  return runs.flatMap((length, index) => {
    const run = index % 2 === 1 ? Array.from({ length }, (_, offset) => at + offset) : [];
    at += length;
    return run;
  });
};

async function idOf({ node }: DevnetSender, key: Key): Promise<number> {
  return Number((await resultOf<string>(node, 'StateLookupID', [formatAddress(key.address, 't'), null])).slice(2));
}

/** Creates accounts of every type. */
export async function makeAccounts(sender: DevnetSender): Promise<void> {
  const faucet = sender.key('faucet');
  const [plain, bls, eth, asleep] = (['secp256k1', 'bls', 'delegated', 'delegated'] as const).map((type, index) =>
    keyFromPrivateKey(type, new Uint8Array(32).fill(40 + index)),
  ) as [Key, Key, Key, Key];
  for (const { address } of [plain, bls, eth, asleep]) await sender.push(faucet, address, { value: 100n * FIL });
  await sender.settle();
  // Its first message converts a placeholder to an account.
  await sender.push(eth, asleep.address, { method: methodNumberOfName('InvokeEVM'), value: FIL });
  for (const key of [plain, bls]) await sender.push(key, faucet.address, { value: FIL });
  await sender.settle();
}

/** Creates a vesting multisig with a pending transaction, and one that has used every method. */
export async function useMultisigs(sender: DevnetSender): Promise<void> {
  const [ann, bob, eve] = ['traffic-0', 'traffic-1', 'client-0'].map((name) => sender.key(name)) as [Key, Key, Key];
  const ids = await Promise.all([ann, bob, eve].map((key) => idOf(sender, key)));
  const [annId = 0, bobId = 0, eveId = 0] = ids;
  const codes = await actorCodesOf(sender.node);
  const code = cborLink(parseCid(codes.multisig?.['/'] ?? ''));
  const make = (threshold: number, duration: number): CborValue => [
    code,
    encodeCbor([[annId, bobId].map(bytesOf), threshold, duration, 0]),
  ];
  await sender.push(ann, INIT, { method: 2n, params: make(2, 10_000), value: 500n * FIL });
  await sender.push(ann, INIT, { method: 2n, params: make(1, 0), value: 5n * FIL });
  const [vesting = 0, quick = 0] = (await sender.settle()).map((returned) =>
    Number(idOfAddress(addressFromBytes((decodeCbor(returned) as Uint8Array[])[0] as Uint8Array))),
  );
  const propose = (to: number, value: bigint, method = 0, params: CborValue = new Uint8Array()): CborValue => [
    bytesOf(to),
    amount(value),
    method,
    params,
  ];
  await sender.push(ann, vesting, { method: 2n, params: propose(eveId, FIL) });
  await sender.push(ann, vesting, { method: 2n, params: propose(eveId, 7n) });
  await sender.push(ann, vesting, { method: 2n, params: propose(eveId, 8n) });
  for (const [method, params] of [
    [5, [bytesOf(eveId), false]],
    [8, [2]],
    [7, [bytesOf(bobId), bytesOf(100)]],
  ] as const) {
    await sender.push(ann, quick, { method: 2n, params: propose(quick, 0n, method, encodeCbor(params as CborValue)) });
  }
  await sender.settle();
  await sender.push(bob, vesting, { method: 3n, params: [1, new Uint8Array()] });
  await sender.push(ann, vesting, { method: 4n, params: [2, new Uint8Array()] });
  await sender.settle();
}

/** Grants DataCap, approves an allowance and creates an allocation. */
export async function useDataCap(sender: DevnetSender): Promise<void> {
  const [verifier, client] = [sender.key('traffic-2'), sender.key('traffic-3')];
  const clientId = await idOf(sender, client);
  await control(sender.node, 'add-verifier', { address: formatAddress(verifier.address, 't'), allowance: String(64 * GIB) });
  await sender.settle();
  await sender.push(verifier, REGISTRY, { method: 4n, params: [bytesOf(clientId), amount(BigInt(32 * GIB))] });
  await sender.settle();
  const [deal] = Object.values(await resultOf<Record<string, DealJson>>(sender.node, 'StateMarketDeals', [null]));
  const data = cborLink(parseCid(deal?.Proposal.PieceCID['/'] ?? ''));
  const { Height } = await resultOf<TipsetJson>(sender.node, 'ChainHead');
  const request = [1001, data, GIB, 180 * DAY, 540 * DAY, Height + 30 * DAY];
  const transfer = [bytesOf(REGISTRY), amount(BigInt(GIB) * FIL), encodeCbor([[request], []])];
  await sender.push(client, DATA_CAP, { method: methodNumberOfName('Transfer'), params: transfer });
  await sender.push(client, DATA_CAP, { method: methodNumberOfName('IncreaseAllowance'), params: [bytesOf(100), amount(FIL)] });
  await sender.settle();
}

/** Adds and withdraws market balances of a client and a provider. */
export async function useMarket(sender: DevnetSender): Promise<void> {
  const client = sender.key('traffic-4');
  const id = await idOf(sender, client);
  await sender.push(client, MARKET, { method: 2n, params: bytesOf(id), value: 9n * FIL });
  await sender.push(client, MARKET, { method: 3n, params: [bytesOf(id), amount(4n * FIL)] });
  await sender.push(sender.key('owner-1002'), MARKET, { method: 3n, params: [bytesOf(1002), amount(FIL)] });
  await sender.settle();
}

/** Changes owners, workers and beneficiaries of miners, and withdraws. */
export async function changeMiners(sender: DevnetSender): Promise<void> {
  const bls = keyFromPrivateKey('bls', new Uint8Array(32).fill(41));
  const [worker, control] = [sender.key('worker-1001'), sender.key('control-1001')];
  const heir = await idOf(sender, worker);
  const controls = [await idOf(sender, control), await idOf(sender, worker)].map(bytesOf);
  const own = (miner: number) => sender.key(`owner-${miner}`);
  await sender.push(own(1001), 1001, { method: 3n, params: [addressToBytes(bls.address), controls] });
  await sender.push(own(1001), 1001, { method: 23n, params: bytesOf(heir) });
  await sender.push(own(1002), 1002, { method: 23n, params: bytesOf(heir) });
  await sender.push(own(1003), 1003, { method: 30n, params: [bytesOf(heir), amount(100n * FIL), 100_000] });
  await sender.push(own(1004), 1004, { method: 30n, params: [bytesOf(heir), amount(100n * FIL), 100_000] });
  await sender.push(own(1005), 1005, { method: 4n, params: [Uint8Array.of(1, 2, 3)] });
  await sender.push(own(1005), 1005, { method: 18n, params: [[Uint8Array.of(4, 1)]] });
  await sender.push(own(1006), 1006, { method: 16n, params: [amount(3n * FIL)] });
  await sender.settle();
  await sender.push(worker, 1002, { method: 23n, params: bytesOf(heir) });
  await sender.push(worker, 1003, { method: 30n, params: [bytesOf(heir), amount(100n * FIL), 100_000] });
  await sender.settle();
  await sender.push(own(1003), 1003, { method: 16n, params: [amount(5n * FIL)] });
  await sender.settle();
}

interface SectorAt {
  readonly deadline: number;
  readonly sector: number;
}

/** A miner's active sectors in deadlines that are not proven soon. */
async function steadySectors({ node }: DevnetSender, miner: string): Promise<readonly SectorAt[]> {
  const { Index } = await resultOf<{ readonly Index: number }>(node, 'StateMinerProvingDeadline', [miner, null]);
  const deadlines = Array.from({ length: 40 }, (_, ahead) => (Index + 4 + ahead) % 48);
  const sectors = deadlines.map(async (deadline) => {
    const [partition] = await resultOf<{ readonly ActiveSectors: number[] }[]>(node, 'StateMinerPartitions', [miner, deadline, null]);
    return members(partition?.ActiveSectors ?? []).map((sector) => ({ deadline, sector }));
  });
  return (await Promise.all(sectors)).flat();
}

/** Declares sectors faulty, recovers one, and terminates one together with a healthy one and one with a deal. */
export async function disturbSectors(sender: DevnetSender, miners: readonly number[]): Promise<void> {
  const deals = Object.values(await resultOf<Record<string, DealJson>>(sender.node, 'StateMarketDeals', [null]));
  for (const id of miners) {
    const owner = sender.key(`owner-${id}`);
    const withDeals = new Set(
      deals
        .filter(({ Proposal, State }) => Proposal.Provider === `t0${id}` && State.SectorStartEpoch > 0)
        .map(({ State }) => State.SectorNumber),
    );
    const steady = await steadySectors(sender, `t0${id}`);
    const plain = steady.filter(({ sector }) => !withDeals.has(sector));
    const [well, sick, dead] = plain;
    if (well === undefined || sick === undefined || dead === undefined) throw new Error(`t0${id} has too few sectors to disturb`);
    const declare = (sectors: readonly SectorAt[]): CborValue => [
      sectors.map(({ deadline, sector }) => [deadline, 0, encodeRlePlus(bitfieldOf([sector]))]),
    ];
    await sender.push(owner, id, { method: 10n, params: declare([well]) });
    await sender.push(owner, id, { method: 10n, params: declare([sick]) });
    await sender.push(owner, id, { method: 9n, params: declare([sick]) });
    await sender.push(owner, id, { method: 9n, params: declare([dead]) });
    for (const dealt of steady.filter(({ sector }) => withDeals.has(sector)).slice(0, 1)) {
      await sender.push(owner, id, { method: 9n, params: declare([dealt]) });
    }
    await sender.push(owner, id, { method: 11n, params: declare([well]) });
  }
  await sender.settle();
}
