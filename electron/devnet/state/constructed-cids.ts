import { type Cid, cidFromParts, cidParts } from '../../../shared/domain/encoding/cid.ts';

const PIECE_CODEC = 0xf101;
const PIECE_HASH = 0x1012;
const SEALED_CODEC = 0xf102;
const SEALED_HASH = 0xb401;
const RAW_CODEC = 0x55;
const SHA2_256 = 0x12;
const DIGEST_BYTES = 32;

/** Digests of the proof system are field elements: the top two bits are zero. */
function asFieldElement(bytes: Uint8Array): Uint8Array {
  const digest = Uint8Array.from(bytes);
  digest[31] = (digest[31] ?? 0) & 0x3f;
  return digest;
}

/** Create a piece CID (CommP, CommD) with a digest from the seed. */
export const constructedPieceCid = (bytes: Uint8Array): Cid => cidFromParts(PIECE_CODEC, PIECE_HASH, asFieldElement(bytes));
/** Create a sealed CID (CommR) with a digest from the seed. */
export const constructedSealedCid = (bytes: Uint8Array): Cid => cidFromParts(SEALED_CODEC, SEALED_HASH, asFieldElement(bytes));
/** Create a payload CID for a deal's label. */
export const constructedPayloadCid = (bytes: Uint8Array): Cid => cidFromParts(RAW_CODEC, SHA2_256, bytes);

/** Whether a CID has the form of a piece CID (builtin-actors, actors/miner/src/commd.rs `is_unsealed_sector`). */
export const isPieceCid = (cid: Cid): boolean => isOf(cid, PIECE_CODEC, PIECE_HASH);
/** Whether a CID has the form of a sealed CID (builtin-actors, actors/miner/src/lib.rs `is_sealed_sector`). */
export const isSealedCid = (cid: Cid): boolean => isOf(cid, SEALED_CODEC, SEALED_HASH);

function isOf(cid: Cid, codec: number, hash: number): boolean {
  const parts = cidParts(cid);
  return parts.codec === codec && parts.hash === hash && parts.digest.length === DIGEST_BYTES;
}
