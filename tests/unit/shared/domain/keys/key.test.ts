import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { numberToBytesBE, numberToBytesLE } from '@noble/curves/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { ethAddressFromAddress } from '../../../../../shared/domain/addresses/eth-address.ts';
import { base64ToBytes, bytesToHex } from '../../../../../shared/domain/encoding/bytes.ts';
import { addressFromPublicKey, type KeyType, keyFromPrivateKey, zeroKey } from '../../../../../shared/domain/keys/key.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const TYPES: readonly KeyType[] = ['secp256k1', 'bls', 'delegated'];

/** The bytes of a number as a key of this type holds it. */
function bytesOf(type: KeyType, value: bigint): Uint8Array {
  return type === 'bls' ? numberToBytesLE(value, 32) : numberToBytesBE(value, 32);
}

function orderOf(type: KeyType): bigint {
  return type === 'bls' ? bls12_381.fields.Fr.ORDER : secp256k1.Point.Fn.ORDER;
}

describe('keys', () => {
  it('have the published public keys and addresses', () => {
    const vectors =
      readSharedJson<{ type: KeyType; privateKeyBase64: string; publicKeyHex: string; address: string }[]>('wallets/keys.json');
    const types: KeyType[] = [];
    for (const { type, privateKeyBase64, publicKeyHex, address } of vectors) {
      const key = keyFromPrivateKey(type, base64ToBytes(privateKeyBase64));
      expect(bytesToHex(key.publicKey)).toBe(publicKeyHex);
      expect(key.address).toBe(parseAddress(address));
      expect(addressFromPublicKey(type, key.publicKey)).toBe(key.address);
      types.push(type);
    }
    checked(types.filter((type) => type === 'secp256k1').length, 3, 'published secp256k1 keys');
    checked(types.filter((type) => type === 'bls').length, 3, 'published BLS keys');
  });

  it('of Ethereum have its addresses', () => {
    // The keys 1 and 2: known to every tool of Ethereum.
    const addresses = [1n, 2n].map((value) => ethAddressFromAddress(keyFromPrivateKey('delegated', bytesOf('delegated', value)).address));
    expect(addresses).toEqual(['0x7e5f4552091a69125d5dfcb7b8c2659029395bdf', '0x2b5ad5c4795c026514f8317c7a215e218dccd6cf']);
  });

  it.each(TYPES)('of type %s are 1 to order − 1', (type) => {
    const order = orderOf(type);
    expect(keyFromPrivateKey(type, bytesOf(type, 1n)).type).toBe(type);
    expect(keyFromPrivateKey(type, bytesOf(type, order - 1n)).privateKey).toEqual(bytesOf(type, order - 1n));
    const refused = (bytes: Uint8Array, code: string) =>
      expect(() => keyFromPrivateKey(type, bytes)).toThrow(expect.objectContaining({ code }));
    refused(bytesOf(type, 0n), 'private-key-zero');
    refused(bytesOf(type, order), 'private-key-range');
    refused(bytesOf(type, order + 1n), 'private-key-range');
    refused(bytesOf(type, (1n << 256n) - 1n), 'private-key-range');
    for (const length of [0, 31, 33, 64]) refused(new Uint8Array(length).fill(1), 'private-key-length');
  });

  it('of type BLS are little-endian: the other order is another key or none', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: orderOf('bls') - 1n }), (value) => {
        const key = keyFromPrivateKey('bls', bytesOf('bls', value));
        const other = bytesOf('bls', value).reverse();
        let address: string | undefined;
        try {
          address = keyFromPrivateKey('bls', other).address;
        } catch {
          return;
        }
        expect(address === key.address).toBe(bytesToHex(other) === bytesToHex(key.privateKey));
      }),
      { numRuns: 20 },
    );
  });

  it('have one address, however their public key is written, and bytes that are no public key have none', () => {
    for (const type of ['secp256k1', 'delegated'] as const) {
      const { privateKey, publicKey, address } = keyFromPrivateKey(type, bytesOf(type, 12345n));
      expect(addressFromPublicKey(type, secp256k1.getPublicKey(privateKey, true))).toBe(address);
      for (const wrong of [publicKey.slice(1), publicKey.with(0, 5), publicKey.with(64, 1 ^ (publicKey[64] ?? 0)), new Uint8Array()])
        expect(() => addressFromPublicKey(type, wrong)).toThrow();
    }
    const { publicKey } = keyFromPrivateKey('bls', bytesOf('bls', 12345n));
    for (const wrong of [publicKey.slice(1), new Uint8Array()])
      expect(() => addressFromPublicKey('bls', wrong)).toThrow(expect.objectContaining({ code: 'address-payload' }));
  });

  it('hold their own copy, which can be zeroed', () => {
    for (const type of TYPES) {
      const given = bytesOf(type, 12345n);
      const key = keyFromPrivateKey(type, given);
      zeroKey(key);
      expect(key.privateKey).toEqual(new Uint8Array(32));
      expect(given).toEqual(bytesOf(type, 12345n));
    }
  });
});
