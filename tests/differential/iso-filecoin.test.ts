/** iso-filecoin beside ours. What is compared and what is known to differ: docs/outside-clients.md. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  addressFromBytes,
  addressToBytes,
  formatAddress,
  type NetworkLetter,
  parseAddress,
} from '../../shared/domain/addresses/address.ts';
import { addressFromEthAddress, checksumEthAddress, ethAddressFromAddress } from '../../shared/domain/addresses/eth-address.ts';
import { formatFil, parseFil } from '../../shared/domain/amounts/amount.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { bytesToHex } from '../../shared/domain/encoding/bytes.ts';
import { encodeBigIntBytes } from '../../shared/domain/encoding/cbor.ts';
import { cidToBytes } from '../../shared/domain/encoding/cid.ts';
import { keyFromPrivateKey } from '../../shared/domain/keys/key.ts';
import { parseKeyExport, writeKeyExport } from '../../shared/domain/keys/key-export.ts';
import { deriveKey } from '../../shared/domain/keys/mnemonic.ts';
import { encodeMessage, messageCid } from '../../shared/domain/messages/message.ts';
import { signData } from '../../shared/domain/signatures/data-signature.ts';
import { signBytes, verifyBytes } from '../../shared/domain/signatures/signature.ts';
import type { DisagreementId } from '../clients/disagreements.ts';
import {
  isoAddressFromBytes,
  isoAddressFromLotusExport,
  isoAddressToBytes,
  isoAmountBytes,
  isoEncodeMessage,
  isoEthAddress,
  isoFormatFil,
  isoKeyFromMnemonic,
  isoKeyFromPrivateKey,
  isoLotusExport,
  isoMessageCid,
  isoParseAddress,
  isoParseFil,
  isoPersonalSign,
  isoRecoverAddress,
  isoSign,
  isoVerify,
} from '../clients/iso-filecoin.ts';
import { Differential } from './differential.ts';
import {
  addressBytes,
  addressTexts,
  amounts,
  anyBlsKeys,
  anySecp256k1Keys,
  blsKeys,
  brokenAddressBytes,
  brokenAddressTexts,
  brokenMessages,
  derivationPaths,
  ethAddresses,
  filTexts,
  letters,
  lotusExports,
  messages,
  passphrases,
  phrases,
  secp256k1Keys,
  signatureFaults,
  signedData,
  smallMessages,
  withFault,
} from './samples.ts';

const differential = new Differential('iso-filecoin');
const ID_LIMIT = 1n << 63n;
const ISO_PHRASES: Readonly<Record<string, DisagreementId>> = {
  'mnemonic-case': 'iso-phrase-case',
  'mnemonic-word': 'iso-phrase-word',
  'mnemonic-checksum': 'iso-phrase-checksum',
};

describe('addresses', () => {
  it('text: the bytes, and the text again', () =>
    differential.compare({
      what: 'address text',
      inputs: fc.oneof(addressTexts, brokenAddressTexts),
      ours: (text) => {
        const address = parseAddress(text);
        return `${bytesToHex(addressToBytes(address))} ${formatAddress(address, text[0] as NetworkLetter)}`;
      },
      theirs: (text) => `${bytesToHex(isoAddressToBytes(text))} ${isoParseAddress(text)}`,
      explain: (text, ours, theirs) => {
        if (ours.refusal === undefined) return explainNamespace(theirs.refusal);
        if (text.endsWith('=')) return 'iso-padding';
        const [, protocol, rest = ''] = /^[ft]([0-4])(.*)$/s.exec(text) ?? [];
        if (protocol === '0') {
          if (!/^\d+$/.test(rest)) return 'iso-id-notation';
          return BigInt(rest) < ID_LIMIT ? 'iso-leading-zeros' : 'iso-id-limit';
        }
        if (protocol === '4' && !/^\d{1,19}f/.test(rest)) return 'iso-namespace-notation';
        return /[^a-z2-7]/.test(rest) ? 'iso-upper-case' : undefined;
      },
    }));

  it('bytes: the text', () =>
    differential.compare({
      what: 'address bytes',
      inputs: fc.tuple(fc.oneof(addressBytes, brokenAddressBytes), letters),
      ours: ([bytes, letter]) => formatAddress(addressFromBytes(bytes), letter),
      theirs: ([bytes, letter]) => isoAddressFromBytes(bytes, letter),
      explain: ([bytes], ours, theirs) => {
        if (ours.refusal === undefined) return explainNamespace(theirs.refusal);
        if (ours.refusal === 'address-varint') return 'iso-varint';
        if (ours.refusal === 'address-id') return 'iso-id-limit';
        return bytes[0] === 0 ? 'iso-bytes-after-id' : undefined;
      },
    }));

  it('0x: the text', () =>
    differential.compare({
      what: '0x addresses',
      inputs: ethAddresses,
      ours: (text) => addressFromEthAddress(text),
      theirs: isoParseAddress,
      explain: (text, ours) => {
        if (ours.refusal === 'eth-address-id') return 'iso-id-limit';
        return text === `0x${text.slice(2).toUpperCase()}` ? 'iso-eth-upper-case' : undefined;
      },
    }));

  it('text: 0x with its checksum', () =>
    differential.compare({
      what: 'addresses as 0x',
      inputs: addressTexts,
      ours: (text) => {
        const eth = ethAddressFromAddress(parseAddress(text));
        if (eth === undefined) throw new DomainError('no-eth-address', 'This address has no Ethereum form.');
        return checksumEthAddress(eth);
      },
      theirs: isoEthAddress,
      explain: (_text, ours, { value = '' }) => {
        if (ours.refusal === undefined) return undefined;
        if (value.length < 42) return 'iso-short-eth-address';
        return /^0xff0{22}/i.test(value) ? 'iso-masked-eth-address' : undefined;
      },
    }));
});

describe('amounts', () => {
  it('text of FIL', () =>
    differential.compare({
      what: 'FIL text',
      inputs: filTexts,
      ours: (text) => String(parseFil(text)),
      theirs: (text) => {
        const amount = isoParseFil(text);
        if (amount === 'NaN') throw new Error('NaN');
        return amount;
      },
      explain: (text, ours, theirs) => {
        if (ours.refusal === 'amount-precision') return 'iso-amount-precision';
        if (/^\s*\+/.test(text)) return 'iso-amount-sign';
        if (theirs.refusal !== undefined) return /\p{L}/u.test(text) ? 'iso-amount-units' : undefined;
        return /^\s*[+-]?(0[xob]|Infinity)|e/i.test(text) ? 'iso-amount-notation' : undefined;
      },
    }));

  it('FIL as text', () =>
    differential.compare({ what: 'amounts as FIL', inputs: amounts, ours: (amount) => formatFil(amount), theirs: isoFormatFil }));

  it('bytes', () =>
    differential.compare({
      what: 'amounts as bytes',
      inputs: amounts,
      ours: (amount) => bytesToHex(encodeBigIntBytes(amount)),
      theirs: (amount) => bytesToHex(isoAmountBytes(amount)),
    }));
});

describe('messages', () => {
  it('CBOR and CID', () =>
    differential.compare({
      what: 'messages as CBOR and CID',
      inputs: fc.oneof({ weight: 4, arbitrary: smallMessages }, messages, brokenMessages),
      ours: (message) => `${bytesToHex(encodeMessage(message))} ${bytesToHex(cidToBytes(messageCid(message)))}`,
      theirs: (message) => `${bytesToHex(isoEncodeMessage(message))} ${bytesToHex(isoMessageCid(message))}`,
      explain: ({ nonce, gasLimit, method, gasFeeCap, gasPremium }, ours, theirs) => {
        if (ours.refusal === 'big-integer') return 'iso-huge-amount';
        if (ours.refusal !== undefined) return gasFeeCap < 0n || gasPremium < 0n ? 'iso-negative-fee' : undefined;
        if (theirs.refusal === undefined) return undefined;
        if ([nonce, gasLimit, method].some((number) => number > Number.MAX_SAFE_INTEGER)) return 'iso-integers';
        return gasLimit < 0n ? 'iso-negative-gas-limit' : undefined;
      },
    }));
});

describe('keys', () => {
  it('secp256k1: public key and address', () =>
    differential.compare({
      what: 'secp256k1 keys',
      inputs: fc.tuple(anySecp256k1Keys, letters),
      ours: ([privateKey, letter]) => keyText(keyFromPrivateKey('secp256k1', privateKey), letter),
      theirs: ([privateKey, letter]) => {
        const { publicKey, address } = isoKeyFromPrivateKey(privateKey, 'secp256k1', letter);
        return `${bytesToHex(publicKey)} ${address}`;
      },
    }));

  it('BLS: public key and address', () =>
    differential.compare({
      what: 'BLS keys',
      cases: 200,
      inputs: fc.tuple(anyBlsKeys, letters),
      ours: ([privateKey, letter]) => keyText(keyFromPrivateKey('bls', privateKey), letter),
      theirs: ([privateKey, letter]) => {
        const { publicKey, address } = isoKeyFromPrivateKey(privateKey.toReversed(), 'bls', letter);
        return `${bytesToHex(publicKey)} ${address}`;
      },
      explain: (_input, ours) => (ours.refusal === 'private-key-range' ? 'iso-bls-key-range' : undefined),
    }));
});

describe('exports', () => {
  for (const [type, keys, cases] of [
    ['secp256k1', secp256k1Keys, 2000],
    ['bls', blsKeys, 100],
  ] as const) {
    it(`${type}: the hex of Lotus`, () =>
      differential.compare({
        what: `exports of ${type} keys`,
        cases,
        inputs: keys,
        ours: (privateKey) => writeKeyExport({ type, privateKey }, 'lotus-hex'),
        theirs: (privateKey) => isoLotusExport(type === 'bls' ? privateKey.toReversed() : privateKey, type),
      }));
  }

  it('the hex of Lotus: the address', () =>
    differential.compare({
      what: 'exports read',
      cases: 3000,
      inputs: lotusExports,
      ours: (text) =>
        parseKeyExport(text)
          .keys.map(({ address }) => address)
          .join(' '),
      theirs: (text) => isoAddressFromLotusExport(text, 'f'),
      explain: (text, ours, theirs) => {
        if (ours.refusal !== undefined || theirs.refusal === undefined) return undefined;
        if (/^0x|\s$/.test(text)) return 'iso-export-dress';
        return ours.value?.startsWith('f4') ? 'iso-export-delegated' : 'iso-export-names';
      },
    }));
});

describe('phrases', () => {
  it('the key at a path', () =>
    differential.compare({
      what: 'keys of phrases',
      cases: 300,
      inputs: fc.tuple(phrases, derivationPaths, passphrases, letters),
      ours: ([phrase, path, passphrase, letter]) => {
        const key = deriveKey(phrase, 'secp256k1', path, passphrase);
        return `${bytesToHex(key.privateKey)} ${formatAddress(key.address, letter)}`;
      },
      theirs: ([phrase, path, passphrase, letter]) => {
        const { privateKey, address } = isoKeyFromMnemonic(phrase, 'secp256k1', path, passphrase, letter);
        return `${bytesToHex(privateKey)} ${address}`;
      },
      explain: ([, path], { refusal = '' }, theirs) => {
        if (refusal.startsWith('path-') || theirs.refusal?.startsWith('invalid child index'))
          return /^M|\d[hH]|\/0\d/.test(path) ? 'iso-path-notation' : undefined;
        if (theirs.refusal === 'Invalid mnemonic') return 'iso-phrase-blanks';
        return ISO_PHRASES[refusal];
      },
    }));
});

describe('signatures', () => {
  it('secp256k1 of data in its envelope: the same bytes', () =>
    differential.compare({
      what: 'secp256k1 signatures of data (FRC-0102)',
      cases: 500,
      inputs: fc.tuple(secp256k1Keys, signedData),
      ours: ([privateKey, data]) => bytesToHex(signData(keyFromPrivateKey('secp256k1', privateKey), data).data),
      theirs: ([privateKey, data]) => bytesToHex(isoPersonalSign(privateKey, 'secp256k1', data)),
    }));

  it('secp256k1: the same bytes', () =>
    differential.compare({
      what: 'secp256k1 signatures',
      cases: 2000,
      inputs: fc.tuple(secp256k1Keys, signedData),
      ours: ([privateKey, data]) => bytesToHex(signBytes(keyFromPrivateKey('secp256k1', privateKey), data).data),
      theirs: ([privateKey, data]) => bytesToHex(isoSign(privateKey, 'secp256k1', data)),
    }));

  it('secp256k1: good and bad ones', () =>
    differential.compare({
      what: 'secp256k1 verification',
      cases: 1000,
      inputs: fc.tuple(secp256k1Keys, signedData, signatureFaults).map(([privateKey, data, fault]) => {
        const key = keyFromPrivateKey('secp256k1', privateKey);
        const signature = withFault(signBytes(key, data).data, fault);
        return { key, signature, data: fault.fault === 'data' ? Uint8Array.of(...data, 1) : data, fault: fault.fault };
      }),
      ours: ({ key, signature, data }) => String(verifyBytes({ type: 'secp256k1', data: signature }, key.address, data)),
      theirs: ({ key, signature, data }) =>
        String(
          tried(() => isoVerify(signature, 'secp256k1', data, key.publicKey) && isoRecoverAddress(signature, data, 'f') === key.address),
        ),
      explain: ({ fault }, ours) => {
        if (fault === 'long') return ours.value === 'false' ? 'iso-signature-length' : undefined;
        return fault === 'high-s' && ours.value === 'true' ? 'iso-high-s' : undefined;
      },
    }));

  it('BLS: the same bytes', () =>
    differential.compare({
      what: 'BLS signatures',
      cases: 100,
      inputs: fc.tuple(blsKeys, signedData),
      ours: ([privateKey, data]) => bytesToHex(signBytes(keyFromPrivateKey('bls', privateKey), data).data),
      theirs: ([privateKey, data]) => bytesToHex(isoSign(privateKey.toReversed(), 'bls', data)),
    }));

  it('BLS: good and bad ones', () =>
    differential.compare({
      what: 'BLS verification',
      cases: 60,
      inputs: fc.tuple(blsKeys, signedData, signatureFaults).map(([privateKey, data, fault]) => {
        const key = keyFromPrivateKey('bls', privateKey);
        const signature = withFault(signBytes(key, data).data, fault);
        return { key, signature, data: fault.fault === 'data' ? Uint8Array.of(...data, 1) : data, fault: fault.fault };
      }),
      ours: ({ key, signature, data }) => String(verifyBytes({ type: 'bls', data: signature }, key.address, data)),
      theirs: ({ key, signature, data }) => String(tried(() => isoVerify(signature, 'bls', data, key.publicKey))),
    }));
});

it('every known disagreement occurs', () => differential.finish());

function explainNamespace(refusal = ''): DisagreementId | undefined {
  if (refusal.startsWith('Invalid namespace')) return 'iso-namespace';
  return refusal.startsWith('Invalid payload length: 0 ') ? 'iso-empty-sub-address' : undefined;
}

function keyText(
  { publicKey, address }: { publicKey: Uint8Array; address: ReturnType<typeof parseAddress> },
  letter: NetworkLetter,
): string {
  return `${bytesToHex(publicKey)} ${formatAddress(address, letter)}`;
}

/** A verification that throws has not verified. */
function tried(verify: () => boolean): boolean {
  try {
    return verify();
  } catch {
    return false;
  }
}
