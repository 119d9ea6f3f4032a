/** CIDs of many rows that begin alike, as sealed sectors' do: their digests in 32 bytes each, all others as text. */

import { concatBytes } from '../../../shared/domain/bytes.ts';
import { type Cid, cidFromBytes, cidToBytes } from '../../../shared/domain/cid.ts';

const DIGEST_BYTES = 32;

export class CidColumn {
  readonly #digests: Uint8Array;
  readonly #others = new Map<number, Cid>();
  #prefix: Uint8Array | undefined;
  /** Made when a text is looked for, which looks at every row. */
  readonly #texts: Cid[] = [];

  constructor(length: number) {
    this.#digests = new Uint8Array(length * DIGEST_BYTES);
  }

  set(index: number, cid: Cid): void {
    const bytes = cidToBytes(cid);
    const prefix = bytes.subarray(0, Math.max(0, bytes.length - DIGEST_BYTES));
    if (prefix.length > 0) this.#prefix ??= prefix.slice();
    if (prefix.length > 0 && this.#prefix !== undefined && isSame(prefix, this.#prefix))
      this.#digests.set(bytes.subarray(prefix.length), index * DIGEST_BYTES);
    else this.#others.set(index, cid);
  }

  /** As `get`, kept for the next time. */
  remembered(index: number): Cid {
    const known = this.#texts[index];
    if (known !== undefined) return known;
    const cid = this.get(index);
    this.#texts[index] = cid;
    return cid;
  }

  get(index: number): Cid {
    const other = this.#others.get(index);
    if (other !== undefined) return other;
    if (this.#prefix === undefined) throw new RangeError('This row has no CID.');
    return cidFromBytes(concatBytes(this.#prefix, this.#digests.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES)));
  }
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
