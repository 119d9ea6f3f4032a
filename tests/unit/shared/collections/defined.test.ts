import { expect, expectTypeOf, test } from 'vitest';
import { defined } from '../../../../shared/collections/defined.ts';

test('leaves out fields that are undefined, and no others', () => {
  const height: number | undefined = undefined;
  expect(Object.keys(defined({ height, name: '', note: null, count: 0 }))).toEqual(['name', 'note', 'count']);
});

test('types fields that may be undefined as optional', () => {
  const fields: { readonly id: string; readonly height: number | undefined } = { id: 'a', height: undefined };
  const result: { readonly id: string; readonly height?: number } = defined(fields);
  expectTypeOf(defined(fields).id).toEqualTypeOf<string>();
  expectTypeOf(defined(fields)).not.toHaveProperty('missing');
  expect(result).toEqual({ id: 'a' });
});
