import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { numberToBytesBE, numberToBytesLE } from '@noble/curves/utils.js';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { ethAddressFromAddress } from '../../../../../shared/domain/addresses/eth-address.ts';
import { DomainError } from '../../../../../shared/domain/domain-error.ts';
import { base64ToBytes, bytesToBase64, bytesToHex, equalBytes, utf8ToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { type KeyType, keyFromPrivateKey, zeroKey } from '../../../../../shared/domain/keys/key.ts';
import { type KeyExportForm, parseKeyExport, writeKeyExport } from '../../../../../shared/domain/keys/key-export.ts';
import { generateMnemonic } from '../../../../../shared/domain/keys/mnemonic.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const TYPES: readonly KeyType[] = ['secp256k1', 'bls', 'delegated'];
const FORMS: readonly KeyExportForm[] = ['lotus-hex', 'lotus-json', 'gfc-json', 'eth-hex', 'hex', 'base64'];
const SECRET = new Uint8Array(32).fill(0x11);
const SECRET_BASE64 = bytesToBase64(SECRET);

describe('exports of keys', () => {
  it('that are published are read, and written alike', () => {
    const vectors = readSharedJson<{ export: string; type: KeyType; privateKeyBase64: string; address: string }[]>('wallets/keys.json');
    let keys = 0;
    for (const vector of vectors) {
      const read = parseKeyExport(`  ${vector.export}\n`);
      expect([read.form, read.isTypeStated, read.keys.length]).toEqual(['lotus-hex', true, 1]);
      const [key] = read.keys;
      if (key === undefined) throw new Error('no key');
      expect([key.type, key.address]).toEqual([vector.type, parseAddress(vector.address)]);
      expect(key.privateKey).toEqual(base64ToBytes(vector.privateKeyBase64));
      expect(writeKeyExport(key, 'lotus-hex')).toBe(vector.export);
      keys += 1;
    }
    checked(keys, 6, 'published exports of keys');
  });

  it('that are published as wrong are refused', () => {
    const codes = readSharedJson<{ export: string }[]>('wallets/invalid-exports.json').map((vector) => codeOf(vector.export));
    expect(codes).toEqual(['key-export-empty', 'key-export-type', 'key-export-type', 'key-export-base64']);
    checked(codes.length, 4, 'published exports that are wrong');
  });

  it.each(TYPES)('of any %s key come back from every form', (type) => {
    const order = type === 'bls' ? bls12_381.fields.Fr.ORDER : secp256k1.Point.Fn.ORDER;
    const toBytes = type === 'bls' ? numberToBytesLE : numberToBytesBE;
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: order - 1n }), fc.constantFrom(...FORMS), fc.boolean(), (value, form, isUpper) => {
        const key = keyFromPrivateKey(type, toBytes(value, 32));
        if (form === 'eth-hex' && type === 'bls') {
          expect(() => writeKeyExport(key, form)).toThrow(expect.objectContaining({ code: 'key-export-type' }));
          return;
        }
        const text = writeKeyExport(key, form);
        const read = parseKeyExport(isUpper && /^[0-9a-f]+$/.test(text) ? text.toUpperCase() : text);
        expect(read.form).toBe(form);
        expect(read.isTypeStated).toBe(['lotus-hex', 'lotus-json', 'gfc-json'].includes(form));
        if (read.isTypeStated) expect(read.keys).toHaveLength(1);
        const byteOrder = type === 'bls' ? 'little-endian' : 'big-endian';
        expect(read.keys.find((found) => found.address === key.address)).toEqual({ ...key, byteOrder });
      }),
      { numRuns: type === 'bls' ? 40 : 60 },
    );
  });

  it('without a type name every key that the bytes may be', () => {
    const read = parseKeyExport(bytesToHex(SECRET.with(0, 0x22)));
    expect(read.keys.map(({ type, byteOrder, address }) => [type, byteOrder, address.slice(0, 2)])).toEqual([
      ['secp256k1', 'big-endian', 'f1'],
      ['delegated', 'big-endian', 'f4'],
      ['bls', 'little-endian', 'f3'],
      ['bls', 'big-endian', 'f3'],
    ]);
    expect(new Set(read.keys.map(({ address }) => address)).size).toBe(4);
    // Bytes that begin and end with braces are a key all the same.
    expect(parseKeyExport(bytesToHex(SECRET.with(0, 0x7b).with(31, 0x7d))).form).toBe('hex');
    // 0x says Ethereum, which has no BLS keys; as in Lotus the f410f account comes first.
    expect(parseKeyExport(`0x${bytesToHex(SECRET)}`).keys.map(({ type }) => type)).toEqual(['delegated', 'secp256k1']);
    // Too large as a little-endian BLS key: only the other order is left.
    const large = parseKeyExport(bytesToHex(SECRET.with(31, 0xff)));
    expect(large.keys.filter(({ type }) => type === 'bls').map(({ byteOrder }) => byteOrder)).toEqual(['big-endian']);
  });

  it('are not written of what is no key', () => {
    const key = keyFromPrivateKey('secp256k1', SECRET);
    zeroKey(key);
    for (const form of FORMS) expect(() => writeKeyExport(key, form)).toThrow(expect.objectContaining({ code: 'private-key-zero' }));
  });

  it('of an Ethereum wallet are its account', () => {
    const [delegated] = parseKeyExport('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80').keys;
    expect(ethAddressFromAddress(delegated?.address ?? ('' as never))).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
  });

  it('have their type in words, in numbers, and their fields in any case, as in Go', () => {
    const of = (json: string) => parseKeyExport(json).keys.map(({ type }) => type);
    for (const [index, type] of TYPES.entries()) {
      expect(of(`{"Type":"${type}","PrivateKey":"${SECRET_BASE64}"}`)).toEqual([type]);
      expect(of(`{ "privatekey" : "${SECRET_BASE64}", "type": ${index + 1}, "more": true }`)).toEqual([type]);
      expect(of(`{"KeyInfo":[{"PrivateKey":"${SECRET_BASE64}","SigType":${index + 1}}]}`)).toEqual([type]);
    }
    expect(of(`{"KeyInfo":[{"PrivateKey":"${SECRET_BASE64}","SigType":1},{"PrivateKey":"${SECRET_BASE64}","SigType":2}]}`)).toEqual([
      'secp256k1',
      'bls',
    ]);
  });

  const hexOf = (json: unknown) => bytesToHex(utf8ToBytes(JSON.stringify(json)));
  const secpPublic = secp256k1.getPublicKey(SECRET, false);
  const blsPublic = keyFromPrivateKey('bls', SECRET).publicKey;
  it.each([
    ['nothing', ' \n', 'key-export-empty'],
    ['an f1 address', 'f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba', 'key-export-address'],
    ['an f0 address of a test network', 't01234', 'key-export-address'],
    ['an Ethereum address', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'key-export-address'],
    ['a public key', bytesToHex(secpPublic), 'key-export-public-key'],
    ['a compressed public key', `0x${bytesToHex(secp256k1.getPublicKey(SECRET, true))}`, 'key-export-public-key'],
    ['a public key in base64', bytesToBase64(secpPublic), 'key-export-public-key'],
    ['a BLS public key', bytesToHex(blsPublic), 'key-export-public-key'],
    ['a phrase', generateMnemonic(new Uint8Array(16)), 'key-export-mnemonic'],
    ['a phrase in capitals', generateMnemonic(new Uint8Array(32)).toUpperCase(), 'key-export-mnemonic'],
    ['a part of a phrase', 'abandon ability about', 'key-export-mnemonic'],
    ['a phrase with a word that is none', `${'abandon '.repeat(11)}abandonn`, 'key-export-mnemonic'],
    ['a few words', 'not a key', 'key-export-form'],
    ['an extended key', `xprv${'9'.repeat(107)}`, 'key-export-extended'],
    ['an API token', 'eyJhbGciOiJIUzI1NiJ9.eyJBbGxvdyI6WyJyZWFkIl19.c2lnbmF0dXJl', 'key-export-token'],
    [
      'an API token with its address',
      'eyJhbGciOiJIUzI1NiJ9.eyJBbGxvdyI6WyJyZWFkIl19.c2ln:/ip4/127.0.0.1/tcp/1234/http',
      'key-export-token',
    ],
    ['an Ethereum keystore', JSON.stringify({ version: 3, crypto: { cipher: 'aes-128-ctr' } }), 'key-export-encrypted'],
    ['an old Ethereum keystore', JSON.stringify({ Crypto: {}, id: 'x' }), 'key-export-encrypted'],
    ['a Ledger entry', hexOf({ Type: 'secp256k1-ledger', PrivateKey: SECRET_BASE64 }), 'key-export-ledger'],
    ['text', 'my key!', 'key-export-form'],
    ['JSON that ends early', '{"Type":"bls"', 'key-export-json'],
    ['hex of JSON that ends early', hexOf({ Type: 'bls', PrivateKey: SECRET_BASE64 }).slice(0, -8), 'key-export-json'],
    ['JSON of something else', '{"a":1}', 'key-export-json'],
    ['an empty list of go-filecoin', '{"KeyInfo":[]}', 'key-export-json'],
    ['a list of go-filecoin with no entries', '{"KeyInfo":[1]}', 'key-export-json'],
    ['no key', '{"Type":"bls"}', 'key-export-json'],
    ['two keys in one', JSON.stringify({ Type: 'bls', PrivateKey: SECRET_BASE64, privatekey: SECRET_BASE64 }), 'key-export-json'],
    ['of two types', JSON.stringify({ Type: 'bls', type: 'secp256k1', PrivateKey: SECRET_BASE64 }), 'key-export-json'],
    ['a key that is no text', '{"Type":"bls","PrivateKey":[1]}', 'key-export-json'],
    ['an unknown type', JSON.stringify({ Type: 'ed25519', PrivateKey: SECRET_BASE64 }), 'key-export-type'],
    ['a type in capitals', JSON.stringify({ Type: 'BLS', PrivateKey: SECRET_BASE64 }), 'key-export-type'],
    ['an unknown number', JSON.stringify({ Type: 4, PrivateKey: SECRET_BASE64 }), 'key-export-type'],
    ['base64 without its padding', JSON.stringify({ Type: 'bls', PrivateKey: SECRET_BASE64.slice(0, -1) }), 'key-export-base64'],
    ['base64 of URLs', JSON.stringify({ Type: 'bls', PrivateKey: '-'.repeat(44) }), 'key-export-base64'],
    ['a digit too few', bytesToHex(SECRET).slice(1), 'key-export-hex'],
    ['31 bytes', bytesToHex(SECRET.slice(1)), 'key-export-length'],
    ['64 bytes', bytesToHex(SECRET).repeat(2), 'key-export-length'],
    ['33 bytes of base64', bytesToBase64(new Uint8Array(33).fill(9)), 'key-export-length'],
    ['31 bytes in JSON', JSON.stringify({ Type: 'bls', PrivateKey: bytesToBase64(SECRET.slice(1)) }), 'private-key-length'],
    ['zeros', '00'.repeat(32), 'private-key-zero'],
    ['zeros in JSON', JSON.stringify({ Type: 'bls', PrivateKey: bytesToBase64(new Uint8Array(32)) }), 'private-key-zero'],
    ['a number beyond every order', 'ff'.repeat(32), 'private-key-range'],
    [
      'a BLS key beyond its order in both orders',
      JSON.stringify({ Type: 'bls', PrivateKey: bytesToBase64(new Uint8Array(32).fill(0xee)) }),
      'private-key-range',
    ],
    [
      'a BLS key the wrong way round',
      JSON.stringify({ Type: 'bls', PrivateKey: bytesToBase64(SECRET.with(31, 0xff)) }),
      'key-export-byte-order',
    ],
  ])('that are %s are refused, without repeating what was pasted', (_name, text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it('in a list with a wrong entry leave no key behind', () => {
    const copies = vi.spyOn(Uint8Array, 'from');
    const good = { PrivateKey: SECRET_BASE64, SigType: 1 };
    const listOf = (...entries: unknown[]) => codeOf(JSON.stringify({ KeyInfo: entries }));
    expect(listOf(good)).toBe('accepted');
    const held = () => copies.mock.results.filter(({ value }) => value instanceof Uint8Array && equalBytes(value, SECRET)).length;
    expect(held()).toBe(1);
    expect(listOf(good, { ...good, SigType: 9 })).toBe('key-export-type');
    expect(held()).toBe(1);
    copies.mockRestore();
  });

  it('with one character changed are refused or another key, never the same', () => {
    for (const type of TYPES) {
      const key = keyFromPrivateKey(type, SECRET);
      const text = writeKeyExport(key, 'lotus-json');
      fc.assert(
        fc.property(fc.nat({ max: text.length - 1 }), fc.constantFrom(...'Aa0+/="{'), (at, character) => {
          const changed = text.slice(0, at) + character + text.slice(at + 1);
          if (changed.toLowerCase() === text.toLowerCase()) return;
          let addresses: string[];
          try {
            addresses = parseKeyExport(changed).keys.map(({ address }) => address);
          } catch (error) {
            expect(error).toBeInstanceOf(DomainError);
            return;
          }
          expect(addresses).not.toContain(key.address);
        }),
        { numRuns: 150 },
      );
    }
  });
});

function codeOf(text: string): string {
  try {
    parseKeyExport(text);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (text.trim().length > 8) expect(error.message).not.toContain(text.trim().slice(0, 9));
    return error.code;
  }
  return 'accepted';
}
