/**
 * How deep the chain is settled: the node's own finalized tipset where it tells it, the 900 epochs of expected consensus otherwise.
 */
import { EPOCHS } from '../../../shared/domain/epoch.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { ChainReader } from './chain-reader.ts';
import type { ChainTipset } from './chain-tipset.ts';
import { isNotServed } from './pinned-node.ts';

export interface Finality {
  readonly finalized: NonNullable<HeadState['finalized']>;
  readonly call?: CallRef;
}

export class FinalityReader {
  readonly #reader: Pick<ChainReader, 'finalized'>;
  #isServed = true;
  #current: Finality | undefined;

  constructor(reader: Pick<ChainReader, 'finalized'>) {
    this.#reader = reader;
  }

  get current(): Finality | undefined {
    return this.#current;
  }

  /** Asks about a new head; one call where the endpoint serves it, none after it said that it does not. */
  async update(head: ChainTipset): Promise<Finality> {
    const asked = await this.#ask(head);
    // A call that failed once says nothing new; only an endpoint that does not tell is counted by depth.
    const next = asked ?? (this.#isServed ? this.#current : undefined) ?? byDepth(head);
    const settled = this.#current?.finalized.height ?? 0;
    // What is final stays so: a replica that lags behind does not undo it. A chain that was really set back does.
    if (this.#current === undefined || next.finalized.height >= settled || settled > head.height) {
      this.#current = next;
    }
    return this.#current;
  }

  async #ask(head: ChainTipset): Promise<Finality | undefined> {
    if (!this.#isServed) {
      return undefined;
    }
    try {
      const { value, call } = await this.#reader.finalized('top bar: finality');
      if (value.height > head.height) {
        // Of a replica that is ahead: it says nothing about this head.
        return undefined;
      }
      const isByDepth = value.height <= Math.max(0, head.height - EPOCHS.finality);
      return { finalized: { height: value.height, by: isByDepth ? 'EC depth' : 'node' }, call };
    } catch (error) {
      if (!(error instanceof SextantError)) {
        throw error;
      }
      this.#isServed = !isNotServed(error);
      return undefined;
    }
  }
}

function byDepth(head: ChainTipset): Finality {
  return { finalized: { height: Math.max(0, head.height - EPOCHS.finality), by: 'EC depth' } };
}
