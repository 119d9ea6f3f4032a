/**
 * Finality of the chain: from the v2 API if it is served, else the node's finalized tipset, else the 900 epochs of expected consensus.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
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

  /** Read finality for a new head: one call to v1, or two to v2; none once the endpoint has answered that it does not serve them. */
  async update(head: ChainTipset): Promise<Finality> {
    const asked = (await this.#askV2(head)) ?? (await this.#ask(head));
    // After a failed call the last result is kept; depth is only used if the endpoint does not serve finality.
    const next = asked ?? (this.#isServed ? this.#current : undefined) ?? byDepth(head);
    const settled = this.#current?.finalized.height ?? 0;
    // Finality is not undone by a lagging replica, only by a chain that was set back.
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
      // From a replica that is ahead, or on a young chain, it does not apply to this head.
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
        // From a replica that is ahead: it does not apply to this head.
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

/** Distinguish finality by depth alone from finality reported by the node. */
function settledBy(height: number, head: ChainTipset): 'node' | 'EC depth' {
  return height <= Math.max(0, head.height - EPOCHS.finality) ? 'EC depth' : 'node';
}

function byDepth(head: ChainTipset): Finality {
  return { finalized: { height: Math.max(0, head.height - EPOCHS.finality), by: 'EC depth' } };
}
