import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonText, type JsonValue, writeJson } from '../../../../../electron/devnet/rpc/json-writer.ts';
import { parseLosslessJson } from '../../../../../shared/rpc/lossless-json.ts';

describe('JSON without loss', () => {
  it('reads what it wrote, integers beyond 2^53 included', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n }), fc.string(), (number, text) => {
        const back = parseLosslessJson(writeJson({ number, text, list: [number, null, true] })) as Record<string, unknown>;
        expect(BigInt(back.number as number)).toBe(number);
        expect(back.text).toBe(text);
      }),
    );
  });

  it('keeps numbers within 2^53 numbers and long fractions fractions', () => {
    expect(parseLosslessJson('[1234567890123456, 0.1234567890123457, "12345678901234567890"]')).toEqual([
      1234567890123456,
      0.1234567890123457,
      '12345678901234567890',
    ]);
  });

  it('takes finished text as it is and leaves undefined fields out', () => {
    expect(writeJson({ a: new JsonText('{"b":1}'), c: undefined, d: [undefined] })).toBe('{"a":{"b":1},"d":[null]}');
  });

  it('writes what stands beside a long integer as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()), (fields, items) => {
        const beside = (long: bigint | number): JsonValue => [{ fields: { ...(fields as object), long } }, long, ...(items as JsonValue[])];
        expect(writeJson(beside(7n))).toBe(JSON.stringify(beside(7)));
      }),
    );
  });
});
