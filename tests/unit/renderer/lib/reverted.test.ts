import { describe, expect, it } from 'vitest';
import { isReverted } from '../../../../renderer/lib/reverted.ts';
import type { Reorg } from '../../../../shared/ipc/schemas/chain.ts';

function reorg(seenAtMs: number, reverted: string, applied: string): Reorg {
  return {
    seenAtMs,
    depth: 1,
    reverted: [{ height: 5, key: [reverted], blockCount: 1 }],
    applied: [{ height: 5, key: [applied], blockCount: 1 }],
  };
}

describe('isReverted', () => {
  it('knows a tipset that gave way', () => {
    expect(isReverted(['a'], [reorg(1, 'a', 'b')])).toBe(true);
    expect(isReverted(['b'], [reorg(1, 'a', 'b')])).toBe(false);
    expect(isReverted(['c'], [reorg(1, 'a', 'b')])).toBe(false);
  });

  it('knows one that came back', () => {
    const reorgs = [reorg(2, 'b', 'a'), reorg(1, 'a', 'b')];
    expect(isReverted(['a'], reorgs)).toBe(false);
    expect(isReverted(['b'], reorgs)).toBe(true);
  });
});
