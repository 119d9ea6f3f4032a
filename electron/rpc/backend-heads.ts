/**
 * Tracks the heads of the backends behind one endpoint: those returned by ChainHead, and how far each was behind the newest head known
 * when it was requested.
 *
 * A load balancer sends requests to different nodes with different heads. Views are pinned to a tipset that all of them have. Filled by
 * the node client; bounded.
 */
import { z } from 'zod';
import { LruMap } from '../../shared/collections/lru-map.ts';
import type { CallRef } from '../../shared/ipc/schemas/common.ts';

/** A result of ChainHead. */
export interface HeadAnswer {
  readonly height: number;
  readonly key: readonly string[];
  /** Epochs behind the newest head known before the request; 0 for the newest. */
  readonly behind: number;
  readonly call: CallRef;
}

const MAX_ANSWERS = 120;
/** How long an observed lag applies to views. */
const LAG_REMEMBERED_MS = 600_000;
/** A backend further behind is out of sync: views ignore it, and calls are retried until another backend responds. */
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

  /** Largest recent lag of a backend in epochs; 0 if all agreed. */
  get lagEpochs(): number {
    const since = this.#nowMs() - LAG_REMEMBERED_MS;
    this.#lags = this.#lags.filter(({ atMs }) => atMs >= since);
    return Math.max(0, ...this.#lags.map(({ epochs }) => epochs));
  }

  /** Records a result of ChainHead, once per call. */
  noteHead(value: unknown, call: CallRef): void {
    const head = zHead.safeParse(value);
    if (!head.success || this.#answers.some(({ call: { id } }) => id === call.id)) return;
    const { Height: height, Cids } = head.data;
    const known = this.#answers.filter(({ call: { atMs, tookMs } }) => atMs + tookMs <= call.atMs);
    const behind = Math.max(0, ...known.map((answer) => answer.height - height));
    this.#answers = [...this.#answers, { height, key: Cids.map((link) => link['/']), behind, call }].slice(-MAX_ANSWERS);
    if (behind > 0) this.noteLag(behind);
  }

  /** Records that a backend lacked the tipset this many epochs above one that it had. */
  noteLag(epochs: number): void {
    if (epochs > MAX_FOLLOWED_LAG) return;
    this.#lags = [...this.#lags, { epochs, atMs: this.#nowMs() }].slice(-MAX_ANSWERS);
  }

  /**
   * The highest epoch to pin a view to: one that all backends have, but never lower than the view has already shown.
   *
   * @param view name of the view
   */
  pinHeight(view: string, headHeight: number): number {
    return Math.min(headHeight, Math.max(headHeight - this.lagEpochs, this.#shown.get(view) ?? 0));
  }

  noteShown(view: string, height: number): void {
    this.#shown.set(view, height);
  }

  /** Resets the records after the chain was reset. */
  clear(): void {
    this.#answers = [];
    this.#lags = [];
    this.#shown.clear();
  }
}
