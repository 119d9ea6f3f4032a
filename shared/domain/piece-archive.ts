/**
 * CAR files, as far as the CIDs of what they hold: the payload CID of a deal is the root of the archive that became its piece. Sources:
 * the CARv1 and CARv2 specifications (ipld.io), go-car `car.go` and `v2/car.go`.
 */
import { cidOfCborLink, readCbor } from './cbor.ts';
import type { Cid } from './cid.ts';
import { DomainError } from './domain-error.ts';
import { readVarint } from './varint.ts';

/** So much of a file is enough to read its roots: more than a few hundred of them nobody writes. */
export const ARCHIVE_HEAD_BYTES = 64 * 1024;
/** A varint of 10 that says "a map of one entry: version 2", and nothing else. */
const VERSION_2 = [0x0a, 0xa1, 0x67, 0x76, 0x65, 0x72, 0x73, 0x69, 0x6f, 0x6e, 0x02];
/** Behind that: sixteen bytes of characteristics, then offset and size of the archive of version 1 inside. */
const OFFSET_AT = VERSION_2.length + 16;

/** What the head of a CAR file names, in its order. */
export interface ArchiveRoots {
  readonly version: 1 | 2;
  readonly roots: readonly Cid[];
}

/** The roots of an archive by the first bytes of its file; undefined for a file that is none. Throws nothing. */
export function archiveRootsOf(head: Uint8Array): ArchiveRoots | undefined {
  if (!VERSION_2.every((byte, index) => head[index] === byte)) return rootsAt(head, 0, 1);
  if (head.length < OFFSET_AT + 8) return undefined;
  const offset = new DataView(head.buffer, head.byteOffset).getBigUint64(OFFSET_AT, true);
  return offset < head.length ? rootsAt(head, Number(offset), 2) : undefined;
}

function rootsAt(head: Uint8Array, offset: number, version: 1 | 2): ArchiveRoots | undefined {
  const length = readVarint(head, offset);
  if (typeof length === 'string' || length.value === 0n || length.value > BigInt(head.length - length.end)) return undefined;
  try {
    const header = readCbor(head.subarray(length.end, length.end + Number(length.value)));
    if (
      typeof header !== 'object' ||
      header === null ||
      !('roots' in header) ||
      !('version' in header) ||
      !Array.isArray(header.roots) ||
      header.version !== 1
    )
      return undefined;
    const roots = header.roots.map(cidOfCborLink);
    return roots.every((root) => root !== undefined) ? { version, roots } : undefined;
  } catch (error) {
    // Any other file begins with something that is no such header.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
