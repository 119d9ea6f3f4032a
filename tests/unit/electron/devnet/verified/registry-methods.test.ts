import { beforeEach, describe, expect, it } from 'vitest';
import { constructedPieceCid } from '../../../../../electron/devnet/state/constructed-cids.ts';
import { DATA_CAP_ID, refOf, State, VERIFIED_ROOT_ID } from '../../../../../electron/devnet/state/state.ts';
import { ViewCache } from '../../../../../electron/devnet/state/state-view.ts';
import { claimParams } from '../../../../../electron/devnet/verified/claim-methods.ts';
import { DATA_CAP } from '../../../../../electron/devnet/verified/data-cap-view.ts';
import { registryOf } from '../../../../../electron/devnet/verified/registry.ts';
import {
  type AllocationRequest,
  allocationRequests,
  allocationsResponse,
  type ClaimExtensionRequest,
} from '../../../../../electron/devnet/verified/requests.ts';
import { INFINITE_ALLOWANCE, UNITS_PER_BYTE } from '../../../../../electron/devnet/verified/token.ts';
import { callActor } from '../../../../../electron/devnet/vm/call-actor.ts';
import { addressToBytes, idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { decodeBigIntBytes, encodeBigIntBytes } from '../../../../../shared/domain/encoding/cbor.ts';
import { decodeBlock, encodeBlock } from '../../../../../shared/domain/ipld/codec.ts';
import { DevnetExecution, RULES_OF_28, returnOf } from '../../../../builders/devnet-execution.ts';

const MIB = 1_048_576n;
const TRANSFER = 80_475_954n;
const bytesOf = (id: number): Uint8Array => addressToBytes(idAddress(id));

let run: DevnetExecution;
let verifier: number;
let client: number;
beforeEach(() => {
  run = new DevnetExecution('registry', RULES_OF_28);
  verifier = run.account('traffic-0');
  client = run.account('traffic-1');
});

const addVerifier = (by: number, who: number, allowance: bigint) =>
  run.send(by, 6, { method: 2n, params: [bytesOf(who), encodeBigIntBytes(allowance)] });
const addClient = (by: number, who: number, allowance: bigint) =>
  run.send(by, 6, { method: 4n, params: [bytesOf(who), encodeBigIntBytes(allowance)] });
const balance = (of: number): bigint =>
  decodeBigIntBytes(returnOf(run.send(client, 7, { method: 3_261_979_605n, params: bytesOf(of) })) as Uint8Array);

it('verifiers are named by the root key, and give DataCap out of what they have', () => {
  expect(addVerifier(client, verifier, MIB).receipt.exitCode).toBe(18);
  expect(addVerifier(VERIFIED_ROOT_ID, verifier, MIB - 1n).receipt.exitCode).toBe(16);
  expect(addVerifier(VERIFIED_ROOT_ID, verifier, 3n * MIB).receipt.exitCode).toBe(0);
  expect(addClient(client, client, MIB)).toMatchObject({ receipt: { exitCode: 17 }, error: expect.stringContaining('is not a verifier') });
  expect(addClient(verifier, client, 4n * MIB).receipt.exitCode).toBe(16);
  const given = addClient(verifier, client, 2n * MIB);
  expect(given.receipt.exitCode).toBe(0);
  expect(given.trace?.subcalls).toMatchObject([{ from: 6, to: idAddress(7), exitCode: 0 }]);
  expect(registryOf(run.draft).verifiers.get(idAddress(verifier))).toBe(MIB);
  expect(balance(client)).toBe(2n * MIB * 10n ** 18n);
  expect(addVerifier(VERIFIED_ROOT_ID, client, MIB).receipt.exitCode).toBe(16);
  expect(run.send(VERIFIED_ROOT_ID, 6, { method: 3n, params: bytesOf(verifier) }).receipt.exitCode).toBe(0);
  expect(addClient(verifier, client, MIB).receipt.exitCode).toBe(17);
});

describe('DataCap that is allocated', () => {
  const piece = (name: number): AllocationRequest => ({
    provider: 1000,
    data: constructedPieceCid(new Uint8Array(32).fill(name)),
    size: MIB,
    termMin: 518_400,
    termMax: 600_000,
    expiration: 1_000,
  });
  const requests = (allocations: readonly AllocationRequest[], extensions: readonly ClaimExtensionRequest[] = []): Uint8Array =>
    encodeBlock(allocationRequests, { allocations, extensions });
  const transfer = (to: number, bytes: bigint, data: Uint8Array = new Uint8Array()) =>
    run.send(client, 7, { method: TRANSFER, params: [bytesOf(to), encodeBigIntBytes(bytes * UNITS_PER_BYTE), data] });
  const claim = (from: number, expiry: number, ...ids: readonly number[]) => {
    const claims = ids.map((id) => ({ client, allocationId: id, data: piece(id).data, size: MIB }));
    return callActor(
      run.draft,
      { from, to: idAddress(6), value: 0n, method: 9n, params: claimParams(77, expiry, claims) },
      { epoch: run.epoch, messageCid: undefined, origin: idAddress(from), originNonce: 0n },
    );
  };
  /** Ids of allocations begin after those of the claims of genesis. */
  let first: number;
  let supply: bigint;

  beforeEach(() => {
    addVerifier(VERIFIED_ROOT_ID, verifier, 9n * MIB);
    addClient(verifier, client, 4n * MIB);
    first = registryOf(run.draft).nextAllocationId;
    supply = run.draft.read(DATA_CAP, DATA_CAP_ID).supply;
  });

  it('moves to the registry alone, and for allocations of just as much', () => {
    expect(transfer(verifier, 1n)).toMatchObject({ receipt: { exitCode: 18 }, error: expect.stringContaining('transfer not allowed') });
    expect(transfer(6, 5n * MIB, requests([piece(0)])).receipt.exitCode).toBe(19);
    expect(transfer(6, 2n * MIB, requests([piece(0)]))).toMatchObject({
      receipt: { exitCode: 16 },
      error: expect.stringContaining('must match data cap amount'),
    });
    expect(transfer(6, MIB).receipt.exitCode).toBe(21);
    expect(balance(client)).toBe(4n * MIB * UNITS_PER_BYTE);
    expect(registryOf(run.draft).nextAllocationId).toBe(first);
  });

  it.each([
    ['less than 1 MiB', { size: MIB - 1n }],
    ['less than 180 days', { termMin: 518_399 }],
    ['more than five years', { termMax: 5_259_486 }],
    ['less than its least term', { termMax: 518_399 }],
    ['an expiration that is over', { expiration: 4 }],
    ['an expiration in more than 60 days', { expiration: 172_806 }],
    ['a provider that is no miner', { provider: 100 }],
  ])('is not for %s', (_name, wrong) => {
    const request = { ...piece(0), ...wrong };
    expect(transfer(6, request.size, requests([request])).receipt.exitCode).toBe(16);
  });

  it('waits for its provider, who claims it; what is claimed is burnt', () => {
    const data = requests([piece(first), piece(first + 1), piece(first + 2)]);
    const [left, received, answer] = returnOf(transfer(6, 3n * MIB, data)) as [Uint8Array, Uint8Array, Uint8Array];
    expect([left, received].map(decodeBigIntBytes)).toEqual([MIB * UNITS_PER_BYTE, 3n * MIB * UNITS_PER_BYTE]);
    expect(decodeBlock(allocationsResponse, answer).newAllocations).toEqual([first, first + 1, first + 2]);
    expect(
      registryOf(run.draft)
        .allocations.get(client)
        .get(first + 1),
    ).toMatchObject({ client, provider: 1000, size: MIB });

    expect(claim(1001, run.epoch + 520_000, first).exitCode).toBe(16);
    expect(claim(1000, run.epoch + 518_399, first).exitCode).toBe(16);
    expect(claim(1000, run.epoch + 600_001, first).exitCode).toBe(16);
    expect(claim(client, run.epoch + 520_000, first).exitCode).toBe(18);
    expect(claim(1000, run.epoch + 520_000, first, first + 1).exitCode).toBe(0);
    expect(claim(1000, run.epoch + 520_000, first).exitCode).toBe(16);
    expect(registryOf(run.draft).claims.get(1000).get(first)).toEqual({
      provider: 1000,
      client,
      data: piece(first).data,
      size: MIB,
      termMin: 518_400,
      termMax: 600_000,
      termStart: run.epoch,
      sector: 77,
    });
    expect(
      registryOf(run.draft)
        .allocations.get(client)
        .entries()
        .map(([id]) => id),
    ).toEqual([first + 2]);
    expect(balance(6)).toBe(MIB * UNITS_PER_BYTE);
    expect(run.draft.read(DATA_CAP, DATA_CAP_ID).supply).toBe(supply - 2n * MIB * UNITS_PER_BYTE);

    const extension = requests([], [{ provider: 1000, claimId: first, termMax: 700_000 }]);
    expect(transfer(6, MIB, extension).receipt.exitCode).toBe(0);
    expect(registryOf(run.draft).claims.get(1000).get(first)?.termMax).toBe(700_000);
    expect(run.draft.read(DATA_CAP, DATA_CAP_ID).supply).toBe(supply - 3n * MIB * UNITS_PER_BYTE);
    const extend = (by: number, claimId: number) => returnOf(run.send(by, 6, { method: 11n, params: [[[1000, claimId, 800_000]]] }));
    expect(extend(client, first)).toEqual([1, []]);
    expect(extend(verifier, first)).toEqual([0, [[0, 18]]]);
    expect(extend(client, 999)).toEqual([0, [[0, 17]]]);
    expect((returnOf(run.send(client, 6, { method: 10n, params: [1000, [first, 999]] })) as unknown[])[0]).toEqual([1, [[1, 17]]]);
    run.epoch = 800_010;
    expect(returnOf(run.send(client, 6, { method: 12n, params: [1000, [first]] }))).toEqual([[first], [1, []]]);
  });

  it('comes back when nobody claimed it in time', () => {
    transfer(6, MIB, requests([piece(0)]));
    const remove = (ids: number[]) => returnOf(run.send(verifier, 6, { method: 8n, params: [client, ids] })) as unknown[];
    expect(remove([first, 999])).toMatchObject([
      [first, 999],
      [
        0,
        [
          [0, 18],
          [1, 17],
        ],
      ],
      new Uint8Array(),
    ]);
    run.epoch = 1_000;
    expect(remove([]).slice(0, 2)).toEqual([[first], [1, []]]);
    expect(balance(client)).toBe(4n * MIB * UNITS_PER_BYTE);
    expect(registryOf(run.draft).allocations.keys()).not.toContain(client);
  });

  it('is spent by others as far as its holder allows', () => {
    const spend = (bytes: bigint) =>
      run.send(verifier, 7, {
        method: 3_621_052_141n,
        params: [bytesOf(client), bytesOf(6), encodeBigIntBytes(bytes * UNITS_PER_BYTE), requests([piece(0)])],
      });
    const allow = (method: bigint, bytes: bigint): bigint =>
      decodeBigIntBytes(
        returnOf(run.send(client, 7, { method, params: [bytesOf(verifier), encodeBigIntBytes(bytes * UNITS_PER_BYTE)] })) as Uint8Array,
      ) / UNITS_PER_BYTE;
    expect(spend(MIB).receipt.exitCode).toBe(19);
    expect(allow(1_777_121_560n, 3n * MIB)).toBe(3n * MIB);
    expect(allow(1_529_376_545n, MIB)).toBe(2n * MIB);
    expect(spend(MIB).receipt.exitCode).toBe(0);
    expect(allow(1_529_376_545n, 9n * MIB)).toBe(0n);
    expect(run.draft.read(DATA_CAP, DATA_CAP_ID).allowances.get(client).entries()).toHaveLength(1);
    expect(run.send(client, 7, { method: 1_434_719_642n, params: [encodeBigIntBytes(MIB * UNITS_PER_BYTE)] }).receipt.exitCode).toBe(0);
    expect(balance(client)).toBe(2n * MIB * UNITS_PER_BYTE);
  });

  it('is read from its blocks again as it was', () => {
    transfer(6, 2n * MIB, requests([piece(0), piece(1)]));
    const stored = run.draft.finish(run.epoch);
    const opened = State.open(stored.blocks, new ViewCache(), refOf(stored));
    expect(registryOf(opened).allocations.get(client).entries()).toHaveLength(2);
    expect(registryOf(opened).allocations.keys()).toEqual([client]);
    const { balances, allowances, supply: stays, hamtBitWidth } = opened.read(DATA_CAP, DATA_CAP_ID);
    expect(balances.entries().reduce((sum, [, held]) => sum + held, 0n)).toBe(stays);
    expect([allowances.get(client).get(5), hamtBitWidth]).toEqual([INFINITE_ALLOWANCE, 3]);
  });
});

it('Mint is for the registry', () => {
  const params = [bytesOf(client), encodeBigIntBytes(1n), []];
  expect(run.send(client, 7, { method: 116_935_346n, params }).receipt.exitCode).toBe(18);
});

it('no contract can be created', () => {
  const result = run.send(client, 10, { method: 4n, params: Uint8Array.of(1) });
  expect(result).toMatchObject({ receipt: { exitCode: 18 }, error: expect.stringContaining('runs no contracts') });
});
