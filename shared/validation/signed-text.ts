/**
 * Parses pasted signed messages and signatures. The text is untrusted: signatures are verified, and non-canonical encodings are refused,
 * because their CID would be that of another message.
 */
import { z } from 'zod';
import type { Address } from '../domain/addresses/address.ts';
import { NETWORKS } from '../domain/chain/networks.ts';
import { DomainError } from '../domain/domain-error.ts';
import { base64ToBytes, equalBytes, hexToBytes } from '../domain/encoding/bytes.ts';
import { cidToBytes } from '../domain/encoding/cid.ts';
import { decodeEthTransaction } from '../domain/evm/eth-transaction.ts';
import { addressFromPublicKey } from '../domain/keys/key.ts';
import { decodeSignedMessage, encodeSignedMessage, messageCid, type SignedMessage } from '../domain/messages/message.ts';
import { verifyMessageSignature } from '../domain/messages/message-signature.ts';
import { FIRST_ETH_PARITY } from '../domain/signatures/delegated-signature.ts';
import { recoverSecp256k1SignerKey } from '../domain/signatures/secp256k1-signature.ts';
import { decodeSignature, type Signature, signatureTypeFromNumber } from '../domain/signatures/signature.ts';
import { parseLosslessJson } from '../rpc/lossless-json.ts';
import { zNodeSignedMessage } from './node/signed-message.ts';

/** Default of development networks (Lotus build/buildconstants Eip155ChainId). */
const DEVELOPMENT_CHAIN_ID = 31_415_926;
const CHAIN_IDS: readonly number[] = [...NETWORKS.map(({ ethChainId }) => ethChainId), DEVELOPMENT_CHAIN_ID];
const ETH_SIGNATURE_LENGTH = 65;

/** A parsed signed message. */
export interface SignedText {
  readonly signed: SignedMessage;
  /** The recognised format, shown to the user. */
  readonly form: string;
}

/**
 * Parses a signed message: Lotus JSON, CBOR as hex or base64, or an Ethereum transaction as hex or base64.
 *
 * @throws DomainError `signed-text`, or the errors of decoding the bytes
 */
export function readSignedText(text: string): SignedText {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) {
    return { signed: readJson(trimmed), form: 'Signed message (Lotus JSON)' };
  }
  const { bytes, encoding } = readBytes(trimmed);
  const first = bytes[0] ?? 0;
  if (first === CBOR_PAIR) {
    const signed = decodeSignedMessage(bytes);
    if (!equalBytes(encodeSignedMessage(signed), bytes)) {
      throw new DomainError('signed-text', 'These bytes are not the canonical encoding of a message, so their CID would be another one.');
    }
    return { signed, form: `Signed message (CBOR as ${encoding})` };
  }
  if (first === EIP_1559_BYTE || first >= RLP_LIST) {
    return { signed: readTransaction(bytes), form: `Ethereum transaction (${encoding})` };
  }
  throw new DomainError('signed-text', 'Not a signed message. Paste Lotus JSON, CBOR as hex or base64, or a signed Ethereum transaction.');
}

const CBOR_PAIR = 0x82;
const EIP_1559_BYTE = 0x02;
const RLP_LIST = 0xc0;

function readJson(text: string): SignedMessage {
  let json: unknown;
  try {
    json = parseLosslessJson(text);
  } catch {
    throw new DomainError('signed-text', 'This JSON is incomplete or damaged. Copy it again.');
  }
  const parsed = zNodeSignedMessage.safeParse(json);
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join('.') || 'the top';
    throw new DomainError(
      'signed-text',
      `This JSON is not a signed message: invalid at ${place}. It must have the fields Message and Signature.`,
    );
  }
  return parsed.data;
}

function readBytes(text: string): { bytes: Uint8Array; encoding: 'hex' | 'base64' } {
  const compact = text.replace(/\s/g, '');
  const hex = /^(?:0x)?((?:[0-9a-f]{2})+)$/i.exec(compact)?.[1];
  if (hex !== undefined) {
    return { bytes: hexToBytes(hex.toLowerCase()), encoding: 'hex' };
  }
  try {
    return { bytes: base64ToBytes(compact), encoding: 'base64' };
  } catch {
    throw new DomainError('signed-text', 'Not JSON, hex or base64. Copy the whole signed message.');
  }
}

/** A transaction has a chain ID, or is valid on every chain. */
function readTransaction(bytes: Uint8Array): SignedMessage {
  let problem: unknown;
  for (const chainId of CHAIN_IDS) {
    try {
      return decodeEthTransaction(bytes, chainId);
    } catch (error) {
      problem = error;
      if (!(error instanceof DomainError) || error.code !== 'eth-chain-id') {
        throw error;
      }
    }
  }
  throw problem;
}

/** Result of verifying a signature. */
export interface SignatureFinding {
  readonly isValid: boolean;
  /** For a delegated signature: the chain ID it is valid on. */
  readonly chainId?: number;
  /** The signer, if it can be recovered. */
  readonly signer?: Address;
}

/** Verifies a message's signature offline. A delegated one is tried with the chain ID of every known network. */
export function findSigner(signed: SignedMessage): SignatureFinding {
  const { message, signature } = signed;
  if (signature.type === 'delegated') {
    const chainId = CHAIN_IDS.find((candidate) => verifyMessageSignature(signed, candidate));
    return chainId === undefined ? { isValid: false } : { isValid: true, chainId, signer: message.from };
  }
  if (verifyMessageSignature(signed)) {
    return { isValid: true, signer: message.from };
  }
  const publicKey = signature.type === 'secp256k1' ? recoverSecp256k1SignerKey(signature.data, cidToBytes(messageCid(message))) : undefined;
  return { isValid: false, ...(publicKey === undefined ? {} : { signer: addressFromPublicKey('secp256k1', publicKey) }) };
}

const zJsonSignature = z.object({ Type: z.number().int(), Data: z.string().max(400) });

/**
 * Parses a signature: hex with a type byte as printed by `lotus wallet sign`, the same as base64, Lotus JSON, or the 65 bytes of an Ethereum
 * wallet.
 *
 * @throws DomainError `signature-text`, or the errors of decoding the bytes
 */
export function readSignatureText(text: string): Signature {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) {
    return readJsonSignature(trimmed);
  }
  const { bytes } = readBytes(trimmed);
  const parity = bytes[ETH_SIGNATURE_LENGTH - 1] ?? 0;
  if (bytes.length === ETH_SIGNATURE_LENGTH && (parity <= 1 || parity === FIRST_ETH_PARITY || parity === FIRST_ETH_PARITY + 1)) {
    const data = bytes.slice();
    data[ETH_SIGNATURE_LENGTH - 1] = parity % FIRST_ETH_PARITY;
    return { type: 'delegated', data };
  }
  return decodeSignature(bytes);
}

function readJsonSignature(text: string): Signature {
  try {
    const { Type, Data } = zJsonSignature.parse(JSON.parse(text));
    return { type: signatureTypeFromNumber(Type), data: base64ToBytes(Data) };
  } catch {
    throw new DomainError('signature-text', 'This JSON is not a signature. It must have the fields Type (1, 2 or 3) and Data (base64).');
  }
}
