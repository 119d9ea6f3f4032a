/**
 * What the backends behind one endpoint were seen to have: the heads that ChainHead returned, and how far each was behind a newer head
 * that had been received before it was asked for.
 *
 * A load balancer sends each request to another node, and some nodes have newer tipsets than others. Views are pinned to a tipset that
 * all of them have. Filled by the node client; bounded.
 */
import { z } from 'zod';
import { LruMap } from '../../shared/collections/lru-map.ts';
import type { CallRef } from '../../shared/ipc/schemas/common.ts';

/** An answer to ChainHead. */
export interface HeadAnswer {
  readonly height: number;
  readonly key: readonly string[];
  /** Epochs behind the newest head that was known before this one was asked for; 0 for one that is the newest. */
  readonly behind: number;
  readonly call: CallRef;
}

const MAX_ANSWERS = 120;
/** Views follow a lag for this long after it was seen. */
const LAG_REMEMBERED_MS = 600_000;
/** A backend further behind has lost the chain: views do not wait for it, and calls are sent again until another backend answers. */
const MAX_FOLLOWED_LAG = 10;
const MAX_VIEWS = 200;

const zHead = z.object({
  Height: z.number().int(),
  Cids: z
    .array(z.object({ '/': z.string().max(200) }))
    .min(1)
    .max(64),
});

export class BackendHeads {
  readonly #nowMs: () => number;
  #answers: HeadAnswer[] = [];
  #lags: { readonly epochs: number; readonly atMs: number }[] = [];
  readonly #shown = new LruMap<string, number>({ maxEntries: MAX_VIEWS });

  constructor(nowMs: () => number = () => 0) {
    this.#nowMs = nowMs;
  }

  /** Oldest first. */
  get answers(): readonly HeadAnswer[] {
    return this.#answers;
  }

  /** Epochs by which some backend was behind lately; 0 where all answers agreed. */
  get lagEpochs(): number {
    const since = this.#nowMs() - LAG_REMEMBERED_MS;
    this.#lags = this.#lags.filter(({ atMs }) => atMs >= since);
    return Math.max(0, ...this.#lags.map(({ epochs }) => epochs));
  }

  /** Takes what ChainHead returned, once for each call. */
  noteHead(value: unknown, call: CallRef): void {
    const head = zHead.safeParse(value);
    if (!head.success || this.#answers.some(({ call: { id } }) => id === call.id)) return;
    const { Height: height, Cids } = head.data;
    const known = this.#answers.filter(({ call: { atMs, tookMs } }) => atMs + tookMs <= call.atMs);
    const behind = Math.max(0, ...known.map((answer) => answer.height - height));
    this.#answers = [...this.#answers, { height, key: Cids.map((link) => link['/']), behind, call }].slice(-MAX_ANSWERS);
    if (behind > 0) this.noteLag(behind);
  }

  /** A backend did not have the tipset this many epochs above one that it had. */
  noteLag(epochs: number): void {
    if (epochs > MAX_FOLLOWED_LAG) return;
    this.#lags = [...this.#lags, { epochs, atMs: this.#nowMs() }].slice(-MAX_ANSWERS);
  }

  /**
   * The highest epoch to pin a view to: one that all backends have, but not before one that the view has shown.
   *
   * @param view what the view is recorded as
   */
  pinHeight(view: string, headHeight: number): number {
    return Math.min(headHeight, Math.max(headHeight - this.lagEpochs, this.#shown.get(view) ?? 0));
  }

  noteShown(view: string, height: number): void {
    this.#shown.set(view, height);
  }

  /** The chain was set back: what was seen before says nothing about the backends. */
  clear(): void {
    this.#answers = [];
    this.#lags = [];
    this.#shown.clear();
  }
}
