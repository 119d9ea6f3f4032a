import { decode as decodeWithCborg, encode as encodeWithCborg } from 'cborg';
import fc from 'fast-check';
import { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../../shared/domain/domain-error.ts';
import { bytesToHex, bytesToUtf8Lossy, hexToBytes, utf8ToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import {
  CborReader,
  type CborValue,
  CborWriter,
  cidOfCborLink,
  decodeBigIntBytes,
  decodeCbor,
  encodeBigIntBytes,
  encodeCbor,
  readCbor,
} from '../../../../../shared/domain/encoding/cbor.ts';
import { cidToBytes, parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { changeEveryByte } from '../../../../builders/change-every-byte.ts';
import { codeOf } from '../../../../builders/code-of.ts';

const cid = 'bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w';

const value: fc.Arbitrary<CborValue> = fc.letrec<{ value: CborValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.bigInt(2n ** 53n, 2n ** 64n - 1n),
    fc.bigInt(-(2n ** 64n), -(2n ** 53n)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Number.isSafeInteger(number)),
    fc.string({ unit: 'binary' }),
    fc.uint8Array(),
    fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((digest) => CID.decode(Uint8Array.of(0x01, 0x71, 0xa0, 0xe4, 0x02, 0x20, ...digest))),
    fc.array(tie('value')) as fc.Arbitrary<CborValue>,
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }) as fc.Arbitrary<CborValue>,
  ),
})).value;

describe('canonical CBOR', () => {
  it.each([
    ['an integer of two bytes longer than needed', '1817'],
    ['an integer of three bytes longer than needed', '1900ff'],
    ['an integer of five bytes longer than needed', '1a0000ffff'],
    ['an integer of nine bytes longer than needed', '1b00000000ffffffff'],
    ['a length longer than needed', '5800'],
    ['an indefinite list', '9f01ff'],
    ['indefinite bytes', '5f4100ff'],
    ['a break alone', 'ff'],
    ['a reserved length', '1c'],
    ['bytes after the value', '0000'],
    ['undefined', 'f7'],
    ['another simple value', 'f0'],
    ['a half float', 'f93c00'],
    ['a single float', 'fa3fc00000'],
    ['a whole number as a float', 'fb3ff0000000000000'],
    ['not a number', 'fb7ff8000000000000'],
    ['infinity', 'fb7ff0000000000000'],
    ['minus zero', 'fb8000000000000000'],
    ['another tag', 'c000'],
    ['a CID without its zero byte', `d82a5826${'01'.repeat(38)}`],
    ['a CID as text', 'd82a6100'],
    ['a CID tag with a long head', 'd9002a4100'],
    ['a cut-off list', '8201'],
    ['a cut-off integer', '19ff'],
    ['cut-off bytes', '4301'],
    ['a list longer than the bytes', '9b000fffffffffffff'],
    ['bytes longer than any memory', '5bffffffffffffffff'],
    ['keys out of order', 'a2616200616101'],
    ['a longer key first', 'a262616100616201'],
    ['a key twice', 'a2616100616101'],
    ['a key that is no text', 'a10000'],
    ['text that is not UTF-8', '61ff'],
    ['half of a surrogate pair', '63eda080'],
    ['nothing', ''],
  ])('refuses %s', (_name, hex) => {
    expect(codeOf(() => decodeCbor(hexToBytes(hex)))).toBe('cbor');
  });

  it('refuses a CID that is none with the code of CIDs', () => {
    expect(codeOf(() => decodeCbor(hexToBytes('d82a4100')))).toBe('cid');
    expect(codeOf(() => decodeCbor(hexToBytes('d82a450001710001')))).toBe('cid');
  });

  it('reads what is only looked at where order and text are wrong, and nothing else', () => {
    expect(readCbor(hexToBytes('a2616200616101'))).toEqual({ a: 1, b: 0 });
    expect(readCbor(hexToBytes('64ff61c3a9'))).toBe('\uFFFDaé');
    expect(readCbor(hexToBytes('fb3ff0000000000000'))).toBe(1);
    expect(codeOf(() => readCbor(hexToBytes('a2616100616101')))).toBe('cbor');
    expect(codeOf(() => readCbor(hexToBytes('1817')))).toBe('cbor');
  });

  it.each([
    ['lists', '81'],
    ['maps', 'a16161'],
    ['tags', 'd82a'],
  ])('refuses bytes that are %s inside one another without end', (_name, hex) => {
    expect(codeOf(() => decodeCbor(hexToBytes(hex.repeat(1_000_000))))).toBe('cbor');
    expect(codeOf(() => readCbor(hexToBytes(hex.repeat(1_000_000))))).toBe('cbor');
  });

  it('reserves nothing for lists that claim what is left, one inside the other', () => {
    const bytes = new Uint8Array(1_000_000);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < 129 * 5; at += 5) {
      bytes[at] = 0x9a;
      view.setUint32(at + 1, bytes.length - at - 5);
    }
    const before = process.memoryUsage().rss;
    expect(codeOf(() => readCbor(bytes))).toBe('cbor');
    // Reserved at once, they take a gigabyte.
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  it.each([
    ['text', 'a2612f6161656279746573' + '6161'],
    ['numbers', 'a2612f01656279746573' + '01'],
  ])('a map that multiformats takes for a CID is a map: %s', (_name, hex) => {
    const read = decodeCbor(hexToBytes(hex));
    expect(cidOfCborLink(read)).toBeUndefined();
    expect(bytesToHex(encodeCbor(read))).toBe(hex);
  });

  it('reads and writes 128 levels and no more', () => {
    const nested = (depth: number) => hexToBytes(`${'81'.repeat(depth)}00`);
    expect(encodeCbor(decodeCbor(nested(128)))).toEqual(nested(128));
    expect(codeOf(() => decodeCbor(nested(129)))).toBe('cbor');
    const circle: CborValue[] = [];
    circle.push(circle);
    expect(codeOf(() => encodeCbor(circle))).toBe('cbor');
  });

  it('writes a CID as tag 42 and reads it again', () => {
    const bytes = encodeCbor([CID.parse(cid)]);
    expect(bytesToHex(bytes)).toBe(`81d82a582700${bytesToHex(cidToBytes(parseCid(cid)))}`);
    const [read] = decodeCbor(bytes) as CborValue[];
    expect(CID.asCID(read)?.toString()).toBe(cid);
    expect(new CborWriter().array(1).link(parseCid(cid)).finish()).toEqual(bytes);
  });

  it('keeps integers beyond 2^53', () => {
    expect(decodeCbor(hexToBytes('1bffffffffffffffff'))).toBe(18_446_744_073_709_551_615n);
    expect(bytesToHex(encodeCbor(18_446_744_073_709_551_615n))).toBe('1bffffffffffffffff');
    expect(decodeCbor(hexToBytes('3bffffffffffffffff'))).toBe(-18_446_744_073_709_551_616n);
    expect(decodeCbor(hexToBytes('1b001fffffffffffff'))).toBe(Number.MAX_SAFE_INTEGER);
    expect(decodeCbor(hexToBytes('1b0020000000000000'))).toBe(9_007_199_254_740_992n);
    expect(decodeCbor(hexToBytes('3b001ffffffffffffe'))).toBe(Number.MIN_SAFE_INTEGER);
    expect(decodeCbor(hexToBytes('3b001fffffffffffff'))).toBe(-9_007_199_254_740_992n);
  });

  it.each([
    [undefined],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [2n ** 64n],
    [-(2n ** 64n) - 1n],
    ['\uD800'],
    [() => 0],
    [{ a: undefined }],
  ])('does not write %s', (wrong) => {
    expect(codeOf(() => encodeCbor(wrong as CborValue))).toBe('cbor');
  });

  it.each([0.5, 2 ** 53, Number.NaN, Number.NEGATIVE_INFINITY])('writes no integer for %s', (wrong) => {
    expect(codeOf(() => new CborWriter().integer(wrong))).toBe('cbor');
  });

  it('keeps a key that objects treat in their own way', () => {
    const read = decodeCbor(hexToBytes('a1695f5f70726f746f5f5f01'));
    expect(Object.entries(read as object)).toEqual([['__proto__', 1]]);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it('hands out what was written once, and leaves nothing of it behind', () => {
    const writer = new CborWriter().text('secret');
    let handed: Uint8Array | undefined;
    expect(
      writer.hand((bytes) => {
        handed = bytes;
        // A writer inside has room of its own.
        return bytesToHex(bytes) + bytesToHex(encodeCbor(1));
      }),
    ).toBe('6673656372657401');
    expect(handed).toEqual(new Uint8Array(7));
    expect(writer.finish()).toHaveLength(0);
  });

  it('writers inside one another do not disturb each other', () => {
    const outer = new CborWriter().array(2).bytes(encodeCbor(1));
    expect(bytesToHex(outer.bytes(encodeCbor([2, 3])).finish())).toBe('82410143820203');
    expect(outer.finish()).toHaveLength(0);
  });
});

describe('any value of nodes', () => {
  it('survives, and has one form', () => {
    fc.assert(
      fc.property(value, (sample) => {
        const bytes = encodeCbor(sample);
        expect(decodeCbor(bytes)).toEqual(sample);
        expect(readCbor(bytes)).toEqual(sample);
        expect(bytesToHex(encodeCbor(decodeCbor(bytes)))).toBe(bytesToHex(bytes));
      }),
      { numRuns: 500 },
    );
  });

  it('is written as cborg writes it', () => {
    const plain = value.filter(
      (sample) => !JSON.stringify(sample, (_key, item) => (typeof item === 'bigint' ? `${item}` : item))?.includes('"/"'),
    );
    fc.assert(
      fc.property(plain, (sample) => {
        const bytes = encodeCbor(sample);
        expect(bytesToHex(bytes)).toBe(bytesToHex(encodeWithCborg(sample, { float64: true })));
        expect(decodeWithCborg(bytes, { strict: true })).toEqual(sample);
      }),
      { numRuns: 500 },
    );
  });

  it('stands for another value when one byte is changed, or is refused', () => {
    fc.assert(
      fc.property(value, (sample) => {
        const bytes = encodeCbor(sample);
        if (bytes.length < 200) changeEveryByte(bytes, (copy) => encodeCbor(decodeCbor(copy)));
      }),
      { numRuns: 40 },
    );
  });

  it('bytes that nobody wrote are refused, or written again as they are', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        try {
          expect(bytesToHex(encodeCbor(decodeCbor(bytes)))).toBe(bytesToHex(bytes));
          read += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
      { numRuns: 5000 },
    );
    expect(read).toBeGreaterThan(100);
  });
});

describe('a reader', () => {
  const read = <T>(hex: string, action: (reader: CborReader) => T) => action(new CborReader(hexToBytes(hex), 'sample', 'a sample'));

  it.each<[string, string, (reader: CborReader) => unknown]>([
    ['another number of fields', '83', (reader) => reader.tuple(2)],
    ['no list', '00', (reader) => reader.list('Items', () => 0)],
    ['a list that is too long', '83000000', (reader) => reader.list('Items', () => reader.unsigned('Item'), 2)],
    ['a negative number', '20', (reader) => reader.unsigned('Item')],
    ['a number beyond 2^63', '1b8000000000000000', (reader) => reader.signed('Item')],
    ['a number beyond −2^63', '3b8000000000000000', (reader) => reader.signed('Item')],
    ['an epoch beyond 2^53', '1b0020000000000000', (reader) => reader.safeInteger('Item')],
    ['a height beyond 2^53', '1b0020000000000000', (reader) => reader.count('Item')],
    ['a negative height', '20', (reader) => reader.count('Item')],
    ['a number for a boolean', '01', (reader) => reader.boolean('Item')],
    ['text for bytes', '6161', (reader) => reader.bytes('Item')],
    ['too many bytes', '420000', (reader) => reader.bytes('Item', 1)],
    ['a number for a label', '01', (reader) => reader.textOrBytes('Item', 9)],
    ['bytes for a CID', '4100', (reader) => reader.link('Item')],
    ['a negative amount', '420101', (reader) => reader.amount('Item')],
  ])('refuses %s with its own code', (_name, hex, action) => {
    expect(codeOf(() => read(hex, action))).toBe('sample');
  });

  it('says what is wrong in words', () => {
    expect(() => read('20', (reader) => reader.unsigned('Nonce'))).toThrow('Nonce of a sample must be an unsigned 64-bit integer.');
    expect(() => read('00', (reader) => reader.tuple(3))).toThrow('A sample must be an array of 3 fields.');
    expect(() => read('00', (reader) => reader.tuple(3, 'a sample'))).toThrow('A sample must be an array of 3 fields.');
  });

  it('reads the ends of each range', () => {
    expect(read('1bffffffffffffffff', (reader) => reader.unsigned('Item'))).toBe(2n ** 64n - 1n);
    expect(read('3b7fffffffffffffff', (reader) => reader.signed('Item'))).toBe(-(2n ** 63n));
    expect(read('1b7fffffffffffffff', (reader) => reader.signed('Item'))).toBe(2n ** 63n - 1n);
    expect(read('3b001ffffffffffffe', (reader) => reader.safeInteger('Item'))).toBe(Number.MIN_SAFE_INTEGER);
  });
});

describe('big integers', () => {
  it('accepts the long zero and leading zeros, and never writes them', () => {
    expect(decodeBigIntBytes(hexToBytes('0000'))).toBe(0n);
    expect(decodeBigIntBytes(hexToBytes('00'))).toBe(0n);
    expect(decodeBigIntBytes(hexToBytes('01'))).toBe(0n);
    expect(decodeBigIntBytes(hexToBytes('000001'))).toBe(1n);
    expect(encodeBigIntBytes(0n)).toHaveLength(0);
    expect(bytesToHex(encodeCbor(encodeBigIntBytes(-1n)))).toBe('420101');
    expect(bytesToHex(encodeBigIntBytes(2n ** 64n))).toBe('00010000000000000000');
  });

  it('refuses other sign bytes and more than 128 bytes, both ways', () => {
    expect(codeOf(() => decodeBigIntBytes(hexToBytes('02ff')))).toBe('big-integer');
    expect(codeOf(() => decodeBigIntBytes(new Uint8Array(129)))).toBe('big-integer');
    expect(decodeBigIntBytes(encodeBigIntBytes(2n ** 1016n - 1n))).toBe(2n ** 1016n - 1n);
    expect(encodeBigIntBytes(2n ** 1016n - 1n)).toHaveLength(128);
    expect(codeOf(() => encodeBigIntBytes(2n ** 1016n))).toBe('big-integer');
  });

  it('any integer survives', () => {
    fc.assert(
      fc.property(fc.oneof(fc.bigInt(-(2n ** 300n), 2n ** 300n), fc.bigInt(-(2n ** 20n), 2n ** 20n)), (sample) => {
        const bytes = encodeBigIntBytes(sample);
        expect(decodeBigIntBytes(bytes)).toBe(sample);
        const magnitude = (sample < 0n ? -sample : sample).toString(16);
        const even = magnitude.length % 2 === 0 ? magnitude : `0${magnitude}`;
        expect(bytesToHex(bytes)).toBe(sample === 0n ? '' : `${sample < 0n ? '01' : '00'}${even}`);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('text with bytes that are no UTF-8', () => {
  const asPlatform = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

  it('is read as it is where it is UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(bytesToUtf8Lossy(utf8ToBytes(text))).toBe(text);
      }),
    );
  });

  it('has a U+FFFD for each byte that is no part of a character', () => {
    expect(bytesToUtf8Lossy(hexToBytes('61ff62'))).toBe(`a\uFFFDb`);
    expect(bytesToUtf8Lossy(hexToBytes('e282'))).toBe('\uFFFD\uFFFD');
    expect(bytesToUtf8Lossy(hexToBytes('eda080'))).toBe('\uFFFD\uFFFD\uFFFD');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
        const once = (text: string) => text.replace(/\uFFFD+/g, '\uFFFD');
        expect(once(bytesToUtf8Lossy(bytes))).toBe(once(asPlatform(bytes)));
      }),
      { numRuns: 2000 },
    );
  });
});
