/** Signatures: of data that is no message, and signed messages that are read, verified, exported or brought from elsewhere. */
import { z } from 'zod';
import { zAddress, zAttoFil, zCid, zTimeMs, zUint64 } from './common.ts';
import { zDecodedView } from './decoded.ts';
import { zKeyType } from './wallet.ts';

/** Data to be signed or verified, as written. */
export const zDataText = z.object({ encoding: z.enum(['text', 'hex', 'base64']), text: z.string().max(200_000) });
export type DataText = z.infer<typeof zDataText>;

/** `lotus`: the bytes as they are, as `lotus wallet sign` does; `frc-0102`: in the Filecoin (or, of 0x keys, Ethereum) envelope. */
export const zDataForm = z.enum(['lotus', 'frc-0102']);
export type DataForm = z.infer<typeof zDataForm>;

export const zDataSignature = z.object({
  address: zAddress,
  form: zDataForm,
  keyType: zKeyType,
  dataHex: z.string(),
  /** With its type byte, as `lotus wallet sign` prints it. */
  signatureHex: z.string(),
});
export type DataSignature = z.infer<typeof zDataSignature>;

export const zVerdict = z.object({
  isValid: z.boolean(),
  /** What was found, in a sentence. */
  words: z.string().max(1000),
  /** Whose key made the signature, where that can be recovered from it. */
  signer: zAddress.optional(),
});
export type Verdict = z.infer<typeof zVerdict>;

/** A signed message read from text: Lotus JSON, CBOR as hex or base64, or an Ethereum transaction. */
export const zSignedReading = z.object({
  /** What the text was understood as, in words. */
  form: z.string().max(100),
  verdict: zVerdict,
  signatureType: zKeyType,
  signatureHex: z.string(),
  signedCid: zCid,
  unsignedCid: zCid,
  /** Of a delegated one: the hash by which Ethereum tools know it. */
  ethHash: z.string().max(66).optional(),
  from: zAddress,
  to: zAddress,
  toActorType: z.string().max(40).optional(),
  nonce: zUint64,
  value: zAttoFil,
  method: zUint64,
  methodName: z.string().max(120).optional(),
  params: zDecodedView,
  paramsHex: z.string(),
  gasLimit: zUint64,
  gasFeeCap: zAttoFil,
  gasPremium: zAttoFil,
  maximumFee: zAttoFil,
  /** As Lotus writes the signed message. */
  json: z.string(),
  /** CBOR of the signed message. */
  hex: z.string(),
  /** The journal entry of the same message, where it was signed or pushed here. */
  journalId: z.string().max(100).optional(),
  /** Why it cannot be pushed through the active connection; absent where it can. */
  pushProblem: z.string().max(1000).optional(),
});
export type SignedReading = z.infer<typeof zSignedReading>;

/** A signed message on its way to another machine. */
export const zSignedExport = z.object({
  /** As Lotus writes it. */
  json: z.string(),
  /** CBOR as hex: what a QR code carries, in parts where it is long. */
  hex: z.string(),
  signedCid: zCid,
  fileName: z.string().max(200),
  signedAtMs: zTimeMs,
});
export type SignedExport = z.infer<typeof zSignedExport>;
