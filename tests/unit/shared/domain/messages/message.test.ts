import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFromBytes, idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { DomainError } from '../../../../../shared/domain/domain-error.ts';
import { base64ToBytes, bytesToBase64, bytesToHex, concatBytes, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { cidFromLink, cidOfDagCbor } from '../../../../../shared/domain/encoding/cid.ts';
import { keyFromPrivateKey } from '../../../../../shared/domain/keys/key.ts';
import {
  decodeMessage,
  decodeSignedMessage,
  encodeMessage,
  encodeSignedMessage,
  type Message,
  messageCid,
  signedMessageCid,
} from '../../../../../shared/domain/messages/message.ts';
import { signMessage, verifyMessageSignature } from '../../../../../shared/domain/messages/message-signature.ts';
import { messageToJson, parseNodeMessage } from '../../../../../shared/validation/node/message.ts';
import { parseNodeSignedMessage, signedMessageToJson } from '../../../../../shared/validation/node/signed-message.ts';
import { changeEveryByte } from '../../../../builders/change-every-byte.ts';
import { checked } from '../../../../builders/checked.ts';
import { codeOf } from '../../../../builders/code-of.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

interface UnsignedVector {
  id: string;
  message: unknown;
  cborHex: string;
  cid: unknown;
  canonical?: boolean;
  canonicalCborHex?: string;
}
interface SignedVector {
  id: string;
  signedMessage: unknown;
  unsignedCid: unknown;
  signedCid: unknown;
  messageCid: unknown;
  keyType: string;
  privateKeyBase64?: string;
}

/** Its receiver is an id above 2^63 − 1, which go-address refuses. */
const OVERSIZED_ID = 'led-05';

describe('published messages', () => {
  it('encodes and decodes all unsigned ones', () => {
    const vectors = readSharedJson<UnsignedVector[]>('messages/unsigned.json');
    let tolerated = 0;
    let canonical = 0;
    for (const vector of vectors) {
      if (vector.id === OVERSIZED_ID) continue;
      const message = parseNodeMessage(vector.message);
      expect(decodeMessage(hexToBytes(vector.cborHex)), vector.id).toEqual(message);
      if (vector.canonical === false) {
        tolerated += 1;
        expect(bytesToHex(encodeMessage(message)), vector.id).toBe(vector.canonicalCborHex);
        // The CID of the bytes as they stand is nobody's: a node knows the message by what it writes itself.
        expect(messageCid(message), vector.id).not.toBe(cidOfDagCbor(hexToBytes(vector.cborHex)));
        expect(decodeMessage(encodeMessage(message)), vector.id).toEqual(message);
      } else {
        expect(bytesToHex(encodeMessage(message)), vector.id).toBe(vector.cborHex);
        expect(messageCid(message), vector.id).toBe(cidFromLink(vector.cid));
        canonical += 1;
      }
    }
    checked(vectors.length, 31, 'published unsigned messages');
    checked(canonical, 27, 'of them written as published, with their CID');
    checked(tolerated, 3, 'of them with a long zero: read, and written in the canonical form');
    const oversized = vectors.find(({ id }) => id === OVERSIZED_ID);
    expect(codeOf(() => parseNodeMessage(oversized?.message))).toBe('node-answer');
    expect(codeOf(() => decodeMessage(hexToBytes(oversized?.cborHex ?? '')))).toBe('address-id');
  });

  it('refuses what must not decode', () => {
    const vectors = readSharedJson<{ cborHex: string; mustFailToDecode: boolean }[]>('messages/invalid-cbor.json');
    for (const { cborHex } of vectors) expect(() => decodeMessage(hexToBytes(cborHex)), cborHex).toThrow(DomainError);
    checked(vectors.length, 11, 'byte strings that are no message');
  });

  it('knows the CIDs of signed ones and verifies every signature', () => {
    const vectors = readSharedJson<SignedVector[]>('messages/signed.json');
    for (const vector of vectors) {
      const signed = parseNodeSignedMessage(vector.signedMessage);
      expect(messageCid(signed.message), vector.id).toBe(cidFromLink(vector.unsignedCid));
      expect(cidOfDagCbor(encodeSignedMessage(signed)), vector.id).toBe(cidFromLink(vector.signedCid));
      expect(signedMessageCid(signed), vector.id).toBe(cidFromLink(vector.messageCid));
      expect(decodeSignedMessage(encodeSignedMessage(signed))).toEqual(signed);
      expect(verifyMessageSignature(signed), vector.id).toBe(true);
      const changed = { ...signed, message: { ...signed.message, nonce: signed.message.nonce + 1n } };
      expect(verifyMessageSignature(changed), vector.id).toBe(false);
    }
    checked(vectors.length, 11, 'published signed messages');
    checked(vectors.filter(({ keyType }) => keyType === 'secp256k1').length, 4, 'of them by secp256k1 keys');
  });

  it('makes the published signatures again from public test keys', () => {
    const vectors = readSharedJson<SignedVector[]>('messages/signed.json').filter(
      ({ keyType, privateKeyBase64 }) => keyType === 'secp256k1' && privateKeyBase64 !== undefined,
    );
    expect(vectors).toHaveLength(2);
    for (const vector of vectors) {
      const signed = parseNodeSignedMessage(vector.signedMessage);
      const key = keyFromPrivateKey('secp256k1', base64ToBytes(vector.privateKeyBase64 ?? ''));
      expect(key.address).toBe(signed.message.from);
      const signature = signMessage(key, signed.message);
      expect(verifyMessageSignature({ message: signed.message, signature })).toBe(true);
      expect(signature, vector.id).toEqual(signed.signature);
    }
  });

  it('encodes 283 messages of mainnet to the bytes and CIDs of the chain', () => {
    const entries = readSharedJson<{ msgCid: string; cbor: string; msg: unknown }[]>('chain/mainnet-messages-2020.json.gz');
    for (const { msgCid, cbor, msg } of entries) {
      const message = parseNodeMessage(msg);
      expect(bytesToBase64(encodeMessage(message))).toBe(cbor);
      expect(decodeMessage(base64ToBytes(cbor))).toEqual(message);
      expect(messageCid(message)).toBe(msgCid);
    }
    checked(entries.length, 283, 'messages of mainnet with CBOR and CID');
  });

  it('knows the CID of a transfer with every field filled', () => {
    const bytes = '8a004300d2095501ea0f0ea039b291a0f08fd179e0556a8c3277c0d30749000de0b6b3a76400001a001731804400018b3f44000187210040';
    expect(messageCid(decodeMessage(hexToBytes(bytes)))).toBe('bafy2bzaceadwi34pd5zt4jngikxcz4paguwgahln4nsork6jsrlel7h3o7r4m');
  });
});

describe('round trips', () => {
  const amount = fc.bigInt(0n, 2n ** 90n).map(attoFil);
  const uint64 = fc.bigInt(0n, 2n ** 64n - 1n);
  const address = fc.oneof(
    fc.bigInt(0n, 2n ** 63n - 1n).map(idAddress),
    fc.uint8Array({ minLength: 20, maxLength: 20 }).map((hash) => addressFromBytes(concatBytes(Uint8Array.of(1), hash))),
  );
  const message: fc.Arbitrary<Message> = fc.record({
    version: fc.constant(0 as const),
    to: address,
    from: address,
    nonce: uint64,
    value: amount,
    gasLimit: fc.bigInt(0n, 2n ** 63n - 1n),
    gasFeeCap: amount,
    gasPremium: amount,
    method: uint64,
    params: fc.uint8Array(),
  });

  it('any message survives bytes and node JSON', () => {
    fc.assert(
      fc.property(message, fc.constantFrom('f' as const, 't' as const), (sample, letter) => {
        expect(decodeMessage(encodeMessage(sample))).toEqual(sample);
        expect(parseNodeMessage(messageToJson(sample, letter))).toEqual(sample);
      }),
    );
  });

  it('any message signed here verifies, also after node JSON', () => {
    const key = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(5));
    fc.assert(
      fc.property(message, (sample) => {
        const own = { ...sample, from: key.address };
        const signed = { message: own, signature: signMessage(key, own) };
        const again = parseNodeSignedMessage(signedMessageToJson(signed, 't'));
        expect(again).toEqual(signed);
        expect(verifyMessageSignature(again)).toBe(true);
        expect(verifyMessageSignature({ ...signed, message: sample })).toBe(false);
      }),
      { numRuns: 15 },
    );
  });

  it('no byte of a message can change unnoticed', () => {
    fc.assert(
      fc.property(message, (sample) => {
        const bytes = encodeMessage({ ...sample, params: sample.params.slice(0, 4) });
        const { refused, changed } = changeEveryByte(bytes, (copy) => encodeMessage(decodeMessage(copy)));
        expect(refused + changed).toBe(bytes.length * 255);
        expect(changed).toBeGreaterThan(0);
      }),
      { numRuns: 5 },
    );
  });

  it('bytes that nobody wrote are refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(() => decodeMessage(Uint8Array.of(0x8a, 0x00, ...bytes))).toThrow(DomainError);
      }),
      { numRuns: 500 },
    );
  });
});

describe('limits', () => {
  const fields = ['00', '4300d209', '420063', '00', '40', '00', '40', '40', '00', '40'];
  const withField = (index: number, hex: string) => hexToBytes(`8a${fields.map((field, at) => (at === index ? hex : field)).join('')}`);

  it('a message with every field at its least is read', () => {
    expect(decodeMessage(withField(0, '00'))).toMatchObject({ to: 'f01234', from: 'f099', nonce: 0n, value: 0n, gasLimit: 0n });
    expect(decodeMessage(withField(5, '3b7fffffffffffffff')).gasLimit).toBe(-(2n ** 63n));
    expect(decodeMessage(withField(3, '1bffffffffffffffff')).nonce).toBe(2n ** 64n - 1n);
    expect(decodeMessage(withField(4, `5880${'00'.repeat(127)}01`)).value).toBe(1n);
  });

  it.each([
    ['another version', 0, '01', 'message'],
    ['a version in text', 0, '6130', 'message'],
    ['an address as text', 1, '63006363', 'message'],
    ['an empty address', 1, '40', 'address-empty'],
    ['an address of 65 bytes', 1, `5841${'04'.repeat(65)}`, 'address-payload'],
    ['a negative nonce', 3, '20', 'message'],
    ['a nonce as a big integer', 3, '420001', 'message'],
    ['a negative amount', 4, '420101', 'message'],
    ['an amount with another sign', 4, '420201', 'big-integer'],
    ['an amount of 129 bytes', 4, `5881${'00'.repeat(129)}`, 'message'],
    ['an amount as a number', 4, '01', 'message'],
    ['a gas limit beyond 2^63', 5, '1b8000000000000000', 'message'],
    ['null for the params', 9, 'f6', 'message'],
    ['params longer than the bytes', 9, '5a00200000', 'cbor'],
    ['params beyond 2 MiB', 9, `5a00200001${'00'.repeat(2 ** 21 + 1)}`, 'message'],
    ['a number that could be shorter', 8, '1800', 'cbor'],
    ['a field too many', 9, '4040', 'cbor'],
    ['a field too few', 9, '', 'cbor'],
  ])('refuses %s', (_name, index, hex, code) => {
    expect(codeOf(() => decodeMessage(withField(index, hex)))).toBe(code);
  });

  it('does not write params beyond 2 MiB', () => {
    const message = decodeMessage(withField(0, '00'));
    expect(encodeMessage({ ...message, params: new Uint8Array(2 ** 21) })).toHaveLength(2 ** 21 + 20);
    expect(codeOf(() => encodeMessage({ ...message, params: new Uint8Array(2 ** 21 + 1) }))).toBe('message');
  });

  it.each([
    ['three fields', '83', '420100', '00', 'message'],
    ['no signature', '82', '', '', 'cbor'],
    ['an empty signature', '82', '40', '', 'signature-length'],
    ['a signature of another type', '82', '4100', '', 'signature-type'],
    ['a signature of 201 bytes', '82', `58c9${'01'.repeat(201)}`, '', 'signature-length'],
    ['null for the signature', '82', 'f6', '', 'message'],
  ])('refuses a signed message with %s', (_name, head, signature, rest, code) => {
    const bytes = hexToBytes(`${head}${bytesToHex(withField(0, '00'))}${signature}${rest}`);
    expect(codeOf(() => decodeSignedMessage(bytes))).toBe(code);
  });
});
