/**
 * Follows the head of one connection until it is stopped: by ChainNotify where there is a stream, otherwise by polling.
 *
 * Trusts no order of arrival: a head is accepted only by the rules in `head-acceptance.ts`, and steps only if they link to the accepted
 * chain; otherwise the path is read with ChainGetPath. Started and stopped by the chain service, one per connection.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Reorg } from '../../../shared/ipc/schemas/chain.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { Clock } from '../../platform/ports.ts';
import { type ChainTipset, isSameKey } from '../pinned/chain-tipset.ts';
import { isNotServed } from '../pinned/pinned-node.ts';
import type { ChainReader, ChainStep } from './chain-reader.ts';
import { isBetterHead, LowerHeadWatch } from './head-acceptance.ts';
import { HeadChain } from './head-chain.ts';
import { StripFiller, type TipsetReader } from './strip-filler.ts';

/** Maximum number of epochs in the strip, and how many are loaded at first. */
const STRIP_LIMIT = 60;
const STRIP_FILL = 50;
const REORGS_KEPT = 20;
const STREAM_RETRY_MS = [500, 1000, 2000, 5000, 15_000] as const;
const STREAM_RETRY_CEILING_MS = 60_000;
const STREAM_HELD_MS = 5000;
/** Failures after which the old head may still be valid: the path from it is read again with the next head, so that no revert is missed. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['cancelled', 'endpoint-unreachable', 'endpoint-rate-limited']);
const POLL_FLOOR_MS = 1000;
const POLL_CEILING_MS = 10_000;
/** After this many epochs without an item, the stream is checked against the node's head; several null rounds in a row are normal. */
const SILENT_PACES = 4;
const SILENT_FLOOR_MS = 5000;

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly callId?: number;
}

/** Callbacks to the owner. `mode` is how heads arrive now. */
export interface FollowerEvents {
  headAccepted(call: CallRef | undefined): void;
  stripGrew(call: CallRef): void;
  /** A bug in a task that runs beside `run`. */
  broke(error: unknown): void;
  modeChanged(mode: 'live' | 'polling' | 'failed', problem: Problem | undefined): void;
}

/** Causes of the calls. */
export type HeadReader = TipsetReader & Pick<ChainReader, 'forgetHeads' | 'hasStream' | 'head' | 'notify'>;

export interface FollowerOptions {
  readonly reader: HeadReader;
  readonly clock: Clock;
  readonly events: FollowerEvents;
  /** Measured time between epochs in milliseconds, for the polling interval. */
  readonly paceMs: () => number;
}

export class ChainFollower {
  readonly #reader: HeadReader;
  readonly #clock: Clock;
  readonly #events: FollowerEvents;
  readonly #paceMs: () => number;
  readonly #chain = new HeadChain(STRIP_LIMIT);
  readonly #lowerHeads = new LowerHeadWatch();
  readonly #filler: StripFiller;
  readonly #stop = new AbortController();
  #reorgs: Reorg[] = [];
  #streamFailures = 0;
  #nextStreamAtMs = 0;
  #streamProblem: Problem | undefined;

  constructor(options: FollowerOptions) {
    this.#reader = options.reader;
    this.#clock = options.clock;
    this.#events = options.events;
    this.#paceMs = options.paceMs;
    const { stripGrew, broke } = this.#events;
    this.#filler = new StripFiller(this.#reader, this.#chain, STRIP_FILL, stripGrew, broke);
  }

  get chain(): HeadChain {
    return this.#chain;
  }

  /** Newest first. */
  get reorgs(): readonly Reorg[] {
    return this.#reorgs;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Follow until `stop`; never rejects for errors of the endpoint. */
  async run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      if (this.#reader.hasStream && this.#clock.nowMs() >= this.#nextStreamAtMs) {
        await this.#streamOnce();
      }
      if (this.#stop.signal.aborted) {
        return;
      }
      await this.#pollOnce();
      await this.#clock.sleep(this.#pollIntervalMs(), this.#stop.signal);
    }
  }

  #pollIntervalMs(): number {
    const third = Math.min(POLL_CEILING_MS, Math.max(POLL_FLOOR_MS, this.#paceMs() / 3));
    const untilStreamMs = this.#reader.hasStream ? Math.max(0, this.#nextStreamAtMs - this.#clock.nowMs()) : third;
    return Math.max(200, Math.min(third, untilStreamMs));
  }

  /** Follow one subscription until it ends or stalls, and return when the next may be opened. */
  async #streamOnce(): Promise<void> {
    const openedAtMs = this.#clock.nowMs();
    const stream = new AbortController();
    const signal = AbortSignal.any([stream.signal, this.#stop.signal]);
    const life = { lastItemMs: openedAtMs, isSilent: false };
    let isLive = false;
    let watching: Promise<void> | undefined;
    try {
      for await (const steps of this.#reader.notify(signal)) {
        life.lastItemMs = this.#clock.nowMs();
        if (!isLive) {
          isLive = true;
          this.#streamProblem = undefined;
          this.#events.modeChanged('live', undefined);
          watching = this.#watchSilence(life, stream, signal);
        }
        await this.#takeSteps(steps.value, steps.call);
      }
    } catch (error) {
      this.#streamProblem = problemOf(error);
      if (isNotServed(error)) {
        // Retrying does not help until the connection changes.
        this.#nextStreamAtMs = Number.POSITIVE_INFINITY;
        return;
      }
    } finally {
      stream.abort();
      await watching;
    }
    // A stream that had worked is reopened at once: servers close slow readers routinely.
    const hasHeld = isLive && !life.isSilent && this.#clock.nowMs() - openedAtMs > STREAM_HELD_MS;
    this.#streamFailures = hasHeld ? 0 : this.#streamFailures + 1;
    const waitMs = hasHeld ? 0 : (STREAM_RETRY_MS[this.#streamFailures - 1] ?? STREAM_RETRY_CEILING_MS);
    this.#nextStreamAtMs = this.#clock.nowMs() + waitMs;
  }

  /**
   * End a stream that is silent although the chain advances: a node may lose a subscription without closing it. The newer head is not accepted
   * here but by the poll that follows.
   */
  async #watchSilence(life: { lastItemMs: number; isSilent: boolean }, stream: AbortController, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const patienceMs = Math.max(SILENT_FLOOR_MS, SILENT_PACES * this.#paceMs());
      const quietMs = this.#clock.nowMs() - life.lastItemMs;
      if (quietMs < patienceMs) {
        await this.#clock.sleep(patienceMs - quietMs, signal);
        continue;
      }
      const askedAtMs = this.#clock.nowMs();
      const isBehind = await this.#isBehind(signal);
      if (isBehind && life.lastItemMs <= askedAtMs - quietMs) {
        life.isSilent = true;
        this.#streamProblem = {
          code: 'endpoint-timeout',
          message: 'The subscription to new tipsets stalled. Sextant is opening it again.',
        };
        stream.abort();
        return;
      }
      life.lastItemMs = Math.max(life.lastItemMs, askedAtMs);
    }
  }

  /** Return whether the node has a better head than the accepted one. */
  async #isBehind(signal: AbortSignal): Promise<boolean> {
    try {
      const { value } = await this.#reader.head('top bar: is the subscription silent', signal);
      const head = this.#chain.head;
      return head !== undefined && isBetterHead(value, head);
    } catch (error) {
      if (!(error instanceof SextantError)) {
        this.#events.broke(error);
      }
      // If the node does not answer, the connection itself reports it.
      return false;
    }
  }

  async #pollOnce(): Promise<void> {
    try {
      const head = await this.#reader.head('top bar: head, polled', this.#stop.signal);
      await this.#consider(head.value, head.call);
      this.#events.modeChanged('polling', this.#streamProblem);
    } catch (error) {
      if (!this.#stop.signal.aborted) {
        this.#events.modeChanged('failed', problemOf(error));
      }
    }
  }

  /** Handle one item of the stream: the head on opening, or reverts and applies. */
  async #takeSteps(steps: readonly ChainStep[], call: CallRef): Promise<void> {
    const last = steps.at(-1);
    if (last === undefined) {
      return;
    }
    if (last.type === 'current') {
      await this.#consider(last.tipset, call);
      return;
    }
    const moves = steps.flatMap(({ type, tipset }) => (type === 'current' ? [] : [{ type, tipset }]));
    if (this.#isAheadOf(moves)) {
      return;
    }
    const outcome = this.#chain.applySteps(moves);
    switch (outcome.kind) {
      case 'accepted':
        this.#accepted(outcome.reverted, outcome.applied, call);
        return;
      case 'headless':
        await this.#stepDown(outcome.parentKey, outcome.reverted);
        return;
      case 'disconnected':
        if (last.type === 'apply') {
          await this.#consider(last.tipset, call);
        }
        return;
      default:
        outcome satisfies never;
    }
  }

  /** Whether the steps only repeat known tipsets: a lagging replica that catches up. */
  #isAheadOf(moves: readonly { type: 'revert' | 'apply'; tipset: ChainTipset }[]): boolean {
    return moves.every(({ type, tipset }) => type === 'apply' && this.#chain.find(tipset.key) !== undefined);
  }

  /** The head was reverted and its parent is unknown: read the parent; if that fails, keep the head. */
  async #stepDown(parentKey: readonly string[], reverted: readonly ChainTipset[]): Promise<void> {
    const parent = await this.#reader.summary(parentKey, 'top bar: head, after a revert', this.#stop.signal);
    this.#chain.reset(parent.value);
    this.#accepted(reverted, [], parent.call);
  }

  /** Handle a head that was offered without the steps to it. */
  async #consider(candidate: ChainTipset, call: CallRef): Promise<void> {
    const head = this.#chain.head;
    if (head === undefined) {
      this.#chain.reset(candidate);
      this.#accepted([], [candidate], call);
      return;
    }
    if (isSameKey(candidate.key, head.key)) {
      this.#lowerHeads.clear();
      return;
    }
    if (this.#chain.find(candidate.key) !== undefined) {
      return;
    }
    const isBetter = isBetterHead(candidate, head);
    if (!isBetter && !this.#lowerHeads.offer(candidate, this.#clock.nowMs(), this.#paceMs())) {
      return;
    }
    if (!isBetter) {
      this.#reader.forgetHeads();
    }
    if (isSameKey(candidate.parents, head.key)) {
      this.#applyOrReset([{ type: 'apply', tipset: candidate }], candidate, call);
      return;
    }
    if (candidate.height - head.height > EPOCHS.finality) {
      // The path would be long, and no tipset in the strip would remain.
      this.#applyOrReset([], candidate, call);
      return;
    }
    try {
      const path = await this.#reader.path(head.key, candidate.key, 'top bar: head, catching up', this.#stop.signal);
      this.#applyOrReset(path.value, candidate, path.call);
    } catch (error) {
      if (!(error instanceof SextantError) || SAYS_NOTHING.has(error.code)) {
        throw error;
      }
      // The endpoint no longer knows the old head or does not serve the method: start again from the new head.
      this.#applyOrReset([], candidate, call);
    }
  }

  #applyOrReset(steps: readonly { type: 'revert' | 'apply'; tipset: ChainTipset }[], candidate: ChainTipset, call: CallRef): void {
    const outcome = this.#chain.applySteps(steps);
    if (outcome.kind === 'accepted' && isSameKey(this.#chain.head?.key ?? [], candidate.key)) {
      this.#accepted(outcome.reverted, outcome.applied, call);
      return;
    }
    this.#chain.reset(candidate);
    this.#accepted([], [candidate], call);
  }

  #accepted(reverted: readonly ChainTipset[], applied: readonly ChainTipset[], call: CallRef | undefined): void {
    this.#lowerHeads.clear();
    if (reverted.length > 0) {
      this.#reorgs = [
        {
          seenAtMs: this.#clock.nowMs(),
          depth: reverted.length,
          reverted: reverted.map(sideOf),
          applied: applied.map(sideOf),
        },
        ...this.#reorgs,
      ].slice(0, REORGS_KEPT);
    }
    this.#events.headAccepted(call);
    this.#filler.fill(this.#stop.signal);
  }
}

function sideOf(tipset: ChainTipset): Reorg['reverted'][number] {
  return { height: tipset.height, key: [...tipset.key], blockCount: tipset.blocks.length };
}

/** Return the problem for the top bar; bugs are rethrown. */
export function problemOf(error: unknown): Problem {
  if (error instanceof SextantError) {
    const callId = error.details?.callId;
    return { code: error.code, message: error.message, ...defined({ callId }) };
  }
  throw error;
}
