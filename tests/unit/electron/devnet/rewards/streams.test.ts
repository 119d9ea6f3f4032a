/** Streams of block rewards: what awards, claims and governance do to the reward actor (FIP-0118). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { awardBlock } from '../../../../../electron/devnet/chain/execute-tipset.ts';
import { ledgerOf, liabilityOf } from '../../../../../electron/devnet/rewards/ledger.ts';
import { hasStreams, type RewardOf29, rewardOf } from '../../../../../electron/devnet/rewards/reward-view.ts';
import { BURNT_ID, REWARD_ID } from '../../../../../electron/devnet/state/state.ts';
import type { ExecutionResult } from '../../../../../electron/devnet/vm/execute-message.ts';
import { addressToBytes, idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { bytesToUtf8Lossy } from '../../../../../shared/domain/encoding/bytes.ts';
import { type CborValue, decodeBigIntBytes } from '../../../../../shared/domain/encoding/cbor.ts';
import { methodNumberOfName } from '../../../../../shared/domain/methods/method-number.ts';
import { DevnetExecution, returnOf } from '../../../../builders/devnet-execution.ts';

const DATA = path.resolve(import.meta.dirname, '../../../../../../shared/data');
const WHOLE = 10n ** 18n;
const PERCENT = WHOLE / 100n;
const MINER = 1_001;
const TIMELOCK = 60;
const SERVICES = 2;

let run: DevnetExecution;
let swa: number;
let writer: number;
let first: number;
let second: number;
beforeEach(() => {
  run = new DevnetExecution('streams', { upgradeEpoch: -1, streams: 'mainnet' });
  [swa, writer, first, second] = ['stream-weights', 'service-rewards', 'orchestrator-0', 'orchestrator-1'].map((name) =>
    run.account(name),
  ) as [number, number, number, number];
});

function reward(): RewardOf29 {
  const state = rewardOf(run.draft.state);
  if (!hasStreams(state)) throw new Error('the reward actor has no streams');
  return state;
}

const award = (epochs = 1, wins = 1n) => {
  run.epoch += epochs;
  return awardBlock(run.draft, { miner: idAddress(MINER), penalty: 0n, gasReward: 1_000n, wins }, run.epoch).result;
};
const bytesOf = (id: number): Uint8Array => addressToBytes(idAddress(id));
const call = (from: number, name: string, params: CborValue): ExecutionResult =>
  run.send(from, REWARD_ID, { method: methodNumberOfName(name), params });
const claim = (from: number, id: number, ...wallets: readonly number[]): bigint[] => {
  const result = call(from, 'Claim', [id, wallets.map(bytesOf)]);
  expect(result.receipt.exitCode).toBe(0);
  return ((returnOf(result) as [Uint8Array[]])[0] ?? []).map(decodeBigIntBytes);
};
const typesOf = ({ events }: ExecutionResult): string[] =>
  events.map(({ entries }) => bytesToUtf8Lossy(entries[0]?.value.slice(1) ?? new Uint8Array()));
const exitOf = ({ receipt }: ExecutionResult): number => receipt.exitCode;

describe('an award', () => {
  it('gives each stream its part to the attoFIL: miner, pools and f099', () => {
    const before = { miner: run.balance(MINER), burnt: run.balance(BURNT_ID), total: run.total(), reward: reward() };
    const { trace } = award(1, 3n);
    const after = reward();
    const minted = (before.reward.thisEpochReward * 3n) / 5n;
    expect(after.totalMintedReward).toBe(minted);
    const [miners, services] = after.streams.value.streams.map(({ weight }) => weight);
    expect([miners?.vStart, services?.vStart]).toEqual([95n * PERCENT, 5n * PERCENT]);
    const minerPart = ((miners?.vStart ?? 0n) + (miners?.slope ?? 0n) * BigInt(run.epoch)) * minted;
    const servicePart = (((services?.vStart ?? 0n) + (services?.slope ?? 0n) * BigInt(run.epoch)) * minted) / WHOLE;
    expect(run.balance(MINER) - before.miner).toBe(minerPart / WHOLE + 1_000n);
    expect(after.accrued).toEqual([{ id: 2n, amount: (servicePart * 90n * PERCENT) / WHOLE }]);
    expect(after.totalExplicitMinted).toBe(after.accrued[0]?.amount);
    expect(run.balance(BURNT_ID) - before.burnt).toBe(after.totalBurnMinted);
    expect(after.totalMintedReward - after.totalExplicitMinted - after.totalBurnMinted).toBe(minerPart / WHOLE);
    expect(trace?.subcalls.map(({ to, method }) => [to, method])).toEqual([
      [idAddress(MINER), 14n],
      [idAddress(BURNT_ID), 0n],
    ]);
    expect(run.total()).toBe(before.total);
  });

  it('goes whole to the miner on a chain with one stream', () => {
    run = new DevnetExecution('streams', { upgradeEpoch: -1, streams: 'one' });
    const before = run.balance(MINER);
    const { trace } = award();
    expect(run.balance(MINER) - before).toBe(reward().totalMintedReward + 1_000n);
    expect(reward()).toMatchObject({ totalBurnMinted: 0n, totalExplicitMinted: 0n, accrued: [], swaActor: idAddress(0) });
    expect(trace?.subcalls).toHaveLength(1);
  });

  it('is burnt where the miner cannot be paid', () => {
    const burnt = run.balance(BURNT_ID);
    awardBlock(run.draft, { miner: idAddress(first), penalty: 0n, gasReward: 0n, wins: 1n }, 6);
    const { totalMintedReward, totalExplicitMinted } = reward();
    // An account takes what it is sent, and does not know the method.
    expect(run.balance(BURNT_ID) - burnt).toBe(totalMintedReward - totalExplicitMinted);
  });
});

describe('a claim', () => {
  it('pays anyone’s share once, and what is earned later again', () => {
    award();
    const pool = reward().accrued[0]?.amount ?? 0n;
    const before = run.balance(first);
    const result = call(run.account('faucet'), 'Claim', [SERVICES, [bytesOf(first), bytesOf(MINER)]]);
    expect(typesOf(result)).toEqual(['claim-payout']);
    expect((returnOf(result) as [Uint8Array[]])[0].map(decodeBigIntBytes)).toEqual([(pool * 60n) / 90n, 0n]);
    expect(run.balance(first) - before).toBe((pool * 60n) / 90n);
    expect(claim(writer, SERVICES, first)).toEqual([0n]);
    award();
    const [again = 0n] = claim(writer, SERVICES, first);
    expect(again).toBeGreaterThan(0n);
  });

  it('answers zero for a stream that never was, and refuses the stream of miners', () => {
    expect(claim(writer, 77, first)).toEqual([0n]);
    expect(exitOf(call(writer, 'Claim', [1, [bytesOf(first)]]))).toBe(16);
    const nobody = Uint8Array.of(1, ...new Uint8Array(20).fill(9));
    expect((returnOf(call(writer, 'Claim', [SERVICES, [nobody]])) as [Uint8Array[]])[0].map(decodeBigIntBytes)).toEqual([0n]);
  });
});

describe('shares', () => {
  const shares = (rows: readonly (readonly [number, bigint])[]): CborValue => [SERVICES, rows.map(([id, share]) => [bytesOf(id), share])];

  it('are set by the writer alone: the period ends, and what was earned stays owed', () => {
    award();
    const pool = reward().accrued[0]?.amount ?? 0n;
    const faucet = run.account('faucet');
    expect(exitOf(call(first, 'SetShares', shares([[faucet, WHOLE]])))).toBe(18);
    const result = call(
      writer,
      'SetShares',
      shares([
        [faucet, 40n * PERCENT],
        [BURNT_ID, 60n * PERCENT],
      ]),
    );
    expect(exitOf(result)).toBe(0);
    expect(typesOf(result)).toEqual(['period-folded', 'shares-set']);
    expect(reward().accrued).toEqual([{ id: 2n, amount: 0n }]);
    expect(reward().streams.value.streams[1]?.distribution?.shares).toEqual([{ recipient: idAddress(faucet), share: 40n * PERCENT }]);
    const owed = [(pool * 60n) / 90n, (pool * 30n) / 90n];
    expect(liabilityOf(ledgerOf(reward()))).toBe((owed[0] ?? 0n) + (owed[1] ?? 0n));
    expect(claim(faucet, SERVICES, first, second)).toEqual(owed);
    award();
    expect(claim(faucet, SERVICES, first, faucet)).toEqual([0n, reward().accrued[0]?.amount]);
  });

  it('add up, name each once, and name who is there', () => {
    const set = (rows: readonly (readonly [number, bigint])[]): number => exitOf(call(writer, 'SetShares', shares(rows)));
    expect(set([[first, WHOLE - 1n]])).toBe(16);
    expect(
      set([
        [first, WHOLE / 2n],
        [first, WHOLE / 2n],
      ]),
    ).toBe(16);
    expect(
      set([
        [first, WHOLE],
        [second, 0n],
      ]),
    ).toBe(16);
    expect(set([[9_999_999, WHOLE]])).toBe(17);
  });

  it('pass to another address; the old one keeps what it is owed', () => {
    award();
    const pool = reward().accrued[0]?.amount ?? 0n;
    const faucet = run.account('faucet');
    const result = call(writer, 'ReplaceAddress', [SERVICES, bytesOf(first), bytesOf(faucet)]);
    expect(exitOf(result)).toBe(0);
    expect(typesOf(result)).toEqual(['period-folded', 'address-replaced']);
    expect(claim(writer, SERVICES, first, faucet)).toEqual([(pool * 60n) / 90n, 0n]);
    expect(exitOf(call(writer, 'ReplaceAddress', [SERVICES, bytesOf(first), bytesOf(faucet)]))).toBe(16);
  });
});

describe('a change of streams', () => {
  const flat = (percent: bigint): CborValue => [percent * PERCENT, 0, 0, percent * PERCENT, percent * PERCENT];
  const weights = (...rows: readonly (readonly [number, bigint])[]): CborValue => [rows.map(([id, percent]) => [id, flat(percent)])];

  it('is made by the stream weights actor alone, when its time has come, by the next award', () => {
    expect(exitOf(call(writer, 'SetWeightRecords', weights([1, 50n])))).toBe(18);
    const result = call(swa, 'SetWeightRecords', weights([1, 50n]));
    expect(exitOf(result)).toBe(0);
    expect(typesOf(result)).toEqual(['write-queued']);
    expect(exitOf(call(swa, 'SetWeightRecords', weights([1, 40n])))).toBe(16);
    award(TIMELOCK - 1);
    expect(reward().streams.value.streams[0]?.weight.vStart).toBe(95n * PERCENT);
    const before = reward();
    award();
    expect(reward().streams.value).toMatchObject({ pendingWrites: [], streams: [{ weight: { vStart: 50n * PERCENT } }, {}] });
    const minted = reward().totalMintedReward - before.totalMintedReward;
    expect(reward().totalBurnMinted - before.totalBurnMinted).toBeGreaterThan((minted * 40n) / 100n);
  });

  it('is refused where weights could exceed the whole, also by a change that waits already', () => {
    expect(exitOf(call(swa, 'SetWeightRecords', weights([1, 60n], [2, 41n])))).toBe(16);
    expect(exitOf(call(swa, 'SetWeightRecords', weights([1, 60n], [9, 5n])))).toBe(16);
    expect(exitOf(call(swa, 'SetWeightRecords', weights([1, 60n])))).toBe(0);
    const register = (percent: bigint) =>
      call(swa, 'RegisterStream', [3, flat(percent), [bytesOf(writer), [[bytesOf(first), WHOLE]]], run.epoch + 90]);
    expect(exitOf(register(31n))).toBe(16);
    expect(exitOf(register(30n))).toBe(0);
    // What the registration stands on may be taken away: it is dropped then.
    expect(exitOf(call(swa, 'CancelPending', [null, 0]))).toBe(0);
    award(91);
    expect(reward().streams.value.streams.map(({ id }) => id)).toEqual([1n, 2n]);
    expect(exitOf(call(swa, 'CancelPending', [null, 1]))).toBe(16);
  });

  it('adds a stream, gives it another writer, and removes it: what it owes can be claimed', () => {
    expect(exitOf(call(swa, 'SetWeightRecords', weights([1, 60n])))).toBe(0);
    const activation = run.epoch + TIMELOCK;
    expect(exitOf(call(swa, 'RegisterStream', [3, flat(20n), [bytesOf(writer), [[bytesOf(first), WHOLE]]], activation]))).toBe(0);
    award(TIMELOCK);
    expect(reward().accrued.map(({ id }) => id)).toEqual([2n, 3n]);
    const pool = reward().accrued[1]?.amount ?? 0n;
    expect(pool).toBeGreaterThan(0n);
    expect(exitOf(call(swa, 'SetDistribution', [3, bytesOf(second)]))).toBe(0);
    expect(exitOf(call(swa, 'RemoveStream', [3]))).toBe(0);
    run.epoch += TIMELOCK;
    const result = call(first, 'Claim', [3, [bytesOf(second)]]);
    expect(typesOf(result)).toEqual(['write-applied', 'write-applied', 'period-folded', 'period-folded']);
    expect(reward().streams.value.tombstones).toEqual([{ id: 3n, payable: [{ recipient: idAddress(first), amount: pool }] }]);
    expect(claim(writer, 3, first)).toEqual([pool]);
    expect(reward().streams.value.tombstones).toEqual([]);
  });
});

it('its methods have the numbers of the network', () => {
  const { methods } = JSON.parse(readFileSync(path.join(DATA, 'nv29/solstice.json'), 'utf8')) as { methods: Record<string, number> };
  for (const [name, number] of Object.entries(methods)) {
    expect(methodNumberOfName(name), name).toBe(BigInt(number));
    // Somebody else may not call it, or it has other parameters: it is there.
    expect(exitOf(run.send(first, REWARD_ID, { method: BigInt(number), params: [] })), name).not.toBe(22);
  }
  const of28 = new DevnetExecution('streams', { upgradeEpoch: 1_000, streams: 'mainnet' });
  for (const number of Object.values(methods)) expect(exitOf(of28.send(first, REWARD_ID, { method: BigInt(number), params: [] }))).toBe(22);
});
