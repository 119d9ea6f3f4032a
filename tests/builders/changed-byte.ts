import fc from 'fast-check';
import { expect } from 'vitest';
import type { Cid } from '../../shared/domain/cid.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import type { MemoryBlocks } from './memory-blocks.ts';

interface Collection<E> {
  readonly blocks: MemoryBlocks;
  readonly root: Cid;
  read(root: Cid): readonly E[];
  write(entries: readonly E[]): Cid;
}

/** A root with one byte changed is refused, or is the root of another collection, which is written again as it was read. */
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
        // A changed link leads to a block that nobody has.
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
