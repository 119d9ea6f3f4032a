/**
 * Reads the root CIDs of CAR files: the payload CID of a deal is the root of the CAR that became its piece. Sources: the CARv1 and
 * CARv2 specifications (ipld.io), go-car `car.go` and `v2/car.go`.
 */
import { DomainError } from '../domain-error.ts';
import { cidOfCborLink, readCbor } from '../encoding/cbor.ts';
import type { Cid } from '../encoding/cid.ts';
import { readVarint } from '../encoding/varint.ts';

/** Bytes to read from a file: enough for several hundred roots. */
export const ARCHIVE_HEAD_BYTES = 64 * 1024;
/** The CARv2 pragma: a varint of 10 and the CBOR map {version: 2}. */
const VERSION_2 = [0x0a, 0xa1, 0x67, 0x76, 0x65, 0x72, 0x73, 0x69, 0x6f, 0x6e, 0x02];
/** After the pragma: sixteen bytes of characteristics, then offset and size of the CARv1 inside. */
const OFFSET_AT = VERSION_2.length + 16;

/** Header of a CAR file. */
export interface ArchiveRoots {
  readonly version: 1 | 2;
  readonly roots: readonly Cid[];
}

/** Read the roots of a CAR file from its first bytes; undefined if it is not a CAR file. Never throws. */
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
    // Not a CAR header.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
