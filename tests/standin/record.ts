/** What main did that a test may ask about, told to the process that started the stand-in. */
export interface StandinRecord {
  readonly kind: string;
  readonly data: unknown;
}

export function record(kind: string, data: unknown): void {
  process.send?.({ kind, data } satisfies StandinRecord);
}
