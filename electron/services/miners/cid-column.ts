/** CIDs of many rows with a common prefix, like sealed CIDs: 32-byte digests, all others as text. */

import { writeBase32 } from '../../../shared/domain/encoding/base32.ts';
import { concatBytes } from '../../../shared/domain/encoding/bytes.ts';
import { type Cid, cidFromBytes, cidToBytes } from '../../../shared/domain/encoding/cid.ts';
import { SEPARATOR, TextColumn } from '../columns/text-column.ts';

const DIGEST_BYTES = 32;
/** Multibase letter of CIDs of version 1. */
const BASE_32 = 0x62;

export class CidColumn {
  readonly #digests: Uint8Array;
  readonly #others = new Map<number, Cid>();
  #prefix: Uint8Array | undefined;
  /** Created when a text is searched: a million of them take 70 MB. */
  #texts: TextColumn | undefined;

  constructor(length: number) {
    this.#digests = new Uint8Array(length * DIGEST_BYTES);
  }

  set(index: number, cid: Cid): void {
    const bytes = cidToBytes(cid);
    this.#texts = undefined;
    const prefix = bytes.subarray(0, Math.max(0, bytes.length - DIGEST_BYTES));
    if (prefix.length > 0) this.#prefix ??= prefix.slice();
    if (prefix.length > 0 && this.#prefix !== undefined && isSame(prefix, this.#prefix))
      this.#digests.set(bytes.subarray(prefix.length), index * DIGEST_BYTES);
    else this.#others.set(index, cid);
  }

  get(index: number): Cid {
    const other = this.#others.get(index);
    if (other !== undefined) return other;
    if (this.#prefix === undefined) throw new RangeError('This row has no CID.');
    return cidFromBytes(concatBytes(this.#prefix, this.#digests.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES)));
  }

  /** Return the CIDs of the first `count` rows for searching, without a string for each. */
  texts(count: number): TextColumn {
    if (this.#texts?.count !== count) this.#texts = this.#writeTexts(count);
    return this.#texts;
  }

  #writeTexts(count: number): TextColumn {
    const prefix = this.#prefix ?? new Uint8Array();
    const bytes = new Uint8Array(prefix.length + DIGEST_BYTES);
    bytes.set(prefix);
    const lengths = [...this.#others.values()].reduce((sum, { length }) => sum + length, 0);
    const written = Buffer.allocUnsafe(count * (2 + Math.ceil((bytes.length * 8) / 5)) + lengths);
    const ends = new Uint32Array(count);
    let at = 0;
    for (let index = 0; index < count; index += 1) {
      const other = this.#others.get(index);
      if (other === undefined) {
        written[at] = BASE_32;
        bytes.set(this.#digests.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES), prefix.length);
        at = writeBase32(written, at + 1, bytes);
      } else {
        at += written.write(other, at, 'latin1');
      }
      ends[index] = at;
      written[at] = SEPARATOR;
      at += 1;
    }
    return new TextColumn(written.subarray(0, at), ends);
  }
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
