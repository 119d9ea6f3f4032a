import { beforeEach, expect, it } from 'vitest';
import { VERIFIED_ROOT_ID } from '../../../../../electron/devnet/state/state.ts';
import { addressToBytes, idAddress } from '../../../../../shared/domain/address.ts';
import { decodeBigIntBytes, encodeBigIntBytes } from '../../../../../shared/domain/cbor.ts';
import { DevnetExecution, returnOf } from '../../../../builders/devnet-execution.ts';

const MIB = 1_048_576n;
const TRANSFER = 80_475_954n;
const bytesOf = (id: number): Uint8Array => addressToBytes(idAddress(id));

let run: DevnetExecution;
let verifier: number;
let client: number;
beforeEach(() => {
  run = new DevnetExecution('registry');
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
  expect(run.draft.verifier(verifier)).toBe(MIB);
  expect(balance(client)).toBe(2n * MIB * 10n ** 18n);
  expect(addVerifier(VERIFIED_ROOT_ID, client, MIB).receipt.exitCode).toBe(16);
  expect(run.send(VERIFIED_ROOT_ID, 6, { method: 3n, params: bytesOf(verifier) }).receipt.exitCode).toBe(0);
  expect(addClient(verifier, client, MIB).receipt.exitCode).toBe(17);
});

it('DataCap moves to the registry alone, which keeps no allocations here', () => {
  addVerifier(VERIFIED_ROOT_ID, verifier, 3n * MIB);
  addClient(verifier, client, MIB);
  const transfer = (to: number, amount: bigint) =>
    run.send(client, 7, { method: TRANSFER, params: [bytesOf(to), encodeBigIntBytes(amount), new Uint8Array()] });
  expect(transfer(verifier, 1n)).toMatchObject({ receipt: { exitCode: 18 }, error: expect.stringContaining('transfer not allowed') });
  expect(transfer(6, 2n * MIB * 10n ** 18n).receipt.exitCode).toBe(19);
  expect(transfer(6, MIB * 10n ** 18n).receipt.exitCode).toBe(22);
  expect(balance(client)).toBe(MIB * 10n ** 18n);
});

it('Mint is for the registry', () => {
  const params = [bytesOf(client), encodeBigIntBytes(1n), []];
  expect(run.send(client, 7, { method: 116_935_346n, params }).receipt.exitCode).toBe(18);
});

it('no contract can be created', () => {
  const result = run.send(client, 10, { method: 4n, params: Uint8Array.of(1) });
  expect(result).toMatchObject({ receipt: { exitCode: 18 }, error: expect.stringContaining('runs no contracts') });
});
