import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { Blocks } from './blocks.ts';
import type { StateView } from './state-view.ts';

/** A linked block of a state: read lazily, stored with the state if it changed. Immutable. */
export class LocalBlock<T> {
  readonly #blocks: Blocks;
  readonly #view: StateView<T>;
  #value: T | undefined;
  #cid: Cid | undefined;

  private constructor(blocks: Blocks, view: StateView<T>, value: T | undefined, cid: Cid | undefined) {
    this.#blocks = blocks;
    this.#view = view;
    this.#value = value;
    this.#cid = cid;
  }

  static of<T>(blocks: Blocks, view: StateView<T>, value: T): LocalBlock<T> {
    return new LocalBlock(blocks, view, value, undefined);
  }

  static open<T>(blocks: Blocks, view: StateView<T>, cid: Cid): LocalBlock<T> {
    return new LocalBlock<T>(blocks, view, undefined, cid);
  }

  get value(): T {
    if (this.#value === undefined && this.#cid !== undefined) this.#value = this.#view.open(this.#blocks, this.#cid);
    return this.#value as T;
  }

  with(value: T): LocalBlock<T> {
    return new LocalBlock(this.#blocks, this.#view, value, undefined);
  }

  /** Store it if it is new, and return its CID. */
  flush(): Cid {
    this.#cid ??= this.#view.store(this.#blocks, this.value);
    return this.#cid;
  }
}
