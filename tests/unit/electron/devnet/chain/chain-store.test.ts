import { describe, expect, it } from 'vitest';
import { ChainStore, pathBetween, toHeadChanges } from '../../../../../electron/devnet/chain/chain-store.ts';
import type { TipsetNode } from '../../../../../electron/devnet/chain/chain-types.ts';
import { openChain } from '../../../../../electron/devnet/open-chain.ts';

const { chain } = openChain({ seed: 'store', genesisTime: 1_700_000_000, historyEpochs: 30 });

function ancestors(from: TipsetNode): TipsetNode[] {
  const list: TipsetNode[] = [];
  for (let at: TipsetNode | undefined = from; at !== undefined; at = at.parent) list.push(at);
  return list;
}

describe('paths', () => {
  it('revert down to the common ancestor, newest first, then apply upwards', () => {
    const before = chain.head;
    chain.reorg(4);
    const changes = toHeadChanges(pathBetween(before, chain.head));
    expect(changes.map((change) => change.type)).toEqual([...Array(4).fill('revert'), ...Array(4).fill('apply')]);
    expect(changes[0]?.tipset).toBe(before);
    expect(changes.at(-1)?.tipset).toBe(chain.head);
    expect(changes[3]?.tipset.parent).toBe(changes[4]?.tipset.parent);
    expect(toHeadChanges(pathBetween(chain.head, chain.head))).toEqual([]);
  });

  it('lookups by height agree with walking the parents, on the chain and on a branch that lost', () => {
    const { store, head: lost } = chain;
    chain.reorg(3);
    for (const from of [chain.head, lost]) {
      const line = ancestors(from);
      for (let height = 0; height <= from.height; height += 1) {
        expect(store.atOrBefore(height, from)).toBe(line.find((tipset) => tipset.height <= height));
        expect(store.atOrAfter(height, from)).toBe([...line].reverse().find((tipset) => tipset.height >= height));
      }
    }
  });

  it('a store knows reverted tipsets and their messages still', () => {
    const before = chain.head;
    chain.reorg(2);
    expect(chain.store.byKey(before.key)).toBe(before);
    expect(chain.store.isCanonical(before)).toBe(false);
    expect(chain.store.isCanonical(chain.head)).toBe(true);
    expect(new ChainStore(chain.store.genesis, 2880).head).toBe(chain.store.genesis);
  });
});
