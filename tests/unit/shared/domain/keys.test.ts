import { describe, expect, it } from 'vitest';
import { addressFromBlsPublicKey, addressFromSecp256k1PublicKey, formatAddress, parseAddress } from '../../../../shared/domain/address.ts';
import { base64ToBytes, hexToBytes } from '../../../../shared/domain/bytes.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { keyFromPrivateKey } from '../../../../shared/domain/key.ts';
import { deriveSecp256k1Key, FIRST_KEY_PATH, generateMnemonic, parseMnemonic } from '../../../../shared/domain/mnemonic.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

describe('published keys', () => {
  it('have the published addresses', () => {
    const keys = readSharedJson<{ type: string; privateKeyBase64: string; publicKeyHex?: string; address: string }[]>('wallets/keys.json');
    expect(keys).toHaveLength(6);
    let secp = 0;
    let bls = 0;
    for (const key of keys) {
      if (key.type === 'secp256k1') {
        secp += 1;
        const own = keyFromPrivateKey('secp256k1', base64ToBytes(key.privateKeyBase64));
        expect(own.address).toBe(parseAddress(key.address));
        expect(addressFromSecp256k1PublicKey(own.publicKey)).toBe(own.address);
      } else if (key.publicKeyHex !== undefined) {
        bls += 1;
        expect(addressFromBlsPublicKey(hexToBytes(key.publicKeyHex))).toBe(parseAddress(key.address));
      }
    }
    expect([secp, bls]).toEqual([3, 3]);
  });

  it('come from the published phrases and paths', () => {
    const vectors = readSharedJson<{ mnemonic: string; children: { path: string; address: string }[] }[]>('wallets/mnemonics.json');
    expect(vectors).toHaveLength(3);
    let children = 0;
    for (const { mnemonic, children: expected } of vectors) {
      for (const { path, address } of expected) {
        children += 1;
        expect(deriveSecp256k1Key(mnemonic, path).address).toBe(parseAddress(address));
      }
    }
    expect(children).toBe(4);
  });

  it('agree with the vector of the protocol reference', () => {
    const phrase = 'equip will roof matter pink blind book anxiety banner elbow sun young';
    const key = deriveSecp256k1Key(phrase, "m/44'/461'/0/0/0");
    expect(key.privateKey).toEqual(base64ToBytes('8VcW07ADswS4BV2cxi5rnIadVsyTDDhY1NfDH19T8Uo='));
    expect(formatAddress(key.address, 'f')).toBe('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba');
  });
});

describe('phrases', () => {
  const phrase = generateMnemonic(new Uint8Array(32).fill(9));

  it('are made of the entropy given and read back', () => {
    expect(phrase.split(' ')).toHaveLength(24);
    expect(parseMnemonic(`  ${phrase.replaceAll(' ', '  ')} `)).toBe(phrase);
    expect(deriveSecp256k1Key(phrase, FIRST_KEY_PATH).address).toMatch(/^f1/);
  });

  it.each([
    ['upper case', (text: string) => text.toUpperCase(), 'mnemonic-case'],
    ['a missing word', (text: string) => text.split(' ').slice(1).join(' '), 'mnemonic-length'],
    ['a word outside the list', (text: string) => text.replace(/^\w+/, 'sextant'), 'mnemonic-word'],
    ['words out of order', (text: string) => text.split(' ').reverse().join(' '), 'mnemonic-checksum'],
  ])('with %s are refused', (_name, change, code) => {
    expect(() => parseMnemonic(change(phrase))).toThrow(expect.objectContaining({ code }));
  });

  it('refuses paths and keys that are none', () => {
    expect(() => deriveSecp256k1Key(phrase, '44/461')).toThrow(DomainError);
    expect(() => keyFromPrivateKey('secp256k1', new Uint8Array(32))).toThrow(DomainError);
    expect(() => keyFromPrivateKey('secp256k1', new Uint8Array(31).fill(1))).toThrow(DomainError);
    expect(() => keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(0xff))).toThrow(DomainError);
  });
});
