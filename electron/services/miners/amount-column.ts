/** Amounts of many rows in eight bytes each. The few that need more are kept beside them. */
const LIMIT = 1n << 64n;

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
}
