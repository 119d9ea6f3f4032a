import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../../shared/domain/domain-error.ts';
import { hexToBytes, utf8ToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { decodeRlp, encodeRlp, type RlpValue, rlpInteger } from '../../../../../shared/domain/encoding/rlp.ts';

const value: fc.Arbitrary<RlpValue> = fc.letrec<{ value: RlpValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.uint8Array({ maxLength: 3 }), fc.uint8Array({ minLength: 50, maxLength: 300 })),
    fc.array(tie('value'), { maxLength: 12 }),
  ),
})).value;

describe('RLP', () => {
  it.each([
    ['the string "dog"', utf8ToBytes('dog'), '83646f67'],
    ['a list of "cat" and "dog"', [utf8ToBytes('cat'), utf8ToBytes('dog')], 'c88363617483646f67'],
    ['the empty string', new Uint8Array(), '80'],
    ['the empty list', [], 'c0'],
    ['the byte 0', Uint8Array.of(0), '00'],
    ['the byte 15', Uint8Array.of(15), '0f'],
    ['the number 1024', rlpInteger(1024n), '820400'],
    ['the number 0', rlpInteger(0n), '80'],
    ['the set of von Neumann', [[], [[]], [[], [[]]]], 'c7c0c1c0c3c0c1c0'],
    [
      'a string of 56 bytes',
      utf8ToBytes('Lorem ipsum dolor sit amet, consectetur adipisicing elit'),
      'b8384c6f72656d20697073756d20646f6c6f722073697420616d65742c20636f6e7365637465747572206164697069736963696e6720656c6974',
    ],
  ] as const)('writes and reads %s as Ethereum specifies', (_name, decoded, encoded) => {
    expect(encodeRlp(decoded)).toEqual(hexToBytes(encoded));
    expect(decodeRlp(hexToBytes(encoded))).toEqual(decoded);
  });

  it.each([
    ['nothing at all', '', 'rlp-end'],
    ['a string that ends early', '83646f', 'rlp-end'],
    ['a list that ends early', 'c883636174', 'rlp-end'],
    ['a list whose item goes beyond it', 'c183646f67', 'rlp-end'],
    ['a length that ends early', 'b9ff', 'rlp-end'],
    ['a length beyond every memory', 'bfffffffffffffffff', 'rlp-end'],
    ['bytes after the end', '83646f6700', 'rlp-trailing'],
    ['a small byte with a head', '8101', 'rlp-canonical'],
    ['a long form for a short string', 'b803646f67', 'rlp-canonical'],
    ['a long form for a short list', 'f80183', 'rlp-canonical'],
    ['a length with a zero before it', 'b90038'.concat('00'.repeat(56)), 'rlp-canonical'],
    ['a list of 13 items', `cd${'01'.repeat(13)}`, 'rlp-limit'],
  ])('refuses %s', (_name, encoded, code) => {
    expect(() => decodeRlp(hexToBytes(encoded))).toThrow(expect.objectContaining({ code }));
  });

  it('refuses negative numbers', () => {
    expect(() => rlpInteger(-1n)).toThrow(expect.objectContaining({ code: 'rlp-negative' }));
  });

  it('refuses lists within lists without end, and more than 2 MiB', () => {
    const nested = (depth: number): RlpValue => (depth === 0 ? [] : [nested(depth - 1)]);
    expect(decodeRlp(encodeRlp(nested(32)))).toEqual(nested(32));
    expect(() => decodeRlp(encodeRlp(nested(33)))).toThrow(expect.objectContaining({ code: 'rlp-limit' }));
    expect(() => decodeRlp(new Uint8Array(2 * 1024 * 1024 + 1))).toThrow(expect.objectContaining({ code: 'rlp-limit' }));
  });

  it('reads what it wrote, and whatever it reads it writes alike', () => {
    fc.assert(fc.property(value, (sample) => void expect(decodeRlp(encodeRlp(sample))).toEqual(sample)));
    let accepted = 0;
    fc.assert(
      fc.property(value, fc.nat(), fc.integer({ min: 1, max: 255 }), (sample, at, flip) => {
        const bytes = Uint8Array.from(encodeRlp(sample));
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ flip;
        let read: RlpValue;
        try {
          read = decodeRlp(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
          return;
        }
        accepted += 1;
        expect(encodeRlp(read)).toEqual(bytes);
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});
