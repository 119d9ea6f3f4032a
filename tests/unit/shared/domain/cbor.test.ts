import fc from 'fast-check';
import { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '../../../../shared/domain/bytes.ts';
import { type CborValue, decodeBigIntBytes, decodeCbor, encodeBigIntBytes, encodeCbor } from '../../../../shared/domain/cbor.ts';
import { cidFromBytes, cidFromLink, cidOfDagCbor, cidToBytes, cidToLink, parseCid } from '../../../../shared/domain/cid.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';

const cid = 'bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w';

describe('canonical CBOR', () => {
  it.each([
    ['an integer longer than needed', '1800'],
    ['an indefinite list', '9f01ff'],
    ['bytes after the value', '0000'],
    ['undefined', 'f7'],
    ['a half float', 'f93c00'],
    ['another tag', 'c000'],
    ['a CID without its zero byte', `d82a5826${'01'.repeat(38)}`],
    ['a cut-off list', '8201'],
    ['keys out of order', 'a2616200616101'],
    ['nothing', ''],
  ])('refuses %s', (_name, hex) => {
    expect(() => decodeCbor(hexToBytes(hex))).toThrow(DomainError);
  });

  it('writes a CID as tag 42 and reads it again', () => {
    const bytes = encodeCbor([CID.parse(cid)]);
    expect(bytesToHex(bytes)).toBe(`81d82a582700${bytesToHex(cidToBytes(parseCid(cid)))}`);
    const [read] = decodeCbor(bytes) as CborValue[];
    expect(CID.asCID(read)?.toString()).toBe(cid);
  });

  it('keeps integers beyond 2^53', () => {
    expect(decodeCbor(hexToBytes('1bffffffffffffffff'))).toBe(18_446_744_073_709_551_615n);
    expect(bytesToHex(encodeCbor(18_446_744_073_709_551_615n))).toBe('1bffffffffffffffff');
  });

  it('any value of nodes survives', () => {
    const value: fc.Arbitrary<CborValue> = fc.letrec<{ value: CborValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constant(null),
        fc.boolean(),
        fc.integer(),
        fc.bigInt(2n ** 53n, 2n ** 64n - 1n),
        fc.string(),
        fc.uint8Array(),
        fc.array(tie('value')) as fc.Arbitrary<CborValue>,
      ),
    })).value;
    fc.assert(
      fc.property(value, (sample) => {
        const bytes = encodeCbor(sample);
        expect(decodeCbor(bytes)).toEqual(sample);
        expect(bytesToHex(encodeCbor(decodeCbor(bytes)))).toBe(bytesToHex(bytes));
      }),
    );
  });
});

describe('big integers', () => {
  it('accepts the long zero and leading zeros, and never writes them', () => {
    expect(decodeBigIntBytes(hexToBytes('0000'))).toBe(0n);
    expect(decodeBigIntBytes(hexToBytes('00'))).toBe(0n);
    expect(decodeBigIntBytes(hexToBytes('000001'))).toBe(1n);
    expect(encodeBigIntBytes(0n)).toHaveLength(0);
    expect(bytesToHex(encodeCbor(encodeBigIntBytes(-1n)))).toBe('420101');
  });

  it('refuses other sign bytes and more than 128 bytes', () => {
    expect(() => decodeBigIntBytes(hexToBytes('02ff'))).toThrow(DomainError);
    expect(() => decodeBigIntBytes(new Uint8Array(129))).toThrow(DomainError);
  });

  it('any integer survives', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 256n), 2n ** 256n), (value) => {
        expect(decodeBigIntBytes(encodeBigIntBytes(value))).toBe(value);
      }),
    );
  });
});

describe('CIDs', () => {
  it('keeps text, bytes and links in step', () => {
    const parsed = parseCid(cid);
    expect(cidFromLink(cidToLink(parsed))).toBe(parsed);
    expect(cidFromBytes(cidToBytes(parsed))).toBe(parsed);
    expect(cidOfDagCbor(Uint8Array.of(0x80))).toMatch(/^bafy2bzace/);
  });

  it.each([undefined, null, cid, {}, { '/': 5 }, { '/': 'bafy' }, []])('refuses the link %j', (link) => {
    expect(() => cidFromLink(link)).toThrow(DomainError);
  });
});
