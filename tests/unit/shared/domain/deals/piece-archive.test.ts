import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ARCHIVE_HEAD_BYTES, archiveRootsOf } from '../../../../../shared/domain/deals/piece-archive.ts';
import { cidToBytes } from '../../../../../shared/domain/encoding/cid.ts';
import { readSharedBytes, readSharedJson } from '../../../../builders/shared-data.ts';

const archive = zstdDecompressSync(readSharedBytes('chain/state/mainnet-genesis.car.zst'));
/** The root of that archive is the header of the genesis block. */
const genesis = readSharedJson<{ Cids: { '/': string }[] }>('chain/tipsets/mainnet-0.json').Cids[0]?.['/'] ?? '';

describe('the roots of a CAR archive', () => {
  it('are those of a real one', () => {
    expect(archiveRootsOf(archive.subarray(0, ARCHIVE_HEAD_BYTES))).toEqual({ version: 1, roots: [genesis] });
  });

  it('are found inside of version 2', () => {
    const head = Buffer.alloc(51);
    Buffer.from('0aa16776657273696f6e02', 'hex').copy(head);
    head.writeBigUInt64LE(60n, 27);
    head.writeBigUInt64LE(BigInt(archive.length), 35);
    const padding = Buffer.alloc(9);
    expect(archiveRootsOf(Buffer.concat([head, padding, archive.subarray(0, 500)]))).toEqual({ version: 2, roots: [genesis] });
    expect(archiveRootsOf(head)).toBeUndefined();
  });

  it('are none of any other file', () => {
    const text = new TextEncoder().encode('a plain text of more than a few bytes');
    for (const bytes of [new Uint8Array(), text, archive.subarray(0, 20), new Uint8Array(64), cidToBytes(genesis as never)]) {
      expect(archiveRootsOf(bytes)).toBeUndefined();
    }
  });
});
