import { beforeEach, describe, expect, it } from 'vitest';
import { pendingTransactionsOf } from '../../../../../electron/devnet/multisig/multisig.ts';
import { MULTISIG } from '../../../../../electron/devnet/multisig/multisig-view.ts';
import { codesOf } from '../../../../../electron/devnet/state/actor-codes.ts';
import { INIT } from '../../../../../electron/devnet/state/init-view.ts';
import { INIT_ID, refOf, State } from '../../../../../electron/devnet/state/state.ts';
import { ViewCache } from '../../../../../electron/devnet/state/state-view.ts';
import { type Address, addressFromBytes, addressToBytes, idAddress, idOfAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { type CborValue, cborLink, encodeBigIntBytes, encodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { multisigLockedAt } from '../../../../../shared/domain/messages/multisig-locked.ts';
import { proposalHash } from '../../../../../shared/domain/messages/multisig-proposal.ts';
import { DevnetExecution, returnOf } from '../../../../builders/devnet-execution.ts';

const NOTHING = new Uint8Array();
const bytesOf = (id: number): Uint8Array => addressToBytes(idAddress(id));

let run: DevnetExecution;
let [ann, bob, eve]: number[] = [];
beforeEach(() => {
  run = new DevnetExecution('multisig');
  [ann, bob, eve] = ['traffic-0', 'traffic-1', 'traffic-2'].map((name) => run.account(name));
});

function create(signers: readonly Uint8Array[], threshold: number, value = 1_000n, duration = 0, start = 0) {
  const params = [cborLink(codesOf(19).multisig), encodeCbor([[...signers], threshold, duration, start])];
  return run.send(ann ?? 0, 1, { method: 2n, params, value });
}

/** A multisig of Ann and Bob; its ID. */
function multisigOf(threshold: number, value?: bigint, duration?: number): number {
  const result = create([bytesOf(ann ?? 0), bytesOf(bob ?? 0)], threshold, value, duration);
  const [id] = returnOf(result) as [Uint8Array];
  return Number(idOfAddress(addressFromBytes(id)));
}

/** What its state says, and what waits in it. */
function stateOf(multisig: number) {
  const { pendingTransactions: _, ...state } = run.draft.read(MULTISIG, multisig);
  return { ...state, pending: pendingTransactionsOf(run.draft.read(MULTISIG, multisig)) };
}
const addressOf = (id: number | undefined): Address => idAddress(id ?? 0);

const propose = (by: number | undefined, multisig: number, to: Uint8Array, value: bigint, method = 0, params: CborValue = NOTHING) =>
  run.send(by ?? 0, multisig, { method: 2n, params: [to, encodeBigIntBytes(value), method, params] });
const approve = (by: number | undefined, multisig: number, id: number, hash: Uint8Array = NOTHING) =>
  run.send(by ?? 0, multisig, { method: 3n, params: [id, hash] });

/** Lets a multisig of threshold 1 call itself; TxnID, Applied and Code. */
const onItself = (multisig: number, method: number, params: CborValue) =>
  (returnOf(propose(ann, multisig, bytesOf(multisig), 0n, method, encodeCbor(params))) as unknown[]).slice(0, 3);

describe('Exec', () => {
  it('creates a multisig with the value, under an f2 address that the sender and its nonce give', () => {
    const result = create([bytesOf(ann ?? 0), bytesOf(bob ?? 0)], 2);
    const [id, robust] = (returnOf(result) as Uint8Array[]).map((bytes) => addressFromBytes(bytes)) as [Address, Address];
    expect(run.draft.resolve(robust)).toBe(Number(idOfAddress(id)));
    expect(robust.startsWith('f2')).toBe(true);
    expect(run.balance(Number(idOfAddress(id)))).toBe(1_000n);
    const second = create([bytesOf(ann ?? 0)], 1);
    expect((returnOf(second) as Uint8Array[])[1]).not.toEqual(addressToBytes(robust));
    expect(result.trace?.subcalls.map(({ from, method }) => [from, method])).toEqual([[1, 1n]]);
  });

  it('creates an account for a signer that nobody knew', () => {
    const { address } = run.keys.get('nobody yet');
    expect(create([addressToBytes(address)], 1).receipt.exitCode).toBe(0);
    expect(run.draft.resolve(address)).toBeDefined();
  });

  it.each([
    ['no signer', [], 1, 'Must have at least one signer'],
    ['a signer twice', ['ann', 'ann'], 1, 'duplicate signer not allowed'],
    ['more approvals than signers', ['ann'], 2, 'must not require more approvals than signers'],
    ['no approvals', ['ann'], 0, 'must require at least one approval'],
  ])('refuses %s, and leaves nothing behind', (_name, signers, threshold, text) => {
    const before = run.balance(1);
    const result = create(
      signers.map(() => bytesOf(ann ?? 0)),
      threshold,
    );
    expect(result.receipt.exitCode).toBe(16);
    expect(result.error).toContain(text);
    expect(run.balance(1)).toBe(before);
    expect(run.draft.read(INIT, INIT_ID).nextId).toBe(run.genesis.read(INIT, INIT_ID).nextId);
  });

  it('refuses the code of an actor that not everyone may create', () => {
    const params = [cborLink(codesOf(19).storageminer), NOTHING];
    expect(run.send(ann ?? 0, 1, { method: 2n, params }).receipt.exitCode).toBe(18);
  });
});

describe('a transaction', () => {
  it('runs at once where one approval is enough, as a call within the call', () => {
    const multisig = multisigOf(1);
    const before = run.balance(eve ?? 0);
    const result = propose(ann, multisig, bytesOf(eve ?? 0), 400n);
    expect(returnOf(result)).toEqual([0, true, 0, NOTHING]);
    expect(run.balance(eve ?? 0) - before).toBe(400n);
    expect(result.trace?.subcalls).toMatchObject([{ from: multisig, to: idAddress(eve ?? 0), value: 400n, exitCode: 0 }]);
    expect(stateOf(multisig).pending).toEqual([]);
  });

  it('waits for the second signer, who may name it by its hash', () => {
    const multisig = multisigOf(2);
    expect(returnOf(propose(ann, multisig, bytesOf(eve ?? 0), 400n))).toEqual([0, false, 0, NOTHING]);
    expect(approve(ann, multisig, 0)).toMatchObject({ receipt: { exitCode: 18 }, error: expect.stringContaining('already approved') });
    expect(approve(eve, multisig, 0)).toMatchObject({ receipt: { exitCode: 18 }, error: expect.stringContaining('is not a signer') });
    expect(approve(bob, multisig, 7).receipt.exitCode).toBe(17);
    const proposal = { to: idAddress(eve ?? 0), value: attoFil(400n), method: 0n, params: NOTHING };
    const wrong = proposalHash({ ...proposal, requester: idAddress(bob ?? 0) });
    expect(approve(bob, multisig, 0, wrong).receipt.exitCode).toBe(16);
    const right = proposalHash({ ...proposal, requester: idAddress(ann ?? 0) });
    expect(returnOf(approve(bob, multisig, 0, right))).toEqual([true, 0, NOTHING]);
    expect(run.balance(multisig)).toBe(600n);
  });

  it('that fails inside ends well outside: the code tells, and nothing but the proposal is gone', () => {
    const multisig = multisigOf(1);
    const toMiner = propose(ann, multisig, bytesOf(1000), 10n, 16, encodeCbor([encodeBigIntBytes(1n)]));
    expect(toMiner.receipt.exitCode).toBe(0);
    expect(returnOf(toMiner)).toEqual([0, true, 18, NOTHING]);
    expect(toMiner.trace?.subcalls[0]).toMatchObject({ exitCode: 18, invoked: { actor: { id: 1000 } } });
    expect(run.balance(multisig)).toBe(1_000n);
    // Nobody there: the system says 5, the multisig passes it on as unspecified.
    const toNobody = propose(ann, multisig, bytesOf(999_999), 10n);
    expect(returnOf(toNobody)).toEqual([1, true, 23, NOTHING]);
    expect(toNobody.trace?.subcalls[0]).toMatchObject({ exitCode: 5, invoked: undefined });
  });

  it('over the balance is refused as a whole', () => {
    const multisig = multisigOf(1);
    const result = propose(ann, multisig, bytesOf(eve ?? 0), 5_000n);
    expect(result.receipt.exitCode).toBe(19);
    expect(stateOf(multisig)).toMatchObject({ nextTransactionId: 0, pending: [] });
  });

  it('is cancelled by who proposed it alone', () => {
    const multisig = multisigOf(2);
    propose(ann, multisig, bytesOf(eve ?? 0), 1n);
    expect(run.send(bob ?? 0, multisig, { method: 4n, params: [0, NOTHING] }).receipt.exitCode).toBe(18);
    expect(run.send(ann ?? 0, multisig, { method: 4n, params: [0, Uint8Array.of(1)] }).receipt.exitCode).toBe(20);
    expect(run.send(ann ?? 0, multisig, { method: 4n, params: [0, NOTHING] }).receipt.exitCode).toBe(0);
    expect(stateOf(multisig).pending).toEqual([]);
    expect(approve(bob, multisig, 0).receipt.exitCode).toBe(17);
  });
});

describe('signers and threshold', () => {
  it('change by the multisig itself alone', () => {
    const multisig = multisigOf(1);
    expect(run.send(ann ?? 0, multisig, { method: 5n, params: [bytesOf(eve ?? 0), false] }).receipt.exitCode).toBe(18);
    expect(onItself(multisig, 5, [bytesOf(eve ?? 0), false])).toEqual([0, true, 0]);
    expect(onItself(multisig, 5, [bytesOf(eve ?? 0), false])).toEqual([1, true, 18]);
    expect(stateOf(multisig)).toMatchObject({ signers: [ann, bob, eve].map(addressOf), threshold: 1 });
    expect(onItself(multisig, 8, [4])).toEqual([2, true, 16]);
    expect(onItself(multisig, 7, [bytesOf(eve ?? 0), bytesOf(run.account('traffic-3'))])).toEqual([3, true, 0]);
    expect(onItself(multisig, 6, [bytesOf(bob ?? 0), true])).toEqual([4, true, 16]);
    expect(onItself(multisig, 6, [bytesOf(bob ?? 0), false])).toEqual([5, true, 0]);
    expect(onItself(multisig, 8, [2])).toEqual([6, true, 0]);
    expect(stateOf(multisig)).toMatchObject({ signers: [ann, run.account('traffic-3')].map(addressOf), threshold: 2 });
  });

  it('a signer that leaves takes its approvals along', () => {
    const multisig = multisigOf(1);
    onItself(multisig, 5, [bytesOf(eve ?? 0), true]);
    propose(eve, multisig, bytesOf(ann ?? 0), 1n);
    const swap = encodeCbor([bytesOf(eve ?? 0), bytesOf(run.account('traffic-3'))]);
    propose(ann, multisig, bytesOf(multisig), 0n, 7, swap);
    expect(returnOf(approve(bob, multisig, 2))).toEqual([true, 0, NOTHING]);
    expect(stateOf(multisig).pending).toEqual([]);
  });
});

describe('vesting', () => {
  it('keeps what has not vested', () => {
    const multisig = multisigOf(1, 1_000n, 100);
    run.epoch = 50;
    expect(propose(ann, multisig, bytesOf(eve ?? 0), 501n).receipt.exitCode).toBe(19);
    expect(propose(ann, multisig, bytesOf(eve ?? 0), 500n).receipt.exitCode).toBe(0);
    expect(onItself(multisig, 9, [0, 10, encodeBigIntBytes(5n)])).toEqual([1, true, 18]);
  });

  it('rounds up what is locked', () => {
    const multisig = { initialBalance: attoFil(10n), startEpoch: 100, unlockDuration: 3 };
    expect([99, 100, 101, 102, 103].map((epoch) => multisigLockedAt(multisig, epoch))).toEqual([10n, 10n, 7n, 4n, 0n]);
  });
});

it('is read from its blocks again as it was', () => {
  const multisig = multisigOf(2);
  for (let id = 0; id < 12; id += 1) propose(ann, multisig, bytesOf(eve ?? 0), BigInt(id));
  const before = stateOf(multisig);
  const stored = run.draft.finish(run.epoch);
  const opened = State.open(stored.blocks, new ViewCache(), refOf(stored)).read(MULTISIG, multisig);
  const { pendingTransactions, ...state } = opened;
  expect({ ...state, pending: pendingTransactionsOf(opened) }).toEqual(before);
  expect(pendingTransactions.get(11)).toMatchObject({ value: 11n, approved: [addressOf(ann)] });
});

it('takes exported numbers that it has not, and refuses others', () => {
  const multisig = multisigOf(1);
  expect(run.send(eve ?? 0, multisig, { method: 1_696_838_335n }).receipt.exitCode).toBe(0);
  expect(run.send(ann ?? 0, multisig, { method: 77n }).receipt.exitCode).toBe(22);
  expect(run.send(ann ?? 0, multisig, { method: 1n, params: [[bytesOf(ann ?? 0)], 1, 0, 0] }).receipt.exitCode).toBe(18);
  expect(run.total()).toBe(2_000_000_000n * 10n ** 18n);
});
