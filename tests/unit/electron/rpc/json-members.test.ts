import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonMembers } from '../../../../electron/rpc/json-members.ts';

const find = (text: string): ReturnType<typeof findJsonMembers> => findJsonMembers(Buffer.from(text));

describe('the outermost members of a JSON text', () => {
  test('are those that a parser finds, exactly', async () => {
    const texts = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()));
    const space = fc.constantFrom(undefined, 1, '\t');
    await fc.assert(
      fc.asyncProperty(texts, space, async (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const bytes = Buffer.from(text);
        const found = await findJsonMembers(bytes);
        const parsed: unknown = JSON.parse(text);
        const members = (found?.members ?? []).map(({ key, start, end }) => [key, JSON.parse(bytes.toString('utf8', start, end))]);
        expect(found?.kind).toBe(Array.isArray(parsed) ? 'array' : 'object');
        expect(members).toEqual(
          Array.isArray(parsed)
            ? parsed.map((item) => [undefined, item])
            : Object.entries(parsed as object).map(([key, item]) => [key, item]),
        );
      }),
    );
  });

  test.each([
    '',
    ' ',
    '1',
    '"[]"',
    '[',
    '{',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    '[]]',
    '[] x',
    '["',
    '["\\"]',
    '{"a":1',
    '[}',
    '{]',
  ])('%j has none', async (text) => {
    expect(await find(text)).toBeUndefined();
  });

  test('are not counted without end', async () => {
    expect(await find(`[${'1,'.repeat(2000)}1]`)).toBeUndefined();
  });

  test('of equal names are all told', async () => {
    expect((await find('{"id":1,"\\u0069d":2}'))?.members.map(({ key }) => key)).toEqual(['id', 'id']);
  });
});
