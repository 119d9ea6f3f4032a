import { describe, expect, it } from 'vitest';
import { keyAddressOf, robustAddressOf } from '../../../../../electron/devnet/state/addresses.ts';
import { type Blocks, MemoryBlocks, MissingBlockError, ScratchBlocks } from '../../../../../electron/devnet/state/blocks.ts';
import { INIT } from '../../../../../electron/devnet/state/init-view.ts';
import { LocalHamt } from '../../../../../electron/devnet/state/local-hamt.ts';
import { ACCOUNT } from '../../../../../electron/devnet/state/simple-views.ts';
import { BURNT_ID, INIT_ID, State } from '../../../../../electron/devnet/state/state.ts';
import { StateDraft } from '../../../../../electron/devnet/state/state-draft.ts';
import { ViewCache } from '../../../../../electron/devnet/state/state-view.ts';
import { stateTreeRoot } from '../../../../../shared/domain/actors/actor-entry.ts';
import { initAddressMap } from '../../../../../shared/domain/actors/init-state.ts';
import { addressFromBytes, idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress } from '../../../../../shared/domain/addresses/eth-address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { decodeBlock } from '../../../../../shared/domain/ipld/codec.ts';
import { keyFromPrivateKey } from '../../../../../shared/domain/keys/key.ts';

const key = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(3)).address;
const other = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(4)).address;
const ethereum = addressFromEthAddress(`0x${'ab'.repeat(20)}`);
const robust = addressFromBytes(Uint8Array.of(2, ...new Uint8Array(20).fill(7)));

/** A state with an init actor, an account f0100 that has 50 attoFIL, and f099 with its own address for a key. */
function begun(blocks: Blocks = new MemoryBlocks()): State {
  const draft = new StateDraft(State.empty(blocks));
  draft.putActorsVersion(19);
  draft.addActor(INIT_ID, 'init', undefined);
  draft.write(INIT, INIT_ID, { addressMap: LocalHamt.empty(blocks, initAddressMap.v16), nextId: 100, networkName: 'a network' });
  const account = draft.createActor('account', key);
  draft.putActor({ ...account, balance: attoFil(50n) });
  draft.addActor(BURNT_ID, 'account', undefined);
  draft.write(ACCOUNT, BURNT_ID, { address: idAddress(BURNT_ID) });
  return draft.finish(-1);
}

/** Blocks that tell what is put into them. */
function counted(): { readonly blocks: Blocks; readonly puts: () => number } {
  const memory = new MemoryBlocks();
  let puts = 0;
  const put: Blocks['put'] = (bytes) => {
    puts += 1;
    return memory.put(bytes);
  };
  return { blocks: { put, get: (cid) => memory.get(cid), has: (cid) => memory.has(cid) }, puts: () => puts };
}

describe('a draft', () => {
  it('gives out ids, and leaves the state it began with as it was', () => {
    const state = begun();
    const draft = new StateDraft(state);
    expect(draft.createActor('placeholder', ethereum)).toMatchObject({ id: 101, delegatedAddress: ethereum, kind: 'placeholder' });
    expect(draft.addActor(1000, 'storageminer', robust).id).toBe(1000);
    expect(draft.createActor('account', other).id).toBe(1001);
    expect([ethereum, robust, other].map((address) => draft.resolve(address))).toEqual([101, 1000, 1001]);
    expect([ethereum, robust, other].map((address) => state.resolve(address))).toEqual([undefined, undefined, undefined]);
    expect(state.actor(101)).toBeUndefined();
  });

  it('goes back to a point that it kept', () => {
    const draft = new StateDraft(begun());
    const point = draft.checkpoint();
    const { id } = draft.createActor('account', other);
    draft.move(100, id, 20n);
    expect([draft.actor(100)?.balance, draft.actor(id)?.balance]).toEqual([30n, 20n]);
    draft.rollBack(point);
    expect([draft.actor(100)?.balance, draft.actor(id), draft.resolve(other)]).toEqual([50n, undefined, undefined]);
  });

  it('moves no more than there is, and nothing to nobody', () => {
    const draft = new StateDraft(begun());
    draft.createActor('account', other);
    expect(() => draft.move(100, 101, 51n)).toThrow(/exceeds/);
    expect(() => draft.move(100, 101, -1n)).toThrow(/exceeds/);
    expect(() => draft.move(100, 500, 1n)).toThrow(/unknown/);
  });

  it('stores nothing before it is finished, and then a state that opens again', () => {
    const { blocks, puts } = counted();
    const draft = new StateDraft(begun(blocks));
    const before = puts();
    draft.move(100, draft.createActor('account', other).id, 5n);
    expect(puts()).toBe(before);
    const finished = draft.finish(7);
    expect(puts()).toBeGreaterThan(before);

    const { epoch, root, sealingRoot } = finished;
    const opened = State.open(blocks, new ViewCache(), { epoch, root, sealingRoot });
    expect(opened.epoch).toBe(7);
    expect(opened.allActors().map(({ id, balance }) => [id, balance])).toEqual([
      [0, 0n],
      [1, 0n],
      [99, 0n],
      [100, 45n],
      [101, 5n],
    ]);
    expect(opened.read(INIT, INIT_ID).nextId).toBe(102);
    expect(opened.read(ACCOUNT, 101).address).toBe(other);
    expect(decodeBlock(stateTreeRoot, blocks.get(root))).toMatchObject({ version: 5, actors: opened.tree.flush() });
  });

  it('gives the same root for the same state, and for one that was not changed', () => {
    const state = begun();
    expect(begun().root).toBe(state.root);
    expect(new StateDraft(state).finish(9).root).toBe(state.root);
  });
});

describe('addresses', () => {
  it('are an account’s key, a delegated one, or what the init actor knows an actor by', () => {
    const draft = new StateDraft(begun());
    draft.createActor('ethaccount', ethereum);
    draft.createActor('multisig', robust);
    const { state } = draft;
    const keyOf = (id: number) => {
      const actor = state.actor(id);
      return actor && keyAddressOf(state, actor);
    };
    expect([100, 101, 102, BURNT_ID, INIT_ID].map(keyOf)).toEqual([key, ethereum, undefined, idAddress(BURNT_ID), undefined]);
    expect([100, 101, 102, BURNT_ID, INIT_ID, 500].map((id) => robustAddressOf(state, id))).toEqual([
      key,
      ethereum,
      robust,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('scratch blocks', () => {
  it('keep what is tried on a state to themselves, heads of changed actors too', () => {
    const { blocks, puts } = counted();
    const state = begun(blocks);
    const before = puts();
    const draft = new StateDraft(State.open(new ScratchBlocks(blocks), new ViewCache(), state));
    const { id } = draft.createActor('account', other);
    const init = draft.actor(INIT_ID);
    const account = draft.actor(id);
    const head = account && draft.state.withHead(account).head;
    expect(init && draft.state.withHead(init).head).not.toBe(init?.head);
    expect(draft.finish(3).actor(id)?.head).toBe(head);
    expect(puts()).toBe(before);
    expect(state.actor(id)).toBeUndefined();
  });
});

describe('states', () => {
  it('share what they have read, and no more of it stays open than is in use', () => {
    const state = begun();
    const views = new ViewCache();
    const open = (): State => State.open(state.blocks, views, state);
    const first = open();
    expect(open().tree).toBe(first.tree);
    expect(open().read(INIT, INIT_ID)).toBe(first.read(INIT, INIT_ID));
    const draft = new StateDraft(first);
    for (let epoch = 0; epoch < 100; epoch += 1) {
      const init = draft.read(INIT, INIT_ID);
      draft.write(INIT, INIT_ID, { ...init, nextId: init.nextId + 1 });
      draft.finish(epoch);
    }
    expect(open().tree).not.toBe(first.tree);
  });

  it('that are not there say so, at the root, where the tree begins or below it', () => {
    const state = begun();
    const blocks = new MemoryBlocks();
    const open = (): State => State.open(blocks, new ViewCache(), state);
    blocks.put(state.blocks.get(state.sealingRoot));
    expect(open).toThrow(`ipld: could not find ${state.root}`);
    blocks.put(state.blocks.get(state.root));
    const { actors } = decodeBlock(stateTreeRoot, state.blocks.get(state.root));
    expect(open).toThrow(`ipld: could not find ${actors}`);
    blocks.put(state.blocks.get(actors));
    const opened = open();
    expect(() => opened.read(ACCOUNT, 100)).toThrow(new MissingBlockError(opened.actor(100)?.head ?? state.root));
  });
});
