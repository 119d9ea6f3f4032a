import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HeadChain } from '../../../../../electron/services/chain/head-chain.ts';
import { StripFiller, type TipsetReader } from '../../../../../electron/services/chain/strip-filler.ts';
import type { ChainTipset } from '../../../../../electron/services/pinned/chain-tipset.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { buildChain } from '../../../../builders/chain-tipset.ts';

const CALL = { id: 1, method: 'ChainGetTipSet', tookMs: 1, atMs: 0, isCached: false };
const KEPT_EPOCHS = 100;
const STRIP_EPOCHS = 60;

/** Fills from the last of a chain, on an endpoint that gives one parent at a time. */
async function fillFrom(tipsets: readonly ChainTipset[]) {
  const chain = new HeadChain(KEPT_EPOCHS);
  const head = tipsets.at(-1);
  if (head === undefined) throw new Error('no head');
  chain.reset(head);
  const asked: string[] = [];
  const grown: number[] = [];
  const problems: unknown[] = [];
  const refused = async () => {
    throw new SextantError('method-not-served', 'not served');
  };
  const reader: TipsetReader = {
    path: refused,
    summaryByHeight: refused,
    summary: async (key) => {
      asked.push(key.join());
      // A filler that does not end would keep the test from ending too.
      if (asked.length > tipsets.length) throw new Error('asked again and again');
      const found = tipsets.find((tipset) => tipset.key.join() === key.join());
      if (found === undefined) throw new SextantError('node-error', 'not found');
      return { value: found, call: CALL };
    },
  };
  const filler = new StripFiller(
    reader,
    chain,
    STRIP_EPOCHS,
    () => grown.push(chain.tipsets.length),
    (error) => problems.push(error),
  );
  const signal = new AbortController().signal;
  filler.fill(signal);
  // Answers are at hand: all of it happens before the next turn.
  await nextTurn();
  filler.fill(signal);
  await nextTurn();
  return { heights: chain.tipsets.map(({ height }) => height), asked, grown, problems };
}

describe('StripFiller, parent by parent', () => {
  it('goes back as far as the strip goes', async () => {
    const { heights, asked, problems } = await fillFrom(buildChain(Array.from({ length: 90 }, (_, index) => 10 + index)));
    expect(heights[0]).toBe(50);
    expect(asked).toHaveLength(49);
    expect(problems).toEqual([]);
  });

  it('ends at more null rounds than are kept, and does not ask again', async () => {
    const { heights, asked, grown, problems } = await fillFrom(buildChain([1, 2, 5000, 5001]));
    expect(heights).toEqual([5000, 5001]);
    expect(asked).toHaveLength(2);
    expect(grown).toEqual([2]);
    expect(problems).toEqual([]);
  });
});
