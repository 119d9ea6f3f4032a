import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberChunks } from '../../../../../electron/services/state/number-chunks.ts';
import { bitfieldOf } from '../../../../../shared/domain/encoding/bitfield.ts';

it('has every member once, and nothing between', () => {
  const runs = fc.array(fc.record({ start: fc.nat(200), length: fc.integer({ min: 1, max: 40 }) }), { maxLength: 20 });
  fc.assert(
    fc.property(runs, fc.integer({ min: 1, max: 32 }), (made, length) => {
      const members = new Set(made.flatMap((run) => Array.from({ length: run.length }, (_, at) => run.start + at)));
      const counts = new Map<number, number>();
      for (const member of [...members].sort((left, right) => left - right)) {
        const from = Math.floor(member / length) * length;
        counts.set(from, (counts.get(from) ?? 0) + 1);
      }
      const expected = [...counts].map(([from, count]) => ({ from, before: from + length, count }));
      expect([...numberChunks(bitfieldOf(members), length)]).toEqual(expected);
    }),
  );
});
