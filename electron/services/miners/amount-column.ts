/** Amounts of many rows in eight bytes each. The few larger ones are stored separately. */
const LIMIT = 1n << 64n;
/** More than forty times all FIL that will exist; larger amounts are sorted as if they were this. */
const MAX_IN_ORDER = (1n << 96n) - 1n;
/** 32-bit parts of an amount, least significant first: sorting rows by one part after the other sorts them by amount. */
export const AMOUNT_PARTS = [0, 1, 2] as const;

export class AmountColumn {
  readonly #values: BigUint64Array;
  readonly #others = new Map<number, bigint>();

  constructor(length: number) {
    this.#values = new BigUint64Array(length);
  }

  set(index: number, value: bigint): void {
    if (value >= 0n && value < LIMIT) this.#values[index] = value;
    else this.#others.set(index, value);
  }

  get(index: number): bigint {
    return (this.#others.size === 0 ? undefined : this.#others.get(index)) ?? this.#values[index] ?? 0n;
  }

  /** Return one part of every amount; zero for negative ones. */
  parts(part: (typeof AMOUNT_PARTS)[number]): Uint32Array {
    const parts = new Uint32Array(this.#values.length);
    if (part < 2) {
      // All supported machines are little-endian.
      const halves = new Uint32Array(this.#values.buffer);
      for (let index = 0; index < parts.length; index += 1) parts[index] = halves[2 * index + part] ?? 0;
    }
    for (const [index, value] of this.#others) {
      const within = value < 0n ? 0n : value < MAX_IN_ORDER ? value : MAX_IN_ORDER;
      parts[index] = Number(BigInt.asUintN(32, within >> BigInt(32 * part)));
    }
    return parts;
  }
}
