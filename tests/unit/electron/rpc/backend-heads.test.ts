import { describe, expect, it } from 'vitest';
import { BackendHeads } from '../../../../electron/rpc/backend-heads.ts';

const MINUTE_MS = 60_000;

/** An answer to ChainHead that was asked for at `atMs` and took 10 ms. */
function note(heads: BackendHeads, height: number, atMs: number, id = atMs): void {
  heads.noteHead({ Height: height, Cids: [{ '/': `bafy${height}` }] }, { id, method: 'ChainHead', tookMs: 10, atMs, isCached: false });
}

describe('the heads of the backends behind an endpoint', () => {
  it('are behind where a newer one had been received before they were asked for', () => {
    const heads = new BackendHeads();
    note(heads, 100, 0);
    note(heads, 98, 100);
    note(heads, 101, 200);
    note(heads, 101, 300);
    expect(heads.answers.map(({ height, behind }) => [height, behind])).toEqual([
      [100, 0],
      [98, 2],
      [101, 0],
      [101, 0],
    ]);
    expect(heads.lagEpochs).toBe(2);
  });

  it('of answers that overtook each other are not behind', () => {
    const heads = new BackendHeads();
    note(heads, 100, 5);
    note(heads, 99, 0);
    expect(heads.lagEpochs).toBe(0);
  });

  it('count once for each call, and only where they are heads', () => {
    const heads = new BackendHeads();
    note(heads, 100, 0, 7);
    note(heads, 100, 0, 7);
    heads.noteHead({ Height: 'x' }, { id: 8, method: 'ChainHead', tookMs: 1, atMs: 1, isCached: false });
    expect(heads.answers).toHaveLength(1);
  });

  it('are bounded, and a lag is forgotten after ten minutes', () => {
    let nowMs = 0;
    const heads = new BackendHeads(() => nowMs);
    for (let index = 0; index < 200; index += 1) note(heads, 100 + index, index * 100);
    expect(heads.answers).toHaveLength(120);
    heads.noteLag(3);
    expect([heads.lagEpochs, heads.pinHeight('a', 400)]).toEqual([3, 397]);
    nowMs = 11 * MINUTE_MS;
    expect([heads.lagEpochs, heads.pinHeight('a', 400)]).toEqual([0, 400]);
  });

  it('do not hold views back for a backend that has lost the chain', () => {
    const heads = new BackendHeads();
    note(heads, 1000, 0);
    note(heads, 500, 100);
    expect(heads.answers.at(-1)?.behind).toBe(500);
    expect(heads.lagEpochs).toBe(0);
  });

  it('pin a view no deeper than it has been, until the chain is set back', () => {
    const heads = new BackendHeads();
    heads.noteShown('a', 99);
    heads.noteLag(3);
    expect([heads.pinHeight('a', 100), heads.pinHeight('b', 100), heads.pinHeight('a', 110)]).toEqual([99, 97, 107]);
    heads.clear();
    expect(heads.pinHeight('a', 90)).toBe(90);
  });
});
