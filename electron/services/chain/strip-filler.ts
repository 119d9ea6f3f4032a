/**
 * Extends the accepted chain backwards from its oldest tipset, so that the strip can show its epochs.
 * Two calls if the endpoint serves them (the tipset at the far end, and the path from there); otherwise parent by parent, as far as the
 * endpoint's history goes.
 */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';
import { isSameKey, keyText } from '../pinned/chain-tipset.ts';
import type { ChainReader } from './chain-reader.ts';
import type { HeadChain } from './head-chain.ts';

/** Minimum number of missing epochs before more are read, so that null rounds at the far end do not cause a call each. */
const REFILL_SLACK = 10;

/** Causes of the calls. */
export type TipsetReader = Pick<ChainReader, 'path' | 'summary' | 'summaryByHeight'>;

export class StripFiller {
  readonly #reader: TipsetReader;
  readonly #chain: HeadChain;
  readonly #epochs: number;
  readonly #grew: (call: CallRef) => void;
  readonly #broke: (error: unknown) => void;
  #isFilling = false;
  /** Key of the oldest tipset that this endpoint could return. */
  #floor = '';

  /** @param broke called for a bug, since filling runs in the background */
  constructor(reader: TipsetReader, chain: HeadChain, epochs: number, grew: (call: CallRef) => void, broke: (error: unknown) => void) {
    this.#reader = reader;
    this.#chain = chain;
    this.#epochs = epochs;
    this.#grew = grew;
    this.#broke = broke;
  }

  /** Start filling in the background if epochs are missing and no fill is in progress. */
  fill(signal: AbortSignal): void {
    if (this.#isFilling || this.#oldestMissing() === undefined) {
      return;
    }
    this.#isFilling = true;
    this.#fillAll(signal)
      .catch(this.#broke)
      .finally(() => {
        this.#isFilling = false;
      });
  }

  /** Return the oldest known tipset if older ones belong on the strip and may be available. */
  #oldestMissing(): ChainTipset | undefined {
    const oldest = this.#chain.tipsets[0];
    const head = this.#chain.head;
    if (oldest === undefined || head === undefined || oldest.height === 0 || keyText(oldest.key) === this.#floor) {
      return undefined;
    }
    return oldest.height > head.height - this.#epochs + 1 + REFILL_SLACK ? oldest : undefined;
  }

  async #fillAll(signal: AbortSignal): Promise<void> {
    const oldest = this.#oldestMissing();
    const head = this.#chain.head;
    if (oldest === undefined || head === undefined) {
      return;
    }
    try {
      await this.#fillByPath(oldest, Math.max(0, head.height - this.#epochs + 1), signal);
      return;
    } catch (error) {
      if (!(error instanceof SextantError)) {
        throw error;
      }
    }
    await this.#fillByParents(signal);
  }

  async #fillByPath(oldest: ChainTipset, farHeight: number, signal: AbortSignal): Promise<void> {
    const far = await this.#reader.summaryByHeight(farHeight, oldest.key, 'overview: recent tipsets', signal);
    const path = await this.#reader.path(far.value.key, oldest.key, 'overview: recent tipsets', signal);
    const between = path.value.map(({ tipset }) => tipset).filter((tipset) => !isSameKey(tipset.key, oldest.key));
    const isOneWay = path.value.every(({ type }) => type === 'apply');
    if (!isOneWay || !this.#chain.prepend([far.value, ...between])) {
      throw new SextantError('endpoint-bad-reply', 'The node returned a path that does not link to its head.');
    }
    // The strip ends at the far end, except that a null round there leaves one epoch to fill.
    this.#floor = keyText(this.#chain.tipsets[0]?.key ?? []);
    this.#grew(path.call);
  }

  async #fillByParents(signal: AbortSignal): Promise<void> {
    for (let oldest = this.#oldestMissing(); oldest !== undefined && !signal.aborted; oldest = this.#oldestMissing()) {
      try {
        const parent = await this.#reader.summary(oldest.parents, 'overview: recent tipsets', signal);
        if (!this.#chain.prepend([parent.value])) {
          return;
        }
        if (this.#chain.tipsets[0] === oldest) {
          // Before more null rounds than the chain keeps epochs: it was dropped again at once.
          this.#floor = keyText(oldest.key);
          return;
        }
        this.#grew(parent.call);
      } catch (error) {
        if (!(error instanceof SextantError)) {
          throw error;
        }
        this.#floor = keyText(oldest.key);
      }
    }
  }
}
