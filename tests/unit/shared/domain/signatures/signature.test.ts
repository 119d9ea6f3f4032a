import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Address,
  addressFromBytes,
  addressProtocol,
  addressToBytes,
  idAddress,
  parseAddress,
} from '../../../../../shared/domain/addresses/address.ts';
import { base64ToBytes, bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { cidFromLink } from '../../../../../shared/domain/encoding/cid.ts';
import { type Key, type KeyType, keyFromPrivateKey, zeroKey } from '../../../../../shared/domain/keys/key.ts';
import { addressFromBlsPublicKey } from '../../../../../shared/domain/keys/key-address.ts';
import { messageCid, signedMessageCid } from '../../../../../shared/domain/messages/message.ts';
import { signMessage, verifyMessageSignature } from '../../../../../shared/domain/messages/message-signature.ts';
import {
  aggregateBlsSignatures,
  blsPublicKey,
  emptyBlsAggregate,
  signBls,
  verifyBls,
  verifyBlsAggregate,
} from '../../../../../shared/domain/signatures/bls-signature.ts';
import { signData, verifyData, wrapData } from '../../../../../shared/domain/signatures/data-signature.ts';
import { signDelegated } from '../../../../../shared/domain/signatures/delegated-signature.ts';
import { signSecp256k1 } from '../../../../../shared/domain/signatures/secp256k1-signature.ts';
import {
  decodeSignature,
  encodeSignature,
  type Signature,
  signatureTypeFromNumber,
  signatureTypeNumber,
  signBytes,
  verifyBytes,
} from '../../../../../shared/domain/signatures/signature.ts';
import { parseNodeSignedMessage } from '../../../../../shared/validation/node/signed-message.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const TYPES: readonly KeyType[] = ['secp256k1', 'bls', 'delegated'];
const BLS_ORDER = bls12_381.fields.Fr.ORDER;
const privateKeyOf: Record<KeyType, fc.Arbitrary<Uint8Array>> = {
  secp256k1: fc.bigInt({ min: 1n, max: secp256k1.Point.Fn.ORDER - 1n }).map((n) => numberToBytesBE(n, 32)),
  delegated: fc.bigInt({ min: 1n, max: secp256k1.Point.Fn.ORDER - 1n }).map((n) => numberToBytesBE(n, 32)),
  bls: fc.bigInt({ min: 1n, max: BLS_ORDER - 1n }).map((n) => numberToBytesBE(n, 32).reverse()),
};
const key = (type: KeyType) => privateKeyOf[type].map((privateKey) => keyFromPrivateKey(type, privateKey));

function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const at = bit % (bytes.length * 8);
  return bytes.with(at >> 3, (bytes[at >> 3] ?? 0) ^ (1 << (at & 7)));
}

describe('published signatures', () => {
  it('of messages verify for their sender and for nobody else', () => {
    const vectors =
      readSharedJson<
        {
          id: string;
          signedMessage: unknown;
          unsignedCid: { '/': string };
          messageCid: { '/': string };
          privateKeyBase64?: string;
          privateKeyHexLittleEndian?: string;
        }[]
      >('messages/signed.json');
    let verified = 0;
    let signedAgain = 0;
    for (const vector of vectors) {
      const signed = parseNodeSignedMessage(vector.signedMessage);
      const { message, signature } = signed;
      expect(messageCid(message), vector.id).toBe(cidFromLink(vector.unsignedCid));
      expect(signedMessageCid(signed), vector.id).toBe(cidFromLink(vector.messageCid));
      expect(verifyMessageSignature(signed), vector.id).toBe(true);
      const stranger = keyFromPrivateKey(signature.type, new Uint8Array(32).fill(3)).address;
      expect(verifyMessageSignature({ signature, message: { ...message, from: stranger } }), vector.id).toBe(false);
      expect(verifyMessageSignature({ signature, message: { ...message, from: idAddress(1234) } }), vector.id).toBe(false);
      verified += 1;
      const { privateKeyBase64, privateKeyHexLittleEndian } = vector;
      if (privateKeyBase64 === undefined && privateKeyHexLittleEndian === undefined) continue;
      const bytes = privateKeyBase64 === undefined ? hexToBytes(privateKeyHexLittleEndian ?? '') : base64ToBytes(privateKeyBase64);
      const own = keyFromPrivateKey(signature.type, bytes);
      expect(own.address, vector.id).toBe(message.from);
      expect(signMessage(own, message), vector.id).toEqual(signature);
      signedAgain += 1;
    }
    checked(verified, 11, 'signatures of published messages');
    checked(signedAgain, 8, 'of them made again, bit by bit, from their public test key');
  });

  it('of plain bytes by `lotus wallet sign` verify', () => {
    const keys =
      readSharedJson<{ type: KeyType; privateKeyBase64: string; address: string; sign?: { msgHex: string; lotusSignatureHex: string } }[]>(
        'wallets/keys.json',
      );
    let verified = 0;
    for (const { type, privateKeyBase64, address, sign } of keys) {
      if (sign === undefined) continue;
      const signature = decodeSignature(hexToBytes(sign.lotusSignatureHex));
      const bytes = hexToBytes(sign.msgHex);
      expect(verifyBytes(signature, parseAddress(address), bytes)).toBe(true);
      expect(verifyBytes(signature, parseAddress(address), flipBit(bytes, 3))).toBe(false);
      const own = signBytes(keyFromPrivateKey(type, base64ToBytes(privateKeyBase64)), bytes);
      expect(verifyBytes(own, parseAddress(address), bytes)).toBe(true);
      // BLS has one signature for a key and bytes; Lotus' ECDSA is made with random numbers.
      if (type === 'bls') expect(bytesToHex(encodeSignature(own))).toBe(sign.lotusSignatureHex);
      verified += 1;
    }
    checked(verified, 2, 'signatures of plain bytes');
  });
});

describe('signatures', () => {
  it.each(TYPES)(
    'by any %s key of any bytes verify; one bit of signature, bytes or address breaks them',
    (type) => {
      fc.assert(
        fc.property(key(type), key(type), fc.uint8Array({ maxLength: 200 }), fc.nat(), (own, other, sample, bit) => {
          const bytes = Uint8Array.from(sample);
          const signature = signBytes(own, bytes);
          expect(verifyBytes(signature, own.address, bytes)).toBe(true);
          expect(decodeSignature(encodeSignature(signature))).toEqual(signature);
          expect(verifyBytes({ type, data: flipBit(signature.data, bit) }, own.address, bytes)).toBe(false);
          expect(verifyBytes(signature, own.address, bytes.length === 0 ? Uint8Array.of(0) : flipBit(bytes, bit))).toBe(false);
          if (other.address !== own.address) expect(verifyBytes(signature, other.address, bytes)).toBe(false);
          // The last 20 bytes: of the hash for f1, of the key itself for f3, of the Ethereum address for f410f.
          const address = addressToBytes(own.address);
          const stranger = addressFromBytes(concatBytes(address.slice(0, -20), flipBit(address.slice(-20), bit)));
          expect(verifyBytes(signature, stranger, bytes)).toBe(false);
          for (const wrong of TYPES) if (wrong !== type) expect(verifyBytes({ ...signature, type: wrong }, own.address, bytes)).toBe(false);
          expect(verifyBytes({ type, data: signature.data.slice(1) }, own.address, bytes)).toBe(false);
          expect(verifyBytes({ type, data: concatBytes(signature.data, Uint8Array.of(0)) }, own.address, bytes)).toBe(false);
          zeroKey(own);
          expect(own.privateKey).toEqual(new Uint8Array(32));
        }),
        { numRuns: type === 'bls' ? 12 : 60 },
      );
    },
    60_000,
  );

  it.each([
    ['secp256k1', signSecp256k1],
    ['bls', signBls],
    ['bls', blsPublicKey],
    ['delegated', signDelegated],
  ] as const)('by no %s key are not made', (type, alone) => {
    const refused = (privateKey: Uint8Array, code: string) => {
      expect(() => signBytes({ type, privateKey }, Uint8Array.of(1))).toThrow(expect.objectContaining({ code }));
      expect(() => alone(privateKey, Uint8Array.of(1))).toThrow(expect.objectContaining({ code }));
    };
    refused(new Uint8Array(32), 'private-key-zero');
    refused(new Uint8Array(32).fill(0xff), 'private-key-range');
    refused(new Uint8Array(31).fill(1), 'private-key-length');
  });

  it('have the numbers 1, 2 and 3, and 1 to 200 bytes', () => {
    expect(TYPES.map(signatureTypeNumber)).toEqual([1, 2, 3]);
    expect([1, 2, 3].map(signatureTypeFromNumber)).toEqual(TYPES);
    for (const wrong of [0, 4, 255])
      expect(() => signatureTypeFromNumber(wrong)).toThrow(expect.objectContaining({ code: 'signature-type' }));
    for (const length of [0, 201])
      expect(() => decodeSignature(new Uint8Array(length).fill(1))).toThrow(expect.objectContaining({ code: 'signature-length' }));
  });
});

describe('secp256k1 signatures', () => {
  const own = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(7));
  const bytes = utf8ToBytes('hello');
  const signature = signBytes(own, bytes);
  const order = secp256k1.Point.Fn.ORDER;
  const withData = (data: Uint8Array): Signature => ({ type: 'secp256k1', data });
  const isAccepted = (data: Uint8Array) => verifyBytes(withData(data), own.address, bytes);

  it('are written with a low s and a recovery id of 0 or 1', () => {
    fc.assert(
      fc.property(key('secp256k1'), fc.uint8Array({ maxLength: 64 }), (any, sample) => {
        const { data } = signBytes(any, Uint8Array.from(sample));
        expect(data).toHaveLength(65);
        expect(bytesToNumberBE(data.slice(32, 64)) <= order / 2n).toBe(true);
        expect([0, 1]).toContain(data[64]);
      }),
    );
  });

  it('with a high s are accepted where they verify, as Lotus accepts them', () => {
    const high = numberToBytesBE(order - bytesToNumberBE(signature.data.slice(32, 64)), 32);
    expect(isAccepted(concatBytes(signature.data.slice(0, 32), high, Uint8Array.of(1 ^ (signature.data[64] ?? 0))))).toBe(true);
    expect(isAccepted(concatBytes(signature.data.slice(0, 32), high, signature.data.slice(64)))).toBe(false);
  });

  it('with other recovery ids, and with numbers outside 1 to n − 1, are refused', () => {
    for (const recoveryId of [1 ^ (signature.data[64] ?? 0), 2, 3, 4, 27, 28, 255])
      expect(isAccepted(signature.data.with(64, recoveryId)), `recovery id ${recoveryId}`).toBe(false);
    for (const scalar of [0n, order, (1n << 256n) - 1n]) {
      const encoded = numberToBytesBE(scalar, 32);
      expect(isAccepted(concatBytes(encoded, signature.data.slice(32)))).toBe(false);
      expect(isAccepted(concatBytes(signature.data.slice(0, 32), encoded, signature.data.slice(64)))).toBe(false);
    }
  });
});

describe('BLS signatures', () => {
  const own = keyFromPrivateKey('bls', new Uint8Array(32).fill(7));
  const bytes = utf8ToBytes('hello');
  const signature = signBls(own.privateKey, bytes);
  const identityKey = Uint8Array.of(0xc0, ...new Uint8Array(47));

  it('by the point at infinity are refused, as key, as signature and as both', () => {
    expect(verifyBls(emptyBlsAggregate(), identityKey, bytes)).toBe(false);
    expect(verifyBls(signature, identityKey, bytes)).toBe(false);
    expect(verifyBls(emptyBlsAggregate(), own.publicKey, bytes)).toBe(false);
    expect(verifyBytes({ type: 'bls', data: emptyBlsAggregate() }, addressFromBlsPublicKey(identityKey), bytes)).toBe(false);
    expect(verifyBlsAggregate(emptyBlsAggregate(), [{ publicKey: identityKey, bytes }])).toBe(false);
    // Someone's real signature and a key that adds nothing.
    const second = { publicKey: identityKey, bytes: utf8ToBytes('pay the attacker') };
    expect(verifyBlsAggregate(signature, [{ publicKey: own.publicKey, bytes }, second])).toBe(false);
  });

  it.each([
    ['keys', 48],
    ['signatures', 96],
  ])('on the curve, outside its subgroup, are refused as %s', (what, length) => {
    let onCurve = 0;
    for (let x = 1; x <= 40; x += 1) {
      const point = new Uint8Array(length).with(0, 0x80).with(length - 1, x);
      const group = length === 48 ? bls12_381.G1.Point : bls12_381.G2.Point;
      expect(() => group.fromBytes(point)).toThrow();
      if (isOnCurve(point)) onCurve += 1;
      const isValid = length === 48 ? verifyBls(signature, point, bytes) : verifyBls(point, own.publicKey, bytes);
      expect(isValid, `${what} ${x}`).toBe(false);
      if (length === 96) expect(() => aggregateBlsSignatures([point])).toThrow(expect.objectContaining({ code: 'bls-signature' }));
    }
    expect(onCurve).toBeGreaterThan(10);
  });

  it('whose coordinate is written with the modulus added are refused', () => {
    const modulus = bls12_381.fields.Fp.ORDER;
    let found = 0;
    for (let index = 1; found < 2; index += 1) {
      const any = keyFromPrivateKey('bls', new Uint8Array(32).fill(index));
      const data = signBls(any.privateKey, bytes);
      const key = withModulus(any.publicKey, modulus);
      const longer = withModulus(data, modulus);
      if (key !== undefined) expect(verifyBls(data, key, bytes)).toBe(false);
      if (longer !== undefined) expect(verifyBls(longer, any.publicKey, bytes)).toBe(false);
      found += (key === undefined ? 0 : 1) + (longer === undefined ? 0 : 1);
    }
    expect(found).toBeGreaterThan(0);
  });

  it('with flags that contradict each other, or uncompressed, are refused', () => {
    for (const flags of [0x00, 0x20, 0x40, 0x60, 0xe0])
      expect(verifyBls(signature.with(0, (signature[0] ?? 0) ^ flags ^ 0x80), own.publicKey, bytes)).toBe(false);
    expect(verifyBls(signature, bls12_381.G1.Point.fromBytes(own.publicKey).toBytes(false), bytes)).toBe(false);
  });
});

describe('BLS aggregates', () => {
  it('cover every pair, in any order, also several of one key', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.uint8Array({ maxLength: 20 })), { minLength: 1, maxLength: 4 }),
        (samples) => {
          const texts = new Map(samples.map(([seed, sample]) => [bytesToHex(Uint8Array.from(sample)), seed]));
          const pairs = [...texts].map(([hex, seed]) => ({
            key: keyFromPrivateKey('bls', new Uint8Array(32).fill(seed)),
            bytes: hexToBytes(hex),
          }));
          const said = pairs.map(({ key: { publicKey }, bytes }) => ({ publicKey, bytes }));
          const aggregate = aggregateBlsSignatures(pairs.map(({ key: { privateKey }, bytes }) => signBls(privateKey, bytes)));
          expect(verifyBlsAggregate(aggregate, said)).toBe(true);
          expect(verifyBlsAggregate(aggregate, said.toReversed())).toBe(true);
          expect(verifyBlsAggregate(aggregate, said.slice(1))).toBe(false);
          expect(
            verifyBlsAggregate(aggregate, [...said, { publicKey: said[0]?.publicKey ?? new Uint8Array(), bytes: new Uint8Array(21) }]),
          ).toBe(false);
          expect(verifyBlsAggregate(flipBit(aggregate, samples.length * 97), said)).toBe(false);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('of nothing are the point at infinity, and only that', () => {
    expect(bytesToHex(aggregateBlsSignatures([]))).toBe(`c0${'00'.repeat(95)}`);
    expect(verifyBlsAggregate(emptyBlsAggregate(), [])).toBe(true);
    const own = keyFromPrivateKey('bls', new Uint8Array(32).fill(7));
    expect(verifyBlsAggregate(signBls(own.privateKey, utf8ToBytes('a')), [])).toBe(false);
    expect(verifyBlsAggregate(new Uint8Array(95), [])).toBe(false);
  });

  it('with the same bytes twice are refused, as filecoin-ffi refuses them', () => {
    const [first, second] = [1, 2].map((seed) => keyFromPrivateKey('bls', new Uint8Array(32).fill(seed))) as [Key, Key];
    const bytes = utf8ToBytes('same');
    const aggregate = aggregateBlsSignatures([signBls(first.privateKey, bytes), signBls(second.privateKey, bytes)]);
    expect(
      verifyBlsAggregate(
        aggregate,
        [first, second].map(({ publicKey }) => ({ publicKey, bytes })),
      ),
    ).toBe(false);
  });
});

describe('data in the envelope of FRC-0102', () => {
  it('has the bytes that Lotus and Ethereum sign', () => {
    expect(wrapData(utf8ToBytes('hello'))).toEqual(utf8ToBytes('\u0019Filecoin Signed Message:\n5hello'));
    expect(wrapData(new Uint8Array())).toEqual(utf8ToBytes('\u0019Filecoin Signed Message:\n0'));
    expect(wrapData(utf8ToBytes('é'.repeat(500)))).toEqual(utf8ToBytes(`\u0019Filecoin Signed Message:\n1000${'é'.repeat(500)}`));
    expect(wrapData(utf8ToBytes('hello'), 'ethereum')).toEqual(utf8ToBytes('\u0019Ethereum Signed Message:\n5hello'));
  });

  it('is signed and verified by every kind of key, and is never a message or plain bytes', () => {
    const data = utf8ToBytes('I own this address.');
    const addresses: Address[] = [];
    for (const type of TYPES) {
      const own = keyFromPrivateKey(type, new Uint8Array(32).fill(7));
      addresses.push(own.address);
      for (const envelope of ['filecoin', 'ethereum'] as const) {
        const signature = signData(own, data, envelope);
        expect(verifyData(signature, own.address, data, envelope)).toBe(true);
        expect(verifyData(signature, own.address, data, envelope === 'filecoin' ? 'ethereum' : 'filecoin')).toBe(false);
        expect(verifyBytes(signature, own.address, data)).toBe(false);
        expect(verifyData(signature, own.address, flipBit(data, 9), envelope)).toBe(false);
      }
    }
    expect(addresses.map(addressProtocol)).toEqual([1, 3, 4]);
  });
});

/** Whether the x of a compressed point belongs to a point of the curve, in the subgroup or not. */
function isOnCurve(point: Uint8Array): boolean {
  const { Fp, Fp2 } = bls12_381.fields;
  const x = BigInt(point.at(-1) ?? 0);
  if (point.length === 48) return Fp.pow(x ** 3n + 4n, (Fp.ORDER - 1n) / 2n) === 1n;
  const squared = Fp2.add(Fp2.pow(Fp2.create({ c0: x, c1: 0n }), 3n), Fp2.create({ c0: 4n, c1: 4n }));
  try {
    return Fp2.sqrt(squared) !== undefined;
  } catch {
    return false;
  }
}

/** The same point with its first coordinate plus the modulus; undefined where that does not fit below the flags. */
function withModulus(point: Uint8Array, modulus: bigint): Uint8Array | undefined {
  const flags = (point[0] ?? 0) & 0xe0;
  const larger = bytesToNumberBE(point.slice(0, 48).with(0, (point[0] ?? 0) & 0x1f)) + modulus;
  if (larger >= 1n << 381n) return undefined;
  const first = numberToBytesBE(larger, 48);
  return concatBytes(first.with(0, (first[0] ?? 0) | flags), point.slice(48));
}
