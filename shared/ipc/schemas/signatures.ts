/** Signatures of data, and signed messages that are parsed, verified, exported or imported. */
import { z } from 'zod';
import { zAddress, zAttoFil, zCid, zTimeMs, zUint64 } from './common.ts';
import { zDecodedView } from './decoded.ts';
import { zKeyType } from './wallet.ts';

/** Data to sign or verify, as entered. */
export const zDataText = z.object({ encoding: z.enum(['text', 'hex', 'base64']), text: z.string().max(200_000) });
export type DataText = z.infer<typeof zDataText>;

/** `lotus`: the plain bytes, as `lotus wallet sign`; `frc-0102`: in the Filecoin (for 0x keys, Ethereum) envelope. */
export const zDataForm = z.enum(['lotus', 'frc-0102']);
export type DataForm = z.infer<typeof zDataForm>;

export const zDataSignature = z.object({
  address: zAddress,
  form: zDataForm,
  keyType: zKeyType,
  dataHex: z.string(),
  /** With the type byte, as printed by `lotus wallet sign`. */
  signatureHex: z.string(),
});
export type DataSignature = z.infer<typeof zDataSignature>;

export const zVerdict = z.object({
  isValid: z.boolean(),
  /** Result in one sentence. */
  words: z.string().max(1000),
  /** The signer, if it can be recovered. */
  signer: zAddress.optional(),
});
export type Verdict = z.infer<typeof zVerdict>;

/** A parsed signed message: Lotus JSON, CBOR as hex or base64, or an Ethereum transaction. */
export const zSignedReading = z.object({
  /** The recognised format. */
  form: z.string().max(100),
  verdict: zVerdict,
  signatureType: zKeyType,
  signatureHex: z.string(),
  signedCid: zCid,
  unsignedCid: zCid,
  /** Ethereum transaction hash, for a delegated sender. */
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
  /** Lotus JSON of the signed message. */
  json: z.string(),
  /** CBOR of the signed message. */
  hex: z.string(),
  /** The journal entry of the message, if it was signed or pushed here. */
  journalId: z.string().max(100).optional(),
  /** Why it cannot be pushed through the active connection; absent if it can. */
  pushProblem: z.string().max(1000).optional(),
});
export type SignedReading = z.infer<typeof zSignedReading>;

/** A signed message for export. */
export const zSignedExport = z.object({
  /** Lotus JSON. */
  json: z.string(),
  /** CBOR as hex, for QR codes. */
  hex: z.string(),
  signedCid: zCid,
  fileName: z.string().max(200),
  signedAtMs: zTimeMs,
});
export type SignedExport = z.infer<typeof zSignedExport>;
