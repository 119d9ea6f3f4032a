import { LruMap } from '../../../shared/collections/lru-map.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import type { Blocks } from './blocks.ts';

/**
 * How the state of one kind of actor, or what stands behind a root, becomes an object to work with, and blocks again. The object is a value: it is never changed in
 * place, and its collections are `LocalAmt` and `LocalHamt`, so that what was not touched is neither read nor written.
 */
export interface StateView<T> {
  open(blocks: Blocks, head: Cid): T;
  /** Stores what is new and answers the head. */
  store(blocks: Blocks, value: T): Cid;
}

/** Heads whose objects are kept, of each view. More than an epoch ever touches. */
const KEPT_HEADS = 64;

/** Objects that were opened or stored lately, by the head that they are: what did not change is not decoded again. */
export class ViewCache {
  readonly #byView = new Map<StateView<never>, LruMap<Cid, unknown>>();

  open<T>(view: StateView<T>, blocks: Blocks, head: Cid): T {
    const kept = this.#of(view);
    const known = kept.get(head) as T | undefined;
    if (known !== undefined) return known;
    const value = view.open(blocks, head);
    kept.set(head, value);
    return value;
  }

  /** Stores an object, which stays open. Answers its head. */
  store<T>(view: StateView<T>, blocks: Blocks, value: T): Cid {
    const head = view.store(blocks, value);
    this.#of(view).set(head, value);
    return head;
  }

  #of<T>(view: StateView<T>): LruMap<Cid, unknown> {
    let kept = this.#byView.get(view as StateView<never>);
    if (kept === undefined) {
      kept = new LruMap({ maxEntries: KEPT_HEADS });
      this.#byView.set(view as StateView<never>, kept);
    }
    return kept;
  }
}
