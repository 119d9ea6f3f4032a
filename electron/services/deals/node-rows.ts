/** Parses maps of rows by ID row by row, so one invalid row does not hide the others. */
import type { z } from 'zod';

export interface NodeRows<T> {
  readonly rows: Iterable<readonly [id: number, row: T]>;
  /** Number of rows, including invalid ones. */
  readonly expected: number;
  /** Invalid rows; complete after iterating all rows. */
  odd(): number;
}

export function nodeRows<S extends z.ZodType>(value: Readonly<Record<string, unknown>> | null, schema: S): NodeRows<z.output<S>> {
  const ids = Object.keys(value ?? {});
  let odd = 0;
  return {
    expected: ids.length,
    odd: () => odd,
    rows: {
      *[Symbol.iterator]() {
        odd = 0;
        for (const id of ids) {
          const parsed = schema.safeParse(value?.[id]);
          if (parsed.success && /^\d{1,15}$/.test(id)) yield [Number(id), parsed.data] as const;
          else odd += 1;
        }
      },
    },
  };
}
