/**
 * Follows every message that was signed or imported here until it is settled: mempool, tipset, execution, finality, and back when a tipset
 * is reverted.
 *
 * Runs after every new head, after a change of connection and after sending, one pass at a time. Only messages of the connected network's
 * genesis are followed. The findings of a pass are written to the journal together, before anything is pushed again.
 */
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { Clock, Logger } from '../../../platform/ports.ts';
import type { EntryStep, SendJournal } from '../../../wallet/send-journal.ts';
import type { SentMessage } from '../../../wallet/sent-message.ts';
import { isExecuted, isSettled } from '../../../wallet/sent-message.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../../connections/active-connection.ts';
import { isSameKey } from '../../pinned/chain-tipset.ts';
import { finalReplacement, finalStep, type Next, revertOf, stepsTo } from '../drafts/next-steps.ts';
import { askPoolNonce, type ChainPort, type FollowReader, FollowView, followReaderOf } from './follow-view.ts';
import { NOT_ASKED, readInside } from './internal-failures.ts';
import type { MessagePlace } from './message-place.ts';
import { placeByNonce, placeBySearch, placeInTipsets } from './message-place.ts';
import type { MessagePusher } from './message-pusher.ts';
import { PushSchedule } from './push-schedule.ts';

export type { ChainPort } from './follow-view.ts';

/** Epochs before the history of an endpoint that could not answer is searched again for a message. */
const EPOCHS_BETWEEN_SEARCHES = 100;

export interface MessageFollowerOptions {
  readonly connections: Pick<ActiveConnectionSource, 'getActive' | 'onActiveChanged'>;
  readonly chain: ChainPort;
  readonly journal: SendJournal;
  readonly sender: Pick<MessagePusher, 'pushAll'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Result of looking up one message. */
interface Found {
  readonly steps: readonly Next[];
  /** The node does not have it: push it, now or later. */
  readonly isAbsent?: boolean;
}

const NOTHING: Found = { steps: [] };

export class MessageFollower {
  readonly #options: MessageFollowerOptions;
  readonly #schedule = new PushSchedule();
  /** Height of the last unsuccessful search, by connection and entry. */
  readonly #searchedAt = new Map<string, number>();
  #unsubscribe: (() => void)[] = [];
  #reader: FollowReader | undefined;
  #pass: Promise<void> | undefined;
  #isWanted = false;
  #isStopped = false;
  #isPushing = false;
  #finalizedHeight: number | undefined;

  constructor(options: MessageFollowerOptions) {
    this.#options = options;
  }

  start(): void {
    const { chain, connections } = this.#options;
    this.#unsubscribe = [
      chain.onHeadChanged(() => this.follow()),
      connections.onActiveChanged(() => this.follow()),
      chain.slice.onChange((state) => {
        if (state.finalized?.height !== this.#finalizedHeight) {
          this.#finalizedHeight = state.finalized?.height;
          this.follow();
        }
      }),
    ];
    this.follow();
  }

  /** Resolve after the current pass. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const unsubscribe of this.#unsubscribe) {
      unsubscribe();
    }
    await this.#pass;
  }

  /** Ask for a pass. Requests during a pass are merged into one more pass. */
  follow(): void {
    this.#isWanted = true;
    if (this.#pass === undefined && !this.#isStopped) {
      this.#pass = this.#runPasses().finally(() => {
        this.#pass = undefined;
      });
    }
  }

  /**
   * Whether the node has the message: on chain, in its mempool, or in a head that has not arrived here yet, which its next nonce shows.
   * Called before a push is repeated.
   */
  async locate(sent: SentMessage, active: ActiveConnection): Promise<boolean> {
    const { chain } = this.#options;
    if (chain.slice.get().connectionId === active.id && chain.tipsets.length > 0) {
      const place = await placeInTipsets(sent, { ...this.#readerOf(active), tipsets: chain.tipsets });
      if (place.kind === 'included' || place.kind === 'executed') {
        return true;
      }
    }
    if (this.#rivalsOf(sent).length > 0) {
      // The next nonce proves nothing if another message signed here has the same one. Pushing twice does no harm.
      return false;
    }
    // If another message used the nonce, a push is useless too, and following finds that message.
    const { value: nextNonce } = await askPoolNonce(active, sent.message.from);
    return nextNonce > sent.message.nonce;
  }

  async #runPasses(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      const view = this.#view();
      if (view !== undefined) {
        await this.#guarded(undefined, () => this.#runPass(view));
      }
    }
  }

  async #runPass(view: FollowView): Promise<void> {
    const { journal } = this.#options;
    const { genesisCid } = view.active.facts;
    const absent = await this.#stepEach(journal.listOpen(genesisCid), (sent) => this.#find(sent, view));
    // Again, now that all are placed: finality, and messages replaced by another entry.
    await this.#stepEach(journal.listOpen(genesisCid), (sent) => this.#settle(sent, view));
    this.#pushAbsent(absent, view);
  }

  /** Look up each entry and write all steps at once. Return the ids of those that the node does not have. */
  async #stepEach(entries: readonly SentMessage[], find: (sent: SentMessage) => Promise<Found>): Promise<string[]> {
    const { journal } = this.#options;
    const steps: EntryStep[] = [];
    const absent: string[] = [];
    for (const sent of entries) {
      const { id } = sent.intent;
      const found = sent.stage === 'intent' ? NOTHING : ((await this.#guarded(id, () => find(sent))) ?? NOTHING);
      steps.push(...(isChangedSince(sent, journal.get(id)) ? [] : found.steps.map((next) => ({ id, ...next }))));
      if (found.isAbsent === true) {
        absent.push(id);
      }
    }
    await journal.stepAll(steps);
    return absent;
  }

  /** A failure for one message must not stop the others. The next head retries; the journal keeps what is known. */
  async #guarded<T>(id: string | undefined, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const { logger } = this.#options;
      if (error instanceof SextantError) {
        logger.debug('Could not look up a sent message', { id, code: error.code, method: error.details?.method });
      } else {
        logger.error('Could not follow a sent message', { id, error });
      }
      return undefined;
    }
  }

  #view(): FollowView | undefined {
    const { connections, chain } = this.#options;
    const active = connections.getActive();
    const state = chain.slice.get();
    const head = chain.tipsets.at(-1);
    if (active === undefined || head === undefined || state.connectionId !== active.id) {
      return undefined;
    }
    return new FollowView(this.#readerOf(active), chain.tipsets, head, state);
  }

  #readerOf(active: ActiveConnection): FollowReader {
    if (this.#reader?.active !== active) {
      this.#reader = followReaderOf(active);
    }
    return this.#reader;
  }

  /** Return other messages signed here with the same nonce. */
  #rivalsOf({ intent, message }: SentMessage): SentMessage[] {
    return this.#options.journal
      .listOfNonce(intent.genesisCid, message)
      .filter((other) => other.intent.id !== intent.id && other.intent.unsignedCid !== intent.unsignedCid && other.signedHex !== undefined);
  }

  async #find(sent: SentMessage, view: FollowView): Promise<Found> {
    const { execution, message, stage } = sent;
    const isBelowWindow = execution !== undefined && execution.height < (view.tipsets[0]?.height ?? 0);
    if (isBelowWindow && stage === 'executed') {
      return NOTHING;
    }
    const place = await placeInTipsets(sent, view);
    if (place.kind !== 'nowhere') {
      return { steps: await this.#stepsTo(sent, place, view) };
    }
    if (stage === 'executed' || stage === 'included' || stage === 'replaced') {
      return { steps: stepsTo(sent, { kind: 'nowhere', isCertain: await this.#isReverted(sent, place.isCertain, view) }) };
    }
    const { value: poolNonce, call } = await view.poolNonce(message.from);
    if (poolNonce <= message.nonce) {
      return { steps: [], isAbsent: isPushedAutomatically(sent) };
    }
    // Even if all tipsets since it was built were searched: after a reorg it may be in an earlier one.
    if ((await view.chainNonce(message.from)) > message.nonce) {
      return { steps: await this.#searchPast(sent, view) };
    }
    if (stage === 'pushed') {
      const note = `The node's next nonce for the sender is ${poolNonce}.`;
      return { steps: [{ step: { stage: 'in-pool', note }, context: { callId: call.id } }] };
    }
    return { steps: [], isAbsent: stage === 'signed' && isPushedAutomatically(sent) };
  }

  /** Whether the tipset that included or executed it, or its replacement, was reverted; nothing else undoes a stage. */
  async #isReverted(sent: SentMessage, isCertain: boolean, view: FollowView): Promise<boolean> {
    const { execution, inclusion, message, stage, history } = sent;
    const height = execution?.height ?? inclusion?.height ?? history.findLast((step) => step.stage === 'replaced')?.height;
    if (height !== undefined && height > view.head.height) {
      // Another endpoint that lags behind does not know it yet.
      return false;
    }
    if (execution !== undefined) {
      return !view.tipsets.some(({ key }) => isSameKey(key, execution.tipsetKey));
    }
    return isCertain && (stage === 'included' || (await view.chainNonce(message.from)) <= message.nonce);
  }

  /** The nonce was used before the tipsets in memory: search the history. */
  async #searchPast(sent: SentMessage, view: FollowView): Promise<readonly Next[]> {
    const { intent, message } = sent;
    const key = `${view.active.id} ${intent.id}`;
    const searchedAt = this.#searchedAt.get(key);
    if (searchedAt !== undefined && view.head.height - searchedAt < EPOCHS_BETWEEN_SEARCHES) {
      return [];
    }
    let place = await placeBySearch(sent, view);
    if (place.kind === 'nowhere') {
      place = await placeByNonce(sent, view, (tipset) => view.nonceAt(message.from, tipset));
    }
    if (place.kind !== 'nowhere') {
      this.#searchedAt.delete(key);
      return this.#stepsTo(sent, place, view);
    }
    this.#searchedAt.set(key, view.head.height);
    if (this.#winnerOf(sent) === undefined) {
      this.#options.journal.annotate(intent.id, {
        problem: `A message with nonce ${message.nonce} of this sender was executed, but ${view.active.name} does not have enough history to identify it. Connect a node with more history.`,
      });
    }
    return [];
  }

  async #stepsTo(sent: SentMessage, place: MessagePlace, view: FollowView): Promise<Next[]> {
    if (place.kind === 'replaced') {
      const isNamed = place.by !== undefined || place.byUnsignedCid !== undefined;
      const winner = isNamed
        ? this.#rivalsOf(sent).find(
            ({ intent, signedCid }) =>
              intent.unsignedCid === place.byUnsignedCid || signedCid === place.by || intent.unsignedCid === place.by,
          )
        : this.#winnerOf(sent);
      return stepsTo(sent, place, winner === undefined ? {} : { winner });
    }
    const isNew = place.kind === 'executed' && !isSameKey(sent.execution?.tipsetKey ?? [], place.execution.key);
    const isTransfer = sent.message.method === 0n;
    if (!isNew || place.exitCode !== 0 || isTransfer) {
      return stepsTo(sent, place);
    }
    const inside = view.takeReplay()
      ? await readInside(view.active, place.inclusion.key, {
          cid: sent.signedCid ?? sent.intent.unsignedCid,
          unsignedCid: sent.intent.unsignedCid,
        })
      : NOT_ASKED;
    return stepsTo(sent, place, { inside });
  }

  /** Return the executed message among those with the same nonce; there is at most one. */
  #winnerOf(sent: SentMessage): SentMessage | undefined {
    return this.#rivalsOf(sent).find(isExecuted);
  }

  async #settle(sent: SentMessage, view: FollowView): Promise<Found> {
    const winner = this.#winnerOf(sent);
    if (sent.stage === 'executed') {
      return { steps: await this.#depthSteps(sent, view) };
    }
    if (sent.stage !== 'replaced') {
      const height = winner?.execution?.height;
      return winner === undefined || height === undefined ? NOTHING : { steps: stepsTo(sent, { kind: 'replaced', height }, { winner }) };
    }
    if (sent.trouble === 'replaced') {
      // Replaced by another entry of this journal: final when that one is.
      if (winner === undefined) {
        return { steps: [revertOf(sent)] };
      }
      return winner.finalBy === undefined ? NOTHING : { steps: [finalReplacement(sent, winner.finalBy)] };
    }
    const height = sent.history.findLast(({ stage }) => stage === 'replaced')?.height ?? view.head.height;
    const finalBy = await this.#finalBy(height, view);
    return finalBy === undefined ? NOTHING : { steps: [finalReplacement(sent, finalBy)] };
  }

  /** Update the confirmations of an executed message, and check whether it is final. */
  async #depthSteps(sent: SentMessage, view: FollowView): Promise<Next[]> {
    const { execution, intent } = sent;
    if (execution === undefined) {
      return [];
    }
    this.#options.journal.annotate(intent.id, { confirmations: Math.max(0, view.head.height - execution.height) });
    const finalBy = await this.#finalBy(execution.height, view);
    if (finalBy === undefined) {
      return [];
    }
    const isInWindow = view.tipsets.some((tipset) => isSameKey(tipset.key, execution.tipsetKey));
    if (!isInWindow) {
      const { value } = await view.reader.tipsetByHeight(execution.height, view.head.key, 'sent: following');
      if (!isSameKey(value.key, execution.tipsetKey)) {
        return [revertOf(sent)];
      }
    }
    return [finalStep(sent, execution.height, finalBy, view.finalized?.height)];
  }

  /** Return by what rule a height is final; undefined while it is not. */
  async #finalBy(height: number, view: FollowView): Promise<SentMessage['finalBy']> {
    const { finalized } = view;
    if (finalized === undefined || finalized.height < height) {
      return undefined;
    }
    if (finalized.by === 'EC depth') {
      return 'depth';
    }
    return ((await view.certifiedHeight()) ?? -1) >= height ? 'f3' : 'node';
  }

  /**
   * Push what the node does not have, in nonce order and not with every head. Runs beside the pass: a thousand pushes must not delay
   * following.
   */
  #pushAbsent(absent: readonly string[], view: FollowView): void {
    const { journal, clock, sender } = this.#options;
    if (this.#isPushing) {
      return;
    }
    const now = { atMs: clock.monotonicMs(), nowMs: clock.nowMs(), height: view.head.height };
    const waiting = absent
      .flatMap((id) => journal.get(id) ?? [])
      .filter((sent) => !isSettled(sent) && !sent.isHeld && !this.#isBeingReplaced(sent))
      .sort((left, right) => (left.message.nonce < right.message.nonce ? -1 : 1));
    const due = this.#schedule.due(waiting, now);
    if (due.length > 0) {
      this.#isPushing = true;
      void this.#guarded(undefined, () => sender.pushAll(due.map(({ intent }) => intent.id))).finally(() => {
        this.#isPushing = false;
      });
    }
  }

  /** Whether a replacement is being pushed instead of this message. */
  #isBeingReplaced({ intent }: SentMessage): boolean {
    const replacement = this.#options.journal.replacementOf(intent.id);
    return replacement !== undefined && !replacement.isHeld;
  }
}

/** Whether it is pushed without the user: neither held nor rejected by a node. */
function isPushedAutomatically({ stage, isHeld }: SentMessage): boolean {
  return stage !== 'rejected' && !isHeld;
}

/** Whether another step was written meanwhile: the finding is outdated, and the next pass looks again. */
function isChangedSince(sent: SentMessage, now: SentMessage | undefined): boolean {
  return now === undefined || now.history.length !== sent.history.length || isSettled(now);
}
