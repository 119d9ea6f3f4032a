/** The WebAssembly build of Zondax' filecoin-signing-tools beside ours. What is known to differ: docs/outside-clients.md. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  type Address,
  addressFromBytes,
  formatAddress,
  idAddress,
  type NetworkLetter,
  parseAddress,
} from '../../shared/domain/addresses/address.ts';
import { attoFil } from '../../shared/domain/amounts/amount.ts';
import { bytesToBase64, bytesToHex } from '../../shared/domain/encoding/bytes.ts';
import { keyFromPrivateKey } from '../../shared/domain/keys/key.ts';
import { deriveKey } from '../../shared/domain/keys/mnemonic.ts';
import { decodeMessage, encodeMessage, type Message, messageCid, signedMessageCid } from '../../shared/domain/messages/message.ts';
import { signMessage, verifyMessageSignature } from '../../shared/domain/messages/message-signature.ts';
import { proposalHash } from '../../shared/domain/messages/multisig-proposal.ts';
import { encodeParams } from '../../shared/domain/methods/method-json.ts';
import {
  type ZondaxKey,
  zondaxBlsKey,
  zondaxDecodeMessage,
  zondaxEncodeMessage,
  zondaxEncodeParams,
  zondaxKeyFromMnemonic,
  zondaxMessageCid,
  zondaxProposalHash,
  zondaxSecp256k1Key,
  zondaxSignedMessageCid,
  zondaxSignMessage,
  zondaxVerifyMessage,
} from '../clients/zondax-wasm.ts';
import { Differential, type Outcome } from './differential.ts';
import {
  addressBytes,
  addressTexts,
  anyBlsKeys,
  anySecp256k1Keys,
  blsKeys,
  brokenAddressBytes,
  brokenAddressTexts,
  brokenMessages,
  derivationPaths,
  jsonParams,
  letters,
  messageBytes,
  messages,
  passphrases,
  phrases,
  proposals,
  secp256k1Keys,
  signatureFaults,
  smallMessages,
  withFault,
} from './samples.ts';

const differential = new Differential('zondax-wasm');

/** It has no function for an address alone: one is read and written inside a message that is plain otherwise. */
const PLAIN: Message = {
  version: 0,
  to: idAddress(1n),
  from: idAddress(2n),
  nonce: 0n,
  value: attoFil(0n),
  gasLimit: 0n,
  gasFeeCap: attoFil(0n),
  gasPremium: attoFil(0n),
  method: 0n,
  params: new Uint8Array(),
};

describe('addresses', () => {
  it('text: the bytes', () =>
    differential.compare({
      what: 'address text',
      inputs: fc.oneof(addressTexts, brokenAddressTexts),
      ours: (text) => bytesToHex(encodeMessage({ ...PLAIN, to: parseAddress(text) })),
      theirs: (text) => bytesToHex(zondaxEncodeMessage({ ...PLAIN, to: text as Address })),
      explain: (text, ours) => {
        if (ours.refusal === undefined) return undefined;
        const [, digits = ''] = /^[ft](?:0|4(?=.*f))(\+?\d*)/.exec(text) ?? [];
        if (digits.startsWith('+')) return 'zondax-id-sign';
        if (digits.length === 20 && digits.startsWith('0')) return 'zondax-leading-zeros';
        return digits !== '' && BigInt(digits) >= 1n << 63n ? 'zondax-id-limit' : undefined;
      },
    }));

  it('bytes: the text', () =>
    differential.compare({
      what: 'address bytes',
      inputs: fc.tuple(fc.oneof(addressBytes, brokenAddressBytes), letters),
      ours: ([bytes, letter]) => formatAddress(addressFromBytes(bytes), letter),
      theirs: ([bytes, letter]) => zondaxDecodeMessage(messageTo(bytes), letter).To,
      explain: (_input, ours) => (isBeyondIdLimit(ours) ? 'zondax-id-limit' : undefined),
    }));
});

describe('messages', () => {
  it('fields: the CBOR and the CID', () =>
    differential.compare({
      what: 'messages as CBOR and CID',
      inputs: fc.oneof({ weight: 4, arbitrary: messages }, smallMessages, brokenMessages),
      ours: (message) => `${bytesToHex(encodeMessage(message))} ${messageCid(message)}`,
      theirs: (message) => `${bytesToHex(zondaxEncodeMessage(message))} ${zondaxMessageCid(message)}`,
      explain: ({ value, gasLimit, gasFeeCap, gasPremium }, ours, theirs) => {
        if (theirs.refusal !== undefined) return gasLimit < 0n ? 'zondax-gas-limit' : undefined;
        return ours.refusal === 'message' && [value, gasFeeCap, gasPremium].some((amount) => amount < 0n)
          ? 'zondax-negative-amount'
          : undefined;
      },
    }));

  it('CBOR: the fields', () =>
    differential.compare({
      what: 'CBOR of messages',
      inputs: fc.tuple(messageBytes, letters),
      ours: ([bytes, letter]) => {
        const { to, from, nonce, value, gasLimit, gasFeeCap, gasPremium, method, params } = decodeMessage(bytes);
        const addresses = [formatAddress(to, letter), formatAddress(from, letter)];
        return [...addresses, nonce, value, gasLimit, gasFeeCap, gasPremium, method, bytesToBase64(params)].join(' ');
      },
      theirs: ([bytes, letter]) => {
        const { To, From, Nonce, Value, GasLimit, GasFeeCap, GasPremium, Method, Params } = zondaxDecodeMessage(bytes, letter);
        return [To, From, Nonce, Value, GasLimit, GasFeeCap, GasPremium, Method, Params].join(' ');
      },
      explain: ([bytes], ours, { value = '' }) => {
        if (Number(ours.value?.split(' ')[4]) < 0 || Number(value.split(' ')[4]) >= 2 ** 63) return 'zondax-gas-limit';
        if (ours.value !== undefined) return value === withRoundedIntegers(ours.value) ? 'zondax-rounded-integers' : undefined;
        if (isBeyondIdLimit(ours)) return 'zondax-id-limit';
        if (ours.refusal === 'cbor') return 'zondax-long-heads';
        if (bytes[1] !== 0) return 'zondax-version';
        return value.includes(' -') ? 'zondax-negative-amount' : undefined;
      },
    }));
});

describe('keys', () => {
  it('secp256k1: public key and address', () =>
    differential.compare({
      what: 'secp256k1 keys',
      cases: 3000,
      inputs: fc.tuple(anySecp256k1Keys, letters),
      ours: ([privateKey, letter]) => ourKeyText('secp256k1', privateKey, letter),
      theirs: ([privateKey, letter]) => theirKeyText(zondaxSecp256k1Key(privateKey, letter)),
    }));

  it('BLS: public key and address', () =>
    differential.compare({
      what: 'BLS keys',
      cases: 200,
      inputs: fc.tuple(anyBlsKeys, letters),
      ours: ([privateKey, letter]) => ourKeyText('bls', privateKey, letter),
      theirs: ([privateKey, letter]) => theirKeyText(zondaxBlsKey(privateKey, letter)),
      explain: (_input, ours) => (ours.refusal === 'private-key-zero' ? 'zondax-bls-key-zero' : undefined),
    }));
});

describe('parameters', () => {
  it('JSON: the CBOR', () =>
    differential.compare({
      what: 'parameters of actor methods',
      inputs: jsonParams,
      ours: ({ actorType, method, ours }) => bytesToHex(encodeParams(actorType, method, ours)),
      theirs: ({ theirs }) => bytesToHex(zondaxEncodeParams(theirs)),
    }));

  it('the hash of a multisig proposal', () =>
    differential.compare({
      what: 'hashes of multisig proposals',
      inputs: proposals,
      ours: (proposal) => bytesToBase64(proposalHash(proposal)),
      theirs: ({ requester, to, value, method, params }) =>
        zondaxProposalHash({ Requester: requester, To: to, Value: String(value), Method: method, Params: bytesToBase64(params) }),
    }));
});

describe('phrases', () => {
  it('the key at a path', () =>
    differential.compare({
      what: 'keys of phrases',
      cases: 300,
      inputs: fc.tuple(phrases, derivationPaths, passphrases),
      ours: ([phrase, path, passphrase]) => {
        const key = deriveKey(phrase, 'secp256k1', path, passphrase);
        // Their letter follows from the coin type.
        return `${bytesToHex(key.privateKey)} ${formatAddress(key.address, path.startsWith("m/44'/1'/") ? 't' : 'f')}`;
      },
      theirs: ([phrase, path, passphrase]) => {
        const { privateKey, address } = zondaxKeyFromMnemonic(phrase, path, passphrase);
        return `${bytesToHex(privateKey)} ${address}`;
      },
      explain: ([, path, passphrase], { refusal = '' }, theirs) => {
        if (refusal.startsWith('path-')) return /\/0\d/.test(path) || hasHardenedNumber(path) ? 'zondax-path-numbers' : undefined;
        if (refusal === '' && theirs.value !== undefined && passphrase !== passphrase.normalize('NFKD')) return 'zondax-passphrase-unicode';
        return theirs.refusal?.startsWith('Error deriving key: Invalid BIP44 path') ? 'zondax-path-form' : undefined;
      },
    }));
});

describe('signatures', () => {
  it('secp256k1: the same bytes, and the CID of the signed message', () =>
    differential.compare({
      what: 'secp256k1 signatures',
      cases: 1000,
      inputs: fc.tuple(secp256k1Keys, smallMessages),
      ours: ([privateKey, unsent]) => {
        const key = keyFromPrivateKey('secp256k1', privateKey);
        const message = { ...unsent, from: key.address };
        const signature = signMessage(key, message);
        return `${bytesToHex(signature.data)} ${signedMessageCid({ message, signature })}`;
      },
      theirs: ([privateKey, unsent]) => {
        const message = { ...unsent, from: zondaxSecp256k1Key(privateKey, 'f').address as Address };
        const data = zondaxSignMessage(message, privateKey);
        return `${bytesToHex(data)} ${zondaxSignedMessageCid({ message, signature: { type: 'secp256k1', data } })}`;
      },
    }));

  for (const [type, keys, cases] of [
    ['secp256k1', secp256k1Keys, 500],
    ['bls', blsKeys, 60],
  ] as const) {
    it(`${type}: good and bad ones`, () =>
      differential.compare({
        what: `${type} verification`,
        cases,
        inputs: fc.tuple(keys, smallMessages, signatureFaults).map(([privateKey, unsent, fault]) => {
          const key = keyFromPrivateKey(type, privateKey);
          const message = { ...unsent, from: key.address };
          const data = withFault(signMessage(key, message).data, fault);
          const covered = fault.fault === 'data' ? { ...message, nonce: message.nonce ^ 1n } : message;
          return { signed: { message: covered, signature: { type, data } }, fault: fault.fault };
        }),
        ours: ({ signed }) => String(verifyMessageSignature(signed)),
        theirs: ({ signed }) => String(triedVerification(signed)),
      }));
  }

  it('BLS: the same bytes', () =>
    differential.compare({
      what: 'BLS signatures',
      cases: 60,
      inputs: fc.tuple(blsKeys, smallMessages),
      ours: ([privateKey, unsent]) => {
        const key = keyFromPrivateKey('bls', privateKey);
        return bytesToHex(signMessage(key, { ...unsent, from: key.address }).data);
      },
      theirs: ([privateKey, unsent]) =>
        bytesToHex(zondaxSignMessage({ ...unsent, from: zondaxBlsKey(privateKey, 'f').address as Address }, privateKey)),
    }));
});

it('every known disagreement occurs', () => differential.finish());

/** Bytes that may be no address, in the CBOR of a message: 80 of array, version, To. */
function messageTo(bytes: Uint8Array): Uint8Array {
  const plain = encodeMessage(PLAIN);
  const head = bytes.length < 24 ? [0x40 + bytes.length] : [0x58, bytes.length];
  return Uint8Array.of(...plain.slice(0, 2), ...head, ...bytes, ...plain.slice(5));
}

/** Whether a number of a path, without its mark, is beyond what BIP-32 marks. */
function hasHardenedNumber(path: string): boolean {
  return (path.match(/\d+/g) ?? []).some((digits) => Number(digits) >= 2 ** 31);
}

function isBeyondIdLimit({ refusal }: Outcome): boolean {
  return refusal === 'address-id' || refusal === 'address-namespace';
}

/** Nonce, gas limit and method as numbers of JavaScript, which hold 53 bits. */
function withRoundedIntegers(fields: string): string {
  return fields
    .split(' ')
    .map((field, index) => (index === 2 || index === 4 || index === 7 ? String(Number(field)) : field))
    .join(' ');
}

function ourKeyText(type: 'secp256k1' | 'bls', privateKey: Uint8Array, letter: NetworkLetter): string {
  const { publicKey, address } = keyFromPrivateKey(type, privateKey);
  return `${bytesToHex(publicKey)} ${formatAddress(address, letter)}`;
}

function theirKeyText({ publicKey, address }: ZondaxKey): string {
  return `${bytesToHex(publicKey)} ${address}`;
}

/** A verification that throws has not verified. */
function triedVerification(signed: Parameters<typeof zondaxVerifyMessage>[0]): boolean {
  try {
    return zondaxVerifyMessage(signed);
  } catch {
    return false;
  }
}
