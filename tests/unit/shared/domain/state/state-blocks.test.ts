import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { blockCid, decodeBlockHeader, encodeBlockHeader } from '../../../../../shared/domain/chain/block-header.ts';
import { bytesToHex } from '../../../../../shared/domain/encoding/bytes.ts';
import { decodeCbor, encodeCbor, readCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { cidFromBytes, cidFromParts, cidOfDagCbor, cidParts, cidToBytes, parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { readCar } from '../../../../builders/car-blocks.ts';
import { checked } from '../../../../builders/checked.ts';

const DAG_CBOR = 0x71;
const HASHES: Readonly<Record<number, (bytes: Uint8Array) => Uint8Array>> = {
  0: (bytes) => bytes,
  18: sha256,
  45600: (bytes) => blake2b(bytes, { dkLen: 32 }),
};

/** The words that stand as the parent of every genesis block: written by hand into Lotus, with keys in the order of the alphabet. */
const GENESIS_WORDS = 'bafyreiaqpwbbyjo4a42saasj36kkrpv4tsherf2e7bvezkert2a7dhonoi';

describe.each([
  ['mainnet-genesis', 1222, { 'codec 0x71, hash 0xb220': 1211, 'codec 0x71, hash 0x12': 1, 'codec 0x55, hash 0x0': 10 }],
  ['butterflynet-genesis', 7171, { 'codec 0x71, hash 0xb220': 7154, 'codec 0x71, hash 0x12': 1, 'codec 0x55, hash 0xb220': 16 }],
])('every block of %s', (name, total, kinds) => {
  const { root, blocks } = readCar(`chain/state/${name}.car.zst`);

  it('has the CID of its bytes, and CBOR is written again as the same bytes', () => {
    const counts: Record<string, number> = {};
    for (const { cid, bytes } of blocks) {
      const text = cid.toString();
      const { codec, hash, digest } = cidParts(parseCid(text));
      const kind = `codec 0x${codec.toString(16)}, hash 0x${hash.toString(16)}`;
      counts[kind] = (counts[kind] ?? 0) + 1;
      expect(cidFromBytes(cid.bytes)).toBe(text);
      expect(bytesToHex(cidToBytes(parseCid(text)))).toBe(bytesToHex(cid.bytes));
      expect(bytesToHex(HASHES[hash]?.(bytes) ?? new Uint8Array()), text).toBe(bytesToHex(digest));
      expect(cidFromParts(codec, hash, digest)).toBe(text);
      if (codec === DAG_CBOR && text !== GENESIS_WORDS) expect(bytesToHex(encodeCbor(decodeCbor(bytes))), text).toBe(bytesToHex(bytes));
      if (codec === DAG_CBOR && hash === 0xb220) expect(cidOfDagCbor(bytes)).toBe(text);
    }
    expect(Object.keys(counts).sort()).toEqual(Object.keys(kinds).sort());
    for (const [kind, count] of Object.entries(kinds)) checked(counts[kind] ?? 0, count, `blocks of ${name} with ${kind}`);
    checked(blocks.length, total, `blocks of ${name}`);
  });

  it('is canonical but for the words of genesis, which are only looked at', () => {
    const bytes = blocks.find(({ cid }) => cid.toString() === GENESIS_WORDS)?.bytes ?? new Uint8Array();
    expect(() => decodeCbor(bytes)).toThrow('keys out of order');
    expect(readCbor(bytes)).toMatchObject({ Network: 'Filecoin', Datetime: '2017-05-05 01:27:51' });
  });

  it('hangs from a block header', () => {
    const block = blocks.find(({ cid }) => cid.equals(root));
    const header = decodeBlockHeader(block?.bytes ?? new Uint8Array());
    expect(blockCid(header)).toBe(root.toString());
    expect(encodeBlockHeader(header)).toEqual(block?.bytes);
    expect(header.height).toBe(0);
    expect(blocks.some(({ cid }) => cid.toString() === header.parentStateRoot)).toBe(true);
  });
});
