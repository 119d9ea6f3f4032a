import { beforeEach, describe, expect, it } from 'vitest';
import { escrowOf } from '../../../../../electron/devnet/deals/market.ts';
import { minerOfDraft } from '../../../../../electron/devnet/miners/miners.ts';
import { addressToBytes, idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { decodeBigIntBytes, encodeBigIntBytes } from '../../../../../shared/domain/encoding/cbor.ts';
import { keyFromPrivateKey } from '../../../../../shared/domain/keys/key.ts';
import { DevnetExecution, returnOf } from '../../../../builders/devnet-execution.ts';

const MINER = 1001;
const bytesOf = (id: number): Uint8Array => addressToBytes(idAddress(id));

let run: DevnetExecution;
let owner: number;
let worker: number;
let other: number;
beforeEach(() => {
  run = new DevnetExecution('miner control');
  [owner, worker, other] = [`owner-${MINER}`, `worker-${MINER}`, 'traffic-0'].map((name) => run.account(name)) as [number, number, number];
});

const miner = () => minerOfDraft(run.draft, MINER);
const info = () => miner()?.info.value;
const withdraw = (by: number, amount: bigint) => run.send(by, MINER, { method: 16n, params: [encodeBigIntBytes(amount)] });
const paid = (result: ReturnType<typeof withdraw>): bigint => decodeBigIntBytes(returnOf(result) as Uint8Array);

describe('WithdrawBalance', () => {
  it('sends to the beneficiary in a call of its own, and never more than is free', () => {
    const result = withdraw(owner, 7n);
    expect(paid(result)).toBe(7n);
    expect(result.trace?.subcalls).toMatchObject([{ from: MINER, to: idAddress(owner), value: 7n, method: 0n, exitCode: 0 }]);
    const locked = (miner()?.initialPledge ?? 0n) + (miner()?.lockedFunds ?? 0n) + (miner()?.preCommitDeposits ?? 0n);
    expect(paid(withdraw(owner, 10n ** 30n))).toBeGreaterThan(0n);
    expect(run.balance(MINER)).toBe(locked);
    expect(withdraw(owner, 1n).trace?.subcalls).toEqual([]);
  });

  it('is refused to others', () => {
    expect(withdraw(worker, 1n)).toMatchObject({ receipt: { exitCode: 18 }, error: expect.stringContaining('is not one of supported') });
    expect(withdraw(owner, -1n).receipt.exitCode).toBe(16);
  });

  it('has an exported twin', () => {
    expect(run.send(owner, MINER, { method: 2_280_458_852n, params: [encodeBigIntBytes(3n)] }).receipt.exitCode).toBe(0);
  });
});

describe('ChangeWorkerAddress', () => {
  const bls = keyFromPrivateKey('bls', new Uint8Array(32).fill(3)).address;
  const change = (by: number, newWorker: Uint8Array, controls: readonly number[] = []) =>
    run.send(by, MINER, { method: 3n, params: [newWorker, controls.map(bytesOf)] });

  it('changes the control addresses at once and the worker when it is confirmed, after a finality', () => {
    run.send(other, bls, { value: 1n });
    const id = run.draft.resolve(bls) ?? -1;
    expect(change(worker, addressToBytes(bls)).receipt.exitCode).toBe(18);
    expect(change(owner, addressToBytes(bls), [other, owner]).receipt.exitCode).toBe(0);
    expect(info()).toMatchObject({
      worker: idAddress(worker),
      controlAddresses: [other, owner].map(idAddress),
      pendingWorkerKey: { newWorker: idAddress(id), effectiveAt: 905 },
    });
    run.epoch = 904;
    expect(run.send(owner, MINER, { method: 21n }).receipt.exitCode).toBe(0);
    expect(info()?.worker).toBe(idAddress(worker));
    run.epoch = 905;
    run.send(owner, MINER, { method: 21n });
    expect(info()).toMatchObject({ worker: idAddress(id), pendingWorkerKey: undefined });
  });

  it('wants a worker with a BLS key that is on chain', () => {
    expect(change(owner, bytesOf(other))).toMatchObject({
      receipt: { exitCode: 16 },
      error: expect.stringContaining('must have BLS pubkey'),
    });
    expect(change(owner, addressToBytes(bls)).receipt.exitCode).toBe(16);
    expect(change(owner, bytesOf(MINER)).receipt.exitCode).toBe(16);
    expect(change(owner, bytesOf(worker), [other]).receipt.exitCode).toBe(0);
    expect(info()).toMatchObject({ controlAddresses: [idAddress(other)], pendingWorkerKey: undefined });
  });
});

describe('ChangeOwnerAddress', () => {
  const change = (by: number, to: number) => run.send(by, MINER, { method: 23n, params: bytesOf(to) });

  it('takes two steps, and takes the beneficiary along', () => {
    expect(change(other, other).receipt.exitCode).toBe(18);
    expect(change(owner, other).receipt.exitCode).toBe(0);
    expect(info()).toMatchObject({ owner: idAddress(owner), pendingOwnerAddress: idAddress(other) });
    expect(change(worker, other).receipt.exitCode).toBe(18);
    expect(change(other, owner).receipt.exitCode).toBe(16);
    expect(change(other, other).receipt.exitCode).toBe(0);
    expect(info()).toMatchObject({ owner: idAddress(other), pendingOwnerAddress: undefined, beneficiary: idAddress(other) });
  });

  it('is taken back by naming the owner, and wants an ID address', () => {
    change(owner, other);
    change(owner, owner);
    expect(info()?.pendingOwnerAddress).toBeUndefined();
    const robust = addressToBytes(run.keys.get('traffic-0').address);
    expect(run.send(owner, MINER, { method: 23n, params: robust }).receipt.exitCode).toBe(16);
  });
});

describe('ChangeBeneficiary', () => {
  const change = (by: number, to: number, quota: bigint, expiration: number) =>
    run.send(by, MINER, { method: 30n, params: [bytesOf(to), encodeBigIntBytes(quota), expiration] });

  it('takes the nominee and the beneficiary, and limits what can be withdrawn', () => {
    expect(change(other, other, 10n, 100).receipt.exitCode).toBe(18);
    expect(change(owner, other, 0n, 100).receipt.exitCode).toBe(16);
    expect(change(owner, owner, 1n, 0).receipt.exitCode).toBe(16);
    expect(change(owner, other, 10n, 100).receipt.exitCode).toBe(0);
    expect(info()).toMatchObject({
      beneficiary: idAddress(owner),
      pendingBeneficiaryTerm: { approvedByBeneficiary: true, approvedByNominee: false },
    });
    expect(change(other, other, 11n, 100).receipt.exitCode).toBe(16);
    expect(change(worker, other, 10n, 100).receipt.exitCode).toBe(18);
    expect(change(other, other, 10n, 100).receipt.exitCode).toBe(0);
    expect(info()).toMatchObject({ beneficiary: idAddress(other), pendingBeneficiaryTerm: undefined });

    const result = withdraw(owner, 50n);
    expect(paid(result)).toBe(10n);
    expect(result.trace?.subcalls).toMatchObject([{ to: idAddress(other) }]);
    expect(withdraw(owner, 50n)).toMatchObject({ receipt: { exitCode: 18 }, error: expect.stringContaining('depleted with 10 used') });
  });

  it('needs the old beneficiary too while its quota lasts', () => {
    change(owner, other, 10n, 100);
    change(other, other, 10n, 100);
    change(owner, owner, 0n, 0);
    expect(info()).toMatchObject({
      beneficiary: idAddress(other),
      pendingBeneficiaryTerm: { approvedByBeneficiary: false, approvedByNominee: true },
    });
    change(other, owner, 0n, 0);
    expect(info()).toMatchObject({ beneficiary: idAddress(owner), beneficiaryTerm: { quota: 0n, usedQuota: 0n } });
    expect(returnOf(run.send(worker, MINER, { method: 31n }))).toMatchObject([[bytesOf(owner), expect.anything()], null]);
  });
});

describe('peer ID and multiaddrs', () => {
  it('are set by owner, worker and control', () => {
    const peerId = Uint8Array.of(1, 2, 3);
    expect(run.send(other, MINER, { method: 4n, params: [peerId] }).receipt.exitCode).toBe(18);
    expect(run.send(worker, MINER, { method: 4n, params: [peerId] }).receipt.exitCode).toBe(0);
    expect(run.send(worker, MINER, { method: 18n, params: [[Uint8Array.of(4, 1)]] }).receipt.exitCode).toBe(0);
    expect(info()).toMatchObject({ peerId, multiaddrs: [Uint8Array.of(4, 1)] });
    expect(run.send(worker, MINER, { method: 18n, params: [[new Uint8Array()]] }).receipt.exitCode).toBe(16);
    expect(run.send(worker, MINER, { method: 4n, params: [new Uint8Array(129)] }).receipt.exitCode).toBe(16);
  });
});

describe('market WithdrawBalance', () => {
  const take = (by: number, of: number, amount: bigint) =>
    run.send(by, 5, { method: 3n, params: [bytesOf(of), encodeBigIntBytes(amount)] });

  it('pays what is not locked: a client to itself, a provider to its owner', () => {
    run.send(other, 5, { method: 2n, value: 9n, params: bytesOf(other) });
    expect(take(owner, other, 5n).receipt.exitCode).toBe(18);
    expect(paid(take(other, other, 50n))).toBe(9n);
    expect(escrowOf(run.draft.state, other)).toEqual({ escrow: 0n, locked: 0n });
    const before = run.balance(owner);
    const result = take(worker, MINER, 4n);
    expect(paid(result)).toBe(4n);
    expect(run.balance(owner) - before).toBe(4n);
    expect(result.trace?.subcalls).toMatchObject([
      { to: idAddress(MINER), method: 2n },
      { to: idAddress(owner), value: 4n },
    ]);
    expect(take(other, other, -1n).receipt.exitCode).toBe(16);
  });
});
