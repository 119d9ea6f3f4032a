/** A set of call backs. */
export class Listeners<T> {
  readonly #entries = new Set<(value: T) => void>();

  /** Returns the way to stop. The same function added twice is two listeners. */
  add(listener: (value: T) => void): () => void {
    const entry = (value: T): void => listener(value);
    this.#entries.add(entry);
    return () => {
      this.#entries.delete(entry);
    };
  }

  emit(value: T): void {
    for (const entry of [...this.#entries]) entry(value);
  }
}
