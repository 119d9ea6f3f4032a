import { LruMap } from '../../../shared/collections/lru-map.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { Blocks } from './blocks.ts';

/**
 * Converts the state of an actor type, or another root, to an object and back to blocks. The object is immutable, and its collections
 * are `LocalAmt` and `LocalHamt`, so that unused parts are neither read nor written.
 */
export interface StateView<T> {
  open(blocks: Blocks, head: Cid): T;
  /** Store new blocks and return the head. */
  store(blocks: Blocks, value: T): Cid;
}

/** Cached objects per view; more than an epoch uses. */
const KEPT_HEADS = 64;

/** Cache of recently opened or stored objects by head, to avoid decoding unchanged state again. */
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

  /** Store an object, which stays cached. Returns its head. */
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
