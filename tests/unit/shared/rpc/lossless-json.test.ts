import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonCapError, parseLosslessJson, writeLosslessJson } from '../../../../shared/rpc/lossless-json.ts';

describe('parseLosslessJson', () => {
  test('integers beyond 2^53 are bigint, everything else is as JSON has it', () => {
    expect(parseLosslessJson('{"a":9007199254740991,"b":9007199254740993,"c":-18446744073709551615,"d":1.5,"e":1e30}')).toEqual({
      a: 9007199254740991,
      b: 9007199254740993n,
      c: -18446744073709551615n,
      d: 1.5,
      e: 1e30,
    });
  });

  test('digits in a text stay a text', () => {
    expect(parseLosslessJson('["99999999999999999999","\\"[[[["]')).toEqual(['99999999999999999999', '"[[[[']);
  });

  test('a field named __proto__ is a field', () => {
    const parsed = parseLosslessJson('{"__proto__":{"polluted":99999999999999999999}}') as object;
    expect(Object.hasOwn(parsed, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('depth is capped, also in long texts, and brackets in texts do not count', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => parseLosslessJson(nested(256))).not.toThrow();
    expect(() => parseLosslessJson(nested(257))).toThrow(SyntaxError);
    expect(() => parseLosslessJson(nested(1_000_000))).toThrow(SyntaxError);
    expect(parseLosslessJson(JSON.stringify('['.repeat(1000)))).toHaveLength(1000);
  });

  test.each(['', '{', '[1,]', 'nonsense', '{"a":01}'])('refuses %j', (text) => {
    expect(() => parseLosslessJson(text)).toThrow(SyntaxError);
  });
});

describe('texts short and long', () => {
  const fill = JSON.stringify('\\"[{'.repeat(20_000));

  test('are read alike: long integers, digits in texts, brackets in texts', () => {
    for (const value of ['[9007199254740993,"99999999999999999999",-1,1e3]', '{"a":{"b":[18446744073709551615]},"c":"]]]"}']) {
      expect(parseLosslessJson(`[${value},${fill}]`)).toEqual([parseLosslessJson(value), JSON.parse(fill)]);
    }
  });

  test('keep to the same caps', () => {
    const nested = `${'['.repeat(300)}${']'.repeat(300)}`;
    for (const text of [nested, `[${fill},${nested}]`]) {
      expect(() => parseLosslessJson(text)).toThrow(JsonCapError);
    }
    expect(() => parseLosslessJson(`[${'0,'.repeat(8_000_000)}0]`)).toThrow(/more than 8000000 values/);
    for (const number of ['9'.repeat(161), '1e400', '-0.1E+999']) {
      expect(() => parseLosslessJson(`[${number}]`)).toThrow(JsonCapError);
      expect(() => parseLosslessJson(`[${fill},${number}]`)).toThrow(JsonCapError);
    }
  });

  test('that break off are no JSON', () => {
    for (const text of [`[${fill}`, `[${fill.slice(0, -1)}`, `[${fill}]]`]) {
      expect(() => parseLosslessJson(text)).toThrow(SyntaxError);
    }
  });

  test('of equal fields the last one counts', () => {
    expect(parseLosslessJson('{"a":99999999999999999999,"a":1}')).toEqual({ a: 1 });
  });
});

describe('writeLosslessJson', () => {
  test('bigint is a bare integer, bytes are base64, absent fields are left out, absent parameters are null', () => {
    const value = { a: 18446744073709551615n, b: Uint8Array.of(1, 2, 255), c: undefined, d: [undefined, null, true, 'ü"'] };
    expect(writeLosslessJson(value)).toBe('{"a":18446744073709551615,"b":"AQL/","d":[null,null,true,"ü\\""]}');
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, () => 1, Symbol('s')])('refuses %s', (value) => {
    expect(() => writeLosslessJson([value])).toThrow(TypeError);
  });

  test('refuses a cycle', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(() => writeLosslessJson(cycle)).toThrow(TypeError);
  });
});

test('what is written is read back', () => {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constant(null),
      fc.boolean(),
      fc.string({ unit: 'binary' }),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n }),
      fc.bigInt({ min: -(2n ** 200n), max: -(2n ** 53n) }),
      fc.array(tie('value')),
      fc.dictionary(fc.string(), tie('value')),
    ),
  }));
  fc.assert(
    fc.property(value, (original) => {
      const text = writeLosslessJson(original);
      expect(writeLosslessJson(parseLosslessJson(text))).toBe(text);
      expect(parseLosslessJson(text)).toEqual(normalise(original));
    }),
  );
});

/** -0 is written as 0, as JSON.stringify does. */
function normalise(value: unknown): unknown {
  if (Object.is(value, -0)) {
    return 0;
  }
  if (Array.isArray(value)) {
    return value.map(normalise);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, normalise(field)]));
  }
  return value;
}
