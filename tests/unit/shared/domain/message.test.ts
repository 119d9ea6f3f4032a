import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFromBytes, idAddress } from '../../../../shared/domain/address.ts';
import { attoFil } from '../../../../shared/domain/amount.ts';
import { base64ToBytes, bytesToBase64, bytesToHex, concatBytes, hexToBytes } from '../../../../shared/domain/bytes.ts';
import { cidFromLink, cidOfDagCbor } from '../../../../shared/domain/cid.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { keyFromPrivateKey } from '../../../../shared/domain/key.ts';
import {
  decodeMessage,
  decodeSignedMessage,
  encodeMessage,
  encodeSignedMessage,
  type Message,
  messageCid,
  signedMessageCid,
} from '../../../../shared/domain/message.ts';
import { signMessage, verifyMessageSignature } from '../../../../shared/domain/message-signature.ts';
import { messageToJson, parseNodeMessage } from '../../../../shared/validation/node/message.ts';
import { parseNodeSignedMessage, signedMessageToJson } from '../../../../shared/validation/node/signed-message.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

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
    expect(vectors).toHaveLength(31);
    let tolerated = 0;
    for (const vector of vectors) {
      if (vector.id === OVERSIZED_ID) continue;
      const message = parseNodeMessage(vector.message);
      expect(decodeMessage(hexToBytes(vector.cborHex)), vector.id).toEqual(message);
      if (vector.canonical === false) {
        tolerated += 1;
        expect(bytesToHex(encodeMessage(message)), vector.id).toBe(vector.canonicalCborHex);
      } else {
        expect(bytesToHex(encodeMessage(message)), vector.id).toBe(vector.cborHex);
        expect(messageCid(message), vector.id).toBe(cidFromLink(vector.cid));
      }
    }
    expect(tolerated).toBe(3);
    const oversized = vectors.find(({ id }) => id === OVERSIZED_ID);
    expect(() => parseNodeMessage(oversized?.message)).toThrow(DomainError);
    expect(() => decodeMessage(hexToBytes(oversized?.cborHex ?? ''))).toThrow(DomainError);
  });

  it('refuses what must not decode', () => {
    const vectors = readSharedJson<{ cborHex: string; mustFailToDecode: boolean }[]>('messages/invalid-cbor.json');
    expect(vectors).toHaveLength(11);
    for (const { cborHex } of vectors) expect(() => decodeMessage(hexToBytes(cborHex)), cborHex).toThrow(DomainError);
  });

  it('knows the CIDs of signed ones and verifies every signature', () => {
    const vectors = readSharedJson<SignedVector[]>('messages/signed.json');
    expect(vectors).toHaveLength(11);
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
    expect(vectors.filter(({ keyType }) => keyType === 'secp256k1')).toHaveLength(4);
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
    expect(entries).toHaveLength(283);
    for (const { msgCid, cbor, msg } of entries) {
      const message = parseNodeMessage(msg);
      expect(bytesToBase64(encodeMessage(message))).toBe(cbor);
      expect(messageCid(message)).toBe(msgCid);
    }
  });

  it('encodes the vector of the protocol reference', () => {
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

  it('refuses a negative amount and a message of another version', () => {
    const bytes = '8a0043 00d209 4200 63 00 420101 00 40 40 00 40'.replaceAll(' ', '');
    expect(() => decodeMessage(hexToBytes(bytes))).toThrow(DomainError);
    expect(() => decodeMessage(hexToBytes(`8a01${bytes.slice(4)}`))).toThrow(DomainError);
  });
});
