/**
 * Files of records, to which is only ever appended. A record is length, CRC-32, payload; what a kill left half written at the end is cut
 * off on the next start. Only this node writes these files; a record that does not read back is never trusted.
 */
import { readFileSync, truncateSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** What stands before a payload: its length and its CRC, four bytes each. */
export const RECORD_HEAD_BYTES = 8;

export interface StoredRecord {
  /** Where the record begins in its file. */
  readonly offset: number;
  readonly payload: Uint8Array;
}

/** A record of these parts, one after the other. */
export function recordOf(...parts: readonly Uint8Array[]): Buffer {
  const record = Buffer.concat([Buffer.alloc(RECORD_HEAD_BYTES), ...parts]);
  const payload = record.subarray(RECORD_HEAD_BYTES);
  record.writeUInt32BE(payload.length, 0);
  record.writeUInt32BE(crc32(payload), 4);
  return record;
}

/**
 * Every record of a file that reads back; none is empty, or the zeros that a crash of the machine leaves would be records. What follows
 * the last of them is cut off, so that the next one follows a whole one.
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
