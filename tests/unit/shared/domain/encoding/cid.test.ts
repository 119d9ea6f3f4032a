import fc from 'fast-check';
import { base58btc } from 'multiformats/bases/base58';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../../shared/domain/domain-error.ts';
import { encodeBase32 } from '../../../../../shared/domain/encoding/base32.ts';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import {
  cidFromBytes,
  cidFromLink,
  cidFromParts,
  cidOfDagCbor,
  cidOfDagCborSha256,
  cidParts,
  cidsFromBytes,
  cidToBytes,
  cidToLink,
  parseCid,
} from '../../../../../shared/domain/encoding/cid.ts';
import { changeEveryByte } from '../../../../builders/change-every-byte.ts';
import { codeOf } from '../../../../builders/code-of.ts';

const cid = 'bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w';
const old = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG';

describe('CIDs', () => {
  it('keep text, bytes and links in step', () => {
    const parsed = parseCid(cid);
    expect(cidFromLink(cidToLink(parsed))).toBe(parsed);
    expect(cidFromBytes(cidToBytes(parsed))).toBe(parsed);
    expect(cidOfDagCbor(Uint8Array.of(0x80))).toMatch(/^bafy2bzace/);
    expect(cidOfDagCborSha256(Uint8Array.of(0x80))).toMatch(/^bafyrei/);
  });

  it('of version 0 are base58 without a letter before it', () => {
    expect(parseCid(old)).toBe(old);
    expect(bytesToHex(cidToBytes(parseCid(old)).subarray(0, 2))).toBe('1220');
    expect(cidParts(parseCid(old))).toMatchObject({ version: 0, codec: 0x70, hash: 0x12 });
  });

  it('of version 1 in base58 become base32', () => {
    const inBase58 = CID.parse(cid).toString(base58btc);
    expect(inBase58).toMatch(/^z/);
    expect(parseCid(inBase58)).toBe(cid);
  });

  it('tell codec and digest: an actor of old networks names itself in an identity CID', () => {
    const { version, codec, hash, digest } = cidParts(parseCid('bafkqaetgnfwc6mjpon2g64tbm5sw22lomvza'));
    expect({ version, codec, hash }).toEqual({ version: 1, codec: 0x55, hash: 0 });
    expect(digest).toEqual(utf8ToBytes('fil/1/storageminer'));
    expect(cidParts(parseCid('baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq'))).toMatchObject({
      codec: 0xf101,
      hash: 0x1012,
    });
  });

  it.each([
    ['nothing', ''],
    ['a letter', 'b'],
    ['other text', 'hello'],
    ['upper case', cid.toUpperCase()],
    ['a letter of another case', cid.replace('d', 'D')],
    ['a character too few', cid.slice(0, -1)],
    ['a character too many', `${cid}a`],
    ['spaces around', ` ${cid}`],
    ['padding', `${cid}=`],
    ['bits beyond the last byte', `${cid.slice(0, -1)}x`],
    ['version 0 with a letter before it', `z${old}`],
    ['version 0 in base32', `b${encodeBase32(hexToBytes(`1220${'00'.repeat(32)}`))}`],
    ['version 0 cut off', old.slice(0, -1)],
    ['a letter that base58 does not have', `Q0${old.slice(2)}`],
    ['hexadecimal', 'f01711220'],
    ['more text than any CID', `b${'a'.repeat(5000)}`],
  ])('are not %s', (_name, text) => {
    expect(codeOf(() => parseCid(text))).toBe('cid');
  });

  it.each([
    ['nothing', ''],
    ['version 2', '02711220'],
    ['version 1 in two bytes', `8100711220${'00'.repeat(32)}`],
    ['a codec in a longer form', `01f1001220${'00'.repeat(32)}`],
    ['a codec beyond 2^53', `01ffffffffffffffff7f1220${'00'.repeat(32)}`],
    ['a digest that is too short', `01711220${'00'.repeat(31)}`],
    ['a digest that is too long', `01711220${'00'.repeat(33)}`],
    ['a number without end', '01ffffffffffffffffffff'],
    ['version 0 and a byte', `1220${'00'.repeat(33)}`],
    ['more than 511 bytes', `015500fe03${'00'.repeat(510)}`],
  ])('in bytes are not %s', (_name, hex) => {
    expect(codeOf(() => cidFromBytes(hexToBytes(hex)))).toBe('cid');
  });

  it('are read up to 511 bytes', () => {
    const longest = hexToBytes(`015500fa03${'00'.repeat(506)}`);
    expect(longest).toHaveLength(511);
    expect(cidToBytes(cidFromBytes(longest))).toEqual(longest);
  });

  it('one after the other are told apart', () => {
    const three = [parseCid(cid), parseCid(old), parseCid('bafkqaetgnfwc6mjpon2g64tbm5sw22lomvza')];
    const bytes = concatBytes(...three.map(cidToBytes));
    expect(cidsFromBytes(bytes)).toEqual(three);
    expect(cidsFromBytes(new Uint8Array())).toEqual([]);
    expect(codeOf(() => cidsFromBytes(bytes.slice(0, -1)))).toBe('cid');
  });

  it.each([undefined, null, cid, {}, { '/': 5 }, { '/': 'bafy' }, []])('are not the link %j', (link) => {
    expect(codeOf(() => cidFromLink(link))).toBe('cid');
  });
});

describe('any CID', () => {
  const parts = fc.tuple(
    fc.oneof(fc.constantFrom(0x55, 0x70, 0x71, 0xf101, 0xf102), fc.nat()),
    fc.oneof(fc.constantFrom(0, 0x12, 0x1012, 0xb401, 0xb220), fc.nat()),
    fc.uint8Array({ maxLength: 70 }),
  );

  it('is the one of multiformats, as text and as bytes', () => {
    fc.assert(
      fc.property(parts, ([codec, hash, digest]) => {
        const theirs = CID.createV1(codec, create(hash, digest));
        const ours = cidFromParts(codec, hash, digest);
        expect(ours).toBe(theirs.toString());
        expect(bytesToHex(cidToBytes(ours))).toBe(bytesToHex(theirs.bytes));
        expect(cidParts(ours)).toEqual({ version: 1, codec, hash, digest });
        expect(parseCid(parseCid(ours))).toBe(ours);
      }),
      { numRuns: 1000 },
    );
  });

  it('is another one when a byte is changed, or none', () => {
    const { refused, changed } = changeEveryByte(cidToBytes(parseCid(cid)), (bytes) => cidToBytes(cidFromBytes(bytes)));
    expect(refused + changed).toBe(38 * 255);
    changeEveryByte(cidToBytes(parseCid(old)), (bytes) => cidToBytes(cidFromBytes(bytes)));
  });

  it('text that nobody wrote is refused, or stays as it is', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'), maxLength: 70 });
    fc.assert(
      fc.property(letters, (text) => {
        try {
          expect(parseCid(`bafk${text}`)).toBe(`bafk${text}`);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
