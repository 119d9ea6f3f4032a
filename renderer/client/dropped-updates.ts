import { Listeners } from './listeners.ts';

/** Updates of topics that came faster than they are sent, each merged into the next, since this document watches. */
export class DroppedUpdates {
  readonly #latest = new Map<string, number>();
  readonly #changes = new Listeners<void>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @param dropped as a frame says it: since the topic began */
  note(topic: string, dropped: number): void {
    const before = this.#latest.get(topic);
    this.#latest.set(topic, dropped);
    // A host that was started again counts from the beginning.
    if (before === undefined || dropped <= before) return;
    this.#count += dropped - before;
    this.#changes.emit();
  }

  onChange(listener: () => void): () => void {
    return this.#changes.add(listener);
  }
}
