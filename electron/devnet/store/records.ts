/**
 * Append-only files of records. A record is length, CRC-32 and payload; a partial record at the end (after a kill) is truncated on the
 * next start. Only this node writes these files; records with a wrong CRC are never used.
 */
import { readFileSync, truncateSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** Record header: length and CRC, four bytes each. */
export const RECORD_HEAD_BYTES = 8;

export interface StoredRecord {
  /** Position of the record in its file. */
  readonly offset: number;
  readonly payload: Uint8Array;
}

/** Create a record of concatenated parts. */
export function recordOf(...parts: readonly Uint8Array[]): Buffer {
  const record = Buffer.concat([Buffer.alloc(RECORD_HEAD_BYTES), ...parts]);
  const payload = record.subarray(RECORD_HEAD_BYTES);
  record.writeUInt32BE(payload.length, 0);
  record.writeUInt32BE(crc32(payload), 4);
  return record;
}

/**
 * Read the valid records of a file. Empty records are invalid, because a machine crash can leave zeros. Bytes after the last record are
 * truncated, so that the next record follows a complete one.
 */
export function* readRecords(path: string): Generator<StoredRecord, undefined> {
  const bytes = readFileSync(path);
  let whole = 0;
  for (let offset = 0; offset + RECORD_HEAD_BYTES <= bytes.length; ) {
    const end = offset + RECORD_HEAD_BYTES + bytes.readUInt32BE(offset);
    const payload = bytes.subarray(offset + RECORD_HEAD_BYTES, end);
    if (payload.length > 0 && end <= bytes.length && crc32(payload) === bytes.readUInt32BE(offset + 4)) {
      whole = end;
      yield { offset, payload };
    }
    offset = end;
  }
  if (whole < bytes.length) truncateSync(path, whole);
}
