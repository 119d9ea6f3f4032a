import { describe, expect, it } from 'vitest';
import { isBetterHead, LowerHeadWatch } from '../../../../../electron/services/chain/head-acceptance.ts';
import { Pace } from '../../../../../electron/services/chain/pace.ts';
import { searchMessageParams } from '../../../../../electron/services/chain/state-search.ts';
import { type ChainTipset, stripOf } from '../../../../../electron/services/pinned/chain-tipset.ts';
import { isUnknownTipset } from '../../../../../electron/services/pinned/pinned-node.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { buildChain, buildTipset } from '../../../../builders/chain-tipset.ts';

describe('stripOf', () => {
  it('has one entry for every epoch, null rounds without blocks', () => {
    const strip = stripOf(buildChain([10, 11, 14]), 60);
    expect(strip.map(({ height, isNullRound }) => [height, isNullRound])).toEqual([
      [10, false],
      [11, false],
      [12, true],
      [13, true],
      [14, false],
    ]);
    expect(strip[2]).toMatchObject({ key: [], blocks: [], timeMs: 1_000_000 + 12 * 30_000 });
    expect(strip[2]).not.toHaveProperty('baseFee');
  });

  it('is cut at its oldest end', () => {
    expect(stripOf(buildChain([1, 2, 300]), 4).map(({ height }) => height)).toEqual([297, 298, 299, 300]);
  });

  it('is empty without a head', () => {
    expect(stripOf([], 60)).toEqual([]);
  });
});

describe('isBetterHead', () => {
  const head = buildTipset('head', 10);
  it('takes what is higher', () => {
    expect(isBetterHead(buildTipset('next', 11), head)).toBe(true);
    expect(isBetterHead(buildTipset('before', 9), head)).toBe(false);
  });

  it('takes what is heavier, then what has more blocks, at the same height', () => {
    expect(isBetterHead({ ...buildTipset('heavy', 10), parentWeight: 101n }, head)).toBe(true);
    expect(isBetterHead({ ...buildTipset('light', 10, undefined, 4), parentWeight: 99n }, head)).toBe(false);
    expect(isBetterHead(buildTipset('wide', 10, undefined, 2), head)).toBe(true);
    expect(isBetterHead(buildTipset('sibling', 10), head)).toBe(false);
  });
});

describe('LowerHeadWatch', () => {
  const PACE_MS = 30_000;
  /** Offers a head a pace after the one before. */
  const offerAll = (heads: readonly ChainTipset[], stepMs = PACE_MS): boolean[] => {
    const watch = new LowerHeadWatch();
    return heads.map((head, index) => watch.offer(head, index * stepMs, PACE_MS));
  };
  const lower = buildTipset('lower', 5);

  it('believes a lower head that is offered for four epochs', () => {
    expect(offerAll([lower, buildTipset('other', 5), lower, lower, lower, lower, lower])).toEqual([...Array(6).fill(false), true]);
  });

  it('does not believe one that is offered often within the lag of a backend', () => {
    expect(offerAll(Array(12).fill(lower), PACE_MS / 3)).toEqual(Array(12).fill(false));
  });

  it('does not believe one that is offered twice, however long it was', () => {
    expect(offerAll([lower, lower], 100 * PACE_MS)).toEqual([false, false]);
  });

  it('believes a line of heads that follow each other', () => {
    expect(offerAll(buildChain([5, 6, 7, 8, 9], 'fork'))).toEqual([false, false, false, false, true]);
  });
});

describe('Pace', () => {
  it('assumes the expected pace until heads were seen, then their median by epoch', () => {
    const pace = new Pace(30_000);
    pace.note(1, 0);
    expect(pace.paceMs).toBe(30_000);
    pace.note(2, 4000);
    pace.note(4, 13_000);
    // A sibling at the same height is no new epoch.
    pace.note(4, 15_000);
    pace.note(5, 19_000);
    expect(pace.paceMs).toBe(4500);
  });

  it('calls a head stale after four paces, and never before 90 seconds', () => {
    expect(new Pace(4000).staleAfterMs).toBe(90_000);
    expect(new Pace(30_000).staleAfterMs).toBe(120_000);
  });
});

describe('searchMessageParams', () => {
  it('gives v0 the CID alone and v1 all four', () => {
    expect(searchMessageParams('v0', ['a'], 'm', 20)).toEqual([{ '/': 'm' }]);
    expect(searchMessageParams('v1', ['a', 'b'], 'm', 20)).toEqual([[{ '/': 'a' }, { '/': 'b' }], { '/': 'm' }, 20, true]);
  });
});

describe('isUnknownTipset', () => {
  const refusal = (nodeMessage: string) => new SextantError('node-error', 'refused', { details: { nodeMessage } });
  it('recognises that a backend does not have the tipset', () => {
    expect(isUnknownTipset(refusal('loading tipset {bafy1 bafy2}: get block bafy1: ipld: could not find bafy1'))).toBe(true);
    expect(isUnknownTipset(refusal('failed to load tipset: get block bafy1: blockstore: block not found'))).toBe(true);
    expect(isUnknownTipset(refusal('get block bafy1: ipld: could not find bafy1'), ['bafy0', 'bafy1'])).toBe(true);
    expect(isUnknownTipset(refusal('load state tree: failed to load state tree bafy7: ipld: could not find bafy7'))).toBe(true);
  });

  it('does not take other refusals for it', () => {
    expect(isUnknownTipset(refusal('actor not found'))).toBe(false);
    // A block of the state below it.
    expect(isUnknownTipset(refusal('failed to load partition: ipld: could not find bafy2'), ['bafy0', 'bafy1'])).toBe(false);
    expect(isUnknownTipset(refusal('blockstore: block not found'), ['bafy0'])).toBe(false);
    expect(isUnknownTipset(new Error('loading tipset'))).toBe(false);
  });
});
