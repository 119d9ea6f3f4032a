import { type Cid, cidFromParts } from '../../../shared/domain/cid.ts';

const PIECE_CODEC = 0xf101;
const PIECE_HASH = 0x1012;
const SEALED_CODEC = 0xf102;
const SEALED_HASH = 0xb401;
const RAW_CODEC = 0x55;
const SHA2_256 = 0x12;

/** Digests of the proof system end in two zero bits: they are field elements. */
function asFieldElement(bytes: Uint8Array): Uint8Array {
  const digest = Uint8Array.from(bytes);
  digest[31] = (digest[31] ?? 0) & 0x3f;
  return digest;
}

/** A piece CID (CommP, CommD) with a digest drawn from the seed. */
export const constructedPieceCid = (bytes: Uint8Array): Cid => cidFromParts(PIECE_CODEC, PIECE_HASH, asFieldElement(bytes));
/** A sealed sector's CID (CommR) with a digest drawn from the seed. */
export const constructedSealedCid = (bytes: Uint8Array): Cid => cidFromParts(SEALED_CODEC, SEALED_HASH, asFieldElement(bytes));
/** A payload CID as clients put it into a deal's label. */
export const constructedPayloadCid = (bytes: Uint8Array): Cid => cidFromParts(RAW_CODEC, SHA2_256, bytes);
