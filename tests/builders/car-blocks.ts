import { zstdDecompressSync } from 'node:zlib';
import { varint } from 'multiformats';
import { CID } from 'multiformats/cid';
import { decodeWithCborg } from './cborg-links.ts';
import { readSharedBytes } from './shared-data.ts';

export interface CarBlock {
  readonly cid: CID;
  readonly bytes: Uint8Array;
}

/** Root and blocks of a compressed CARv1 file of the shared data, read without the domain code under test. */
export function readCar(path: string): { readonly root: CID; readonly blocks: readonly CarBlock[] } {
  const { roots, blocks } = parseCar(new Uint8Array(zstdDecompressSync(readSharedBytes(path))));
  const root = roots[0];
  if (root === undefined) throw new Error(`${path} has no root`);
  return { root, blocks };
}

/** The roots and the blocks of a CARv1 file. */
export function parseCar(file: Uint8Array): { readonly roots: readonly CID[]; readonly blocks: readonly CarBlock[] } {
  const sections: Uint8Array[] = [];
  for (let start = 0; start < file.length; ) {
    const [length, size] = varint.decode(file, start);
    sections.push(file.subarray(start + size, start + size + length));
    start += size + length;
  }
  const [header = new Uint8Array(), ...rest] = sections;
  const { roots } = decodeWithCborg(header) as { roots: CID[] };
  return {
    roots,
    blocks: rest.map((section) => {
      const [cid, bytes] = CID.decodeFirst(section);
      return { cid, bytes };
    }),
  };
}
