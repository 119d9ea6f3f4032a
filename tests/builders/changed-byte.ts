import fc from 'fast-check';
import { expect } from 'vitest';
import { DomainError } from '../../shared/domain/domain-error.ts';
import type { Cid } from '../../shared/domain/encoding/cid.ts';
import type { MemoryBlocks } from './memory-blocks.ts';

interface Collection<E> {
  readonly blocks: MemoryBlocks;
  readonly root: Cid;
  read(root: Cid): readonly E[];
  write(entries: readonly E[]): Cid;
}

/** Check that a root with one changed byte is rejected, or is another collection that round-trips. */
export function expectRefusedOrCanonical<E>({ blocks, root, read, write }: Collection<E>): void {
  const original = blocks.get(root);
  let readable = 0;
  fc.assert(
    fc.property(fc.nat({ max: original.length - 1 }), fc.nat({ max: 255 }), (at, value) => {
      fc.pre(value !== original[at]);
      const changed = blocks.put(original.with(at, value));
      let entries: readonly E[];
      try {
        entries = read(changed);
      } catch (error) {
        // A changed link points to a missing block.
        expect(error instanceof DomainError || String(error).includes('there is no block')).toBe(true);
        return;
      }
      readable += 1;
      expect(write(entries)).toBe(changed);
    }),
    { numRuns: 2000 },
  );
  expect(readable).toBeGreaterThan(0);
}
