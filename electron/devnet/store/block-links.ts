import { type Cid, cidFromBytes } from '../../../shared/domain/encoding/cid.ts';

/** CBOR of a link to a chain block after its tag: a zero byte, version 1, dag-cbor, blake2b-256, 32 bytes. */
const CHAIN_LINK_START = Uint8Array.of(0, 0x01, 0x71, 0xa0, 0xe4, 0x02, 0x20);
const BYTES = 2;
const TEXT = 3;
const TAG = 6;
const CID_TAG = 42;

/**
 * Return the blocks that a block links to. Actor code, pieces and sealed sectors are not chain blocks and are skipped.
 */
export function linksOf(bytes: Uint8Array): Cid[] {
  const links: Cid[] = [];
  let isAfterTag = false;
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const major = first >> 5;
    const low = first & 31;
    at += 1;
    let argument = low;
    if (low >= 24) {
      argument = 0;
      for (const end = at + (1 << (low - 24)); at < end; at += 1) argument = argument * 256 + (bytes[at] ?? 0);
    }
    // Items of lists and maps follow their headers; only strings have bytes to skip.
    if (major === BYTES || major === TEXT) {
      if (isAfterTag && isChainLink(bytes, at)) links.push(cidFromBytes(bytes.subarray(at + 1, at + argument)));
      at += argument;
    }
    isAfterTag = major === TAG && argument === CID_TAG;
  }
  return links;
}

function isChainLink(bytes: Uint8Array, at: number): boolean {
  return CHAIN_LINK_START.every((byte, index) => bytes[at + index] === byte);
}
