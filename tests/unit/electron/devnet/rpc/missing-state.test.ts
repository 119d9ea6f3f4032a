/** What State* answers where blocks of a state were pruned or damaged: errors in the words of a Lotus node, and no panic. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TipsetNode } from '../../../../../electron/devnet/chain/chain-types.ts';
import type { DevnetChain } from '../../../../../electron/devnet/chain/devnet-chain.ts';
import { openChain } from '../../../../../electron/devnet/open-chain.ts';
import { dispatch } from '../../../../../electron/devnet/rpc/dispatcher.ts';
import { addGasMethods } from '../../../../../electron/devnet/rpc/gas-methods.ts';
import { MethodTableBuilder } from '../../../../../electron/devnet/rpc/method-table.ts';
import { addStateMethods } from '../../../../../electron/devnet/rpc/state-methods.ts';
import { MissingBlockError } from '../../../../../electron/devnet/state/blocks.ts';
import { MARKET_ID } from '../../../../../electron/devnet/state/state.ts';
import { linksOf } from '../../../../../electron/devnet/store/block-links.ts';
import { stateTreeRoot } from '../../../../../shared/domain/actors/actor-entry.ts';
import type { Cid } from '../../../../../shared/domain/encoding/cid.ts';
import { decodeBlock } from '../../../../../shared/domain/ipld/codec.ts';

let chain: DevnetChain;
let table: MethodTableBuilder;
let old: TipsetNode;
beforeAll(() => {
  ({ chain } = openChain({ seed: 'missing', genesisTime: 1_700_000_000, historyEpochs: 100 }));
  table = new MethodTableBuilder();
  addStateMethods(table, chain);
  addGasMethods(table, chain);
  // So far down that nobody has its state open.
  old = chain.store.atOrBefore(5, chain.head) ?? chain.store.genesis;
});
afterEach(() => vi.restoreAllMocks());

function lose(isLost: (cid: Cid) => boolean): void {
  const { blocks } = chain;
  const get = blocks.get.bind(blocks);
  vi.spyOn(blocks, 'get').mockImplementation((cid) => {
    if (isLost(cid)) throw new MissingBlockError(cid);
    return get(cid);
  });
}

async function ask(method: string, parameters: readonly unknown[]): Promise<unknown> {
  const { status, text } = await dispatch(
    table,
    { id: 1, method: `Filecoin.${method}`, params: parameters },
    { permissions: ['read'], signal: new AbortController().signal },
  );
  expect(status).toBe(200);
  return (JSON.parse(text) as { readonly error?: unknown }).error;
}

const keyOf = (tipset: TipsetNode): unknown => tipset.key.map((cid) => ({ '/': cid }));
const message = { Version: 0, From: 't0100', To: 't0101', Nonce: 0, Value: '1', GasLimit: 0, GasFeeCap: '0', GasPremium: '0', Method: 0 };

describe('a state that is gone', () => {
  it('is named by its root', async () => {
    const { root } = old.parentState;
    lose((cid) => cid === root);
    const error = {
      code: 1,
      message: `load state tree: failed to load state tree ${root}: failed to load hamt node: ipld: could not find ${root}`,
    };
    expect(await ask('StateGetActor', ['t01000', keyOf(old)])).toEqual(error);
    expect(await ask('StateCirculatingSupply', [keyOf(old)])).toEqual(error);
    expect(await ask('StateCall', [message, keyOf(old)])).toEqual(error);
    // The head's state is another.
    expect(await ask('StateGetActor', ['t01000', null])).toBeUndefined();
  });

  it('is named by its root where the tree behind that does not begin', async () => {
    const { root } = old.parentState;
    const { actors } = decodeBlock(stateTreeRoot, chain.blocks.get(root));
    lose((cid) => cid === actors);
    expect(await ask('StateListActors', [keyOf(old)])).toEqual({
      code: 1,
      message: `load state tree: failed to load state tree ${root}: failed to load hamt node: ipld: could not find ${actors}`,
    });
  });

  it('says which block is missing further below', async () => {
    const { actors } = decodeBlock(stateTreeRoot, chain.blocks.get(old.parentState.root));
    const below = linksOf(chain.blocks.get(actors));
    lose((cid) => below.includes(cid));
    const error = (await ask('StateListActors', [keyOf(old)])) as { readonly code: number; readonly message: string };
    expect(error.code).toBe(1);
    expect(below.map((cid) => `ipld: could not find ${cid}`)).toContain(error.message);
  });

  it('says so of the head of an actor', async () => {
    const head = chain.scratchOf(old.parentState).actor(MARKET_ID)?.head;
    lose((cid) => cid === head);
    expect(await ask('StateReadState', ['t05', keyOf(old)])).toEqual({
      code: 1,
      message: `getting actor head: ipld: could not find ${head}`,
    });
  });
});
