import type { Blocks } from './blocks.ts';
import { State, type StateRef } from './state.ts';
import { ViewCache } from './state-view.ts';

/** States that stay open: those around the head, and those that were asked for lately. */
const KEPT_STATES = 32;

/** Opens states by their roots. Those in use are opened once, so that what they have read is not read again. */
export class States {
  readonly blocks: Blocks;
  readonly #views = new ViewCache();
  readonly #kept = new Map<string, State>();

  constructor(blocks: Blocks) {
    this.blocks = blocks;
  }

  /** Throws `MissingBlockError` where the state was pruned. */
  open(ref: StateRef): State {
    const key = keyOf(ref);
    return this.#keep(key, this.#kept.get(key) ?? State.open(this.blocks, this.#views, ref));
  }

  /** Keeps a state that was just made, with all that it has in memory. */
  keep(state: State): void {
    this.#keep(keyOf(state), state);
  }

  #keep(key: string, state: State): State {
    this.#kept.delete(key);
    this.#kept.set(key, state);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_STATES && oldest !== undefined) this.#kept.delete(oldest);
    return state;
  }
}

const keyOf = ({ epoch, root, sealingRoot }: StateRef): string => `${epoch} ${root} ${sealingRoot}`;
