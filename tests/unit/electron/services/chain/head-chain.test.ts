import { describe, expect, it } from 'vitest';
import { HeadChain } from '../../../../../electron/services/chain/head-chain.ts';
import type { ChainTipset } from '../../../../../electron/services/pinned/chain-tipset.ts';
import { buildChain, buildTipset } from '../../../../builders/chain-tipset.ts';

function chainOf(tipsets: readonly ChainTipset[], limit = 60): HeadChain {
  const [first, ...rest] = tipsets;
  const chain = new HeadChain(limit);
  if (first !== undefined) {
    chain.reset(first);
  }
  chain.applySteps(rest.map((tipset) => ({ type: 'apply', tipset })));
  return chain;
}

describe('HeadChain', () => {
  it('extends by a tipset whose parent is the head', () => {
    const tipsets = buildChain([1, 2, 4]);
    const chain = chainOf(tipsets.slice(0, 2));
    const outcome = chain.applySteps([{ type: 'apply', tipset: tipsets[2] as ChainTipset }]);
    expect(outcome).toMatchObject({ kind: 'accepted', reverted: [] });
    expect(chain.head?.height).toBe(4);
  });

  it('leaves the chain as it is when a step does not link', () => {
    const tipsets = buildChain([1, 2, 3]);
    const chain = chainOf(tipsets.slice(0, 2));
    const stranger = buildTipset('stranger', 9);
    expect(chain.applySteps([{ type: 'apply', tipset: stranger }]).kind).toBe('disconnected');
    expect(chain.applySteps([{ type: 'revert', tipset: stranger }]).kind).toBe('disconnected');
    expect(chain.head).toBe(tipsets[1]);
  });

  it('refuses a child that is not higher than its parent', () => {
    const tipsets = buildChain([1, 2]);
    const chain = chainOf(tipsets);
    expect(chain.applySteps([{ type: 'apply', tipset: buildTipset('flat', 2, tipsets[1]) }]).kind).toBe('disconnected');
  });

  it('replaces a sibling of the same height', () => {
    const [first, second] = buildChain([1, 2]) as [ChainTipset, ChainTipset];
    const chain = chainOf([first, second]);
    const wider = buildTipset('wider', 2, first, 2);
    const outcome = chain.applySteps([
      { type: 'revert', tipset: second },
      { type: 'apply', tipset: wider },
    ]);
    expect(outcome).toEqual({ kind: 'accepted', reverted: [second], applied: [wider] });
    expect(chain.head).toBe(wider);
  });

  it('replaces the only tipset it holds by a sibling', () => {
    const only = buildTipset('only', 5);
    const wider = buildTipset('wider', 5, undefined, 3);
    const chain = chainOf([only]);
    chain.applySteps([
      { type: 'revert', tipset: only },
      { type: 'apply', tipset: wider },
    ]);
    expect(chain.tipsets).toEqual([wider]);
  });

  it('names the parent to fetch when the last tipset it holds is reverted', () => {
    const only = buildTipset('only', 5);
    const chain = chainOf([only]);
    expect(chain.applySteps([{ type: 'revert', tipset: only }])).toEqual({
      kind: 'headless',
      parentKey: ['genesis-parent'],
      reverted: [only],
    });
    expect(chain.head).toBe(only);
  });

  it('reports reverts newest first and applies oldest first', () => {
    const tipsets = buildChain([1, 2, 3]) as [ChainTipset, ChainTipset, ChainTipset];
    const chain = chainOf(tipsets);
    const fork = buildTipset('fork2', 2, tipsets[0]);
    const fork3 = buildTipset('fork4', 4, fork);
    const outcome = chain.applySteps([
      { type: 'revert', tipset: tipsets[2] },
      { type: 'revert', tipset: tipsets[1] },
      { type: 'apply', tipset: fork },
      { type: 'apply', tipset: fork3 },
    ]);
    expect(outcome).toEqual({ kind: 'accepted', reverted: [tipsets[2], tipsets[1]], applied: [fork, fork3] });
  });

  it('keeps no more epochs than its limit', () => {
    const chain = chainOf(buildChain([1, 2, 3, 9, 10]), 5);
    expect(chain.tipsets.map(({ height }) => height)).toEqual([9, 10]);
  });

  it('takes older tipsets only where they link', () => {
    const tipsets = buildChain([1, 2, 3, 4]);
    const chain = chainOf(tipsets.slice(2));
    expect(chain.prepend(buildChain([1, 2], 'other'))).toBe(false);
    expect(chain.prepend(tipsets.slice(0, 2))).toBe(true);
    expect(chain.tipsets).toEqual(tipsets);
  });
});
