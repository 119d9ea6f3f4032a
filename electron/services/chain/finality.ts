/**
 * How deep the chain is settled: what the v2 API says where it is served, else the node's finalized tipset, else the 900 epochs of
 * expected consensus.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { EPOCHS } from '../../../shared/domain/epoch.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { NodeV2 } from '../../rpc/node-v2.ts';
import { optional } from '../optional.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';
import { isNotServed } from '../pinned/pinned-node.ts';
import type { ChainReader } from './chain-reader.ts';

export interface Finality {
  readonly finalized: NonNullable<HeadState['finalized']>;
  readonly call?: CallRef;
}

const CAUSE = 'top bar: finality';

export class FinalityReader {
  readonly #reader: Pick<ChainReader, 'finalized'>;
  readonly #v2: Pick<NodeV2, 'finalityStatus' | 'tipset'> | undefined;
  #isServed = true;
  #isServedByV2: boolean;
  #current: Finality | undefined;

  constructor(reader: Pick<ChainReader, 'finalized'>, v2?: Pick<NodeV2, 'finalityStatus' | 'tipset'>) {
    this.#reader = reader;
    this.#v2 = v2;
    this.#isServedByV2 = v2 !== undefined;
  }

  get current(): Finality | undefined {
    return this.#current;
  }

  /** Asks about a new head; once by v1 or twice by v2 where the endpoint serves it, never after it said that it does not. */
  async update(head: ChainTipset): Promise<Finality> {
    const asked = (await this.#askV2(head)) ?? (await this.#ask(head));
    // A call that failed once says nothing new; only an endpoint that does not tell is counted by depth.
    const next = asked ?? (this.#isServed ? this.#current : undefined) ?? byDepth(head);
    const settled = this.#current?.finalized.height ?? 0;
    // What is final stays so: a replica that lags behind does not undo it. A chain that was really set back does.
    if (this.#current === undefined || next.finalized.height >= settled || settled > head.height) {
      this.#current = next;
    }
    return this.#current;
  }

  async #askV2(head: ChainTipset): Promise<Finality | undefined> {
    const v2 = this.#v2;
    if (v2 === undefined || !this.#isServedByV2) {
      return undefined;
    }
    try {
      const { value, call } = await v2.finalityStatus({ cause: CAUSE });
      const { finalized, ecFinalized, f3Finalized, ecThresholdDepth } = value;
      // Of a replica that is ahead it says nothing about this head, of a young chain nothing at all.
      if (finalized === undefined || finalized.height > head.height) {
        return undefined;
      }
      const { height } = finalized;
      const safe = (await optional(() => v2.tipset({ tag: 'safe' }, { cause: CAUSE })))?.value.height;
      const status = {
        ...(safe === undefined || safe < height || safe > head.height ? {} : { safeHeight: safe }),
        ...defined({ ecHeight: ecFinalized?.height, ecThresholdDepth, f3Height: f3Finalized?.height }),
      };
      return { finalized: { height, by: settledBy(height, head), status }, call };
    } catch (error) {
      if (!(error instanceof SextantError)) {
        throw error;
      }
      this.#isServedByV2 = !isNotServed(error);
      return undefined;
    }
  }

  async #ask(head: ChainTipset): Promise<Finality | undefined> {
    if (!this.#isServed) {
      return undefined;
    }
    try {
      const { value, call } = await this.#reader.finalized(CAUSE);
      if (value.height > head.height) {
        // Of a replica that is ahead: it says nothing about this head.
        return undefined;
      }
      return { finalized: { height: value.height, by: settledBy(value.height, head) }, call };
    } catch (error) {
      if (!(error instanceof SextantError)) {
        throw error;
      }
      this.#isServed = !isNotServed(error);
      return undefined;
    }
  }
}

/** A height that is final by its depth alone is not the node's own finding. */
function settledBy(height: number, head: ChainTipset): 'node' | 'EC depth' {
  return height <= Math.max(0, head.height - EPOCHS.finality) ? 'EC depth' : 'node';
}

function byDepth(head: ChainTipset): Finality {
  return { finalized: { height: Math.max(0, head.height - EPOCHS.finality), by: 'EC depth' } };
}
