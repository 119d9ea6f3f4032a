import { createHash } from 'node:crypto';

/**
 * Keyed randomness: a draw depends only on the seed, its label and its numbers, not on earlier draws.
 * A restarted node therefore continues exactly the same chain.
 */
export class SeededRandom {
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** 32 bytes. */
  bytes(label: string, ...numbers: readonly (number | string)[]): Uint8Array {
    return new Uint8Array(
      createHash('sha256')
        .update(`${this.#seed}\0${label}\0${numbers.join('\0')}`)
        .digest(),
    );
  }

  /** Any number of bytes; used for proofs that are not verified. */
  longBytes(length: number, label: string, ...numbers: readonly (number | string)[]): Uint8Array {
    const out = new Uint8Array(length);
    for (let offset = 0; offset < length; offset += 32) {
      out.set(this.bytes(label, ...numbers, 'part', offset).subarray(0, length - offset), offset);
    }
    return out;
  }

  /** A fraction in [0, 1). */
  fraction(label: string, ...numbers: readonly (number | string)[]): number {
    const bytes = this.bytes(label, ...numbers);
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
  }

  /** An integer in [low, high]. */
  between(low: number, high: number, label: string, ...numbers: readonly (number | string)[]): number {
    return low + Math.floor(this.fraction(label, ...numbers) * (high - low + 1));
  }

  /** A Poisson draw with a mean. */
  poisson(mean: number, label: string, ...numbers: readonly (number | string)[]): number {
    const target = this.fraction(label, ...numbers);
    let term = Math.exp(-mean);
    let sum = term;
    let count = 0;
    while (target >= sum && count < 20) {
      count += 1;
      term *= mean / count;
      sum += term;
    }
    return count;
  }
}
