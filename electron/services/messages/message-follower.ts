/**
 * Follows every message that was signed or brought here until nothing more can become of it: pool, tipset, execution, finality, and
 * back when a tipset is reverted.
 *
 * Runs after every new head, after a change of connection and after sending, one pass at a time. It only looks at messages of the
 * connected network's genesis; those of other networks wait. What a pass finds is written to the journal, many at once, before anything
 * is pushed again.
 */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import type { EntryStep, SendJournal } from '../../wallet/send-journal.ts';
import type { SentMessage } from '../../wallet/sent-message.ts';
import { isExecuted, isSettled } from '../../wallet/sent-message.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { isSameKey } from '../pinned/chain-tipset.ts';
import { NOT_ASKED, readInside } from './failed-inside.ts';
import { askPoolNonce, type ChainPort, type FollowReader, FollowView, followReaderOf } from './follow-view.ts';
import type { MessagePlace } from './message-place.ts';
import { placeByNonce, placeBySearch, placeInTipsets } from './message-place.ts';
import type { MessagePusher } from './message-pusher.ts';
import { finalReplacement, finalStep, type Next, revertOf, stepsTo } from './next-steps.ts';
import { PushSchedule } from './push-schedule.ts';

export type { ChainPort } from './follow-view.ts';

/** A message that an endpoint could not tell of is looked for in its past again after this many epochs. */
const EPOCHS_BETWEEN_SEARCHES = 100;

export interface MessageFollowerOptions {
  readonly connections: Pick<ActiveConnectionSource, 'getActive' | 'onActiveChanged'>;
  readonly chain: ChainPort;
  readonly journal: SendJournal;
  readonly sender: Pick<MessagePusher, 'pushAll'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What one look at a message found. */
interface Found {
  readonly steps: readonly Next[];
  /** The node does not have it: it is to be pushed, now or later. */
  readonly isAbsent?: boolean;
}

const NOTHING: Found = { steps: [] };

export class MessageFollower {
  readonly #options: MessageFollowerOptions;
  readonly #schedule = new PushSchedule();
  /** Height at which an endpoint could not tell what became of a message, by connection and entry. */
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

  /** Ends after the pass under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const unsubscribe of this.#unsubscribe) {
      unsubscribe();
    }
    await this.#pass;
  }

  /** Asks for a pass; those asked for while one runs are one more. */
  follow(): void {
    this.#isWanted = true;
    if (this.#pass === undefined && !this.#isStopped) {
      this.#pass = this.#runPasses().finally(() => {
        this.#pass = undefined;
      });
    }
  }

  /**
   * Whether the node has the message: on chain, in its pool, or somewhere between, in a head that has not arrived here yet; its
   * next nonce tells. Asked before a push is repeated.
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
      // The nonce says nothing where another message that was signed here has it. A push that is repeated changes nothing.
      return false;
    }
    // If another message took the nonce, pushing is pointless as well, and following finds that other one.
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
    // Once more, now that all of them are where they are: finality, and what another of them took the nonce of.
    await this.#stepEach(journal.listOpen(genesisCid), (sent) => this.#settle(sent, view));
    this.#pushAbsent(absent, view);
  }

  /** Writes what was found of all of them by one write. Returns the ids of those that the node does not have. */
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

  /** One message's trouble must not stop the others. The next head brings the next try; the journal keeps what is known. */
  async #guarded<T>(id: string | undefined, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const { logger } = this.#options;
      if (error instanceof SextantError) {
        logger.debug('A sent message could not be looked up', { id, code: error.code, method: error.details?.method });
      } else {
        logger.error('Following a sent message failed', { id, error });
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

  /** Other messages signed here for the same nonce. */
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
      return { steps: stepsTo(sent, { kind: 'nowhere', isCertain: await this.#isTakenBack(sent, place.isCertain, view) }) };
    }
    const { value: poolNonce, call } = await view.poolNonce(message.from);
    if (poolNonce <= message.nonce) {
      return { steps: [], isAbsent: isPushedUnasked(sent) };
    }
    // Also where all tipsets since it was made were looked at: after a reorg it may be in an earlier one.
    if ((await view.chainNonce(message.from)) > message.nonce) {
      return { steps: await this.#searchPast(sent, view) };
    }
    if (stage === 'pushed') {
      const note = `The node's next nonce for the sender is ${poolNonce}.`;
      return { steps: [{ step: { stage: 'in-pool', note }, context: { callId: call.id } }] };
    }
    return { steps: [], isAbsent: stage === 'signed' && isPushedUnasked(sent) };
  }

  /** Whether the tipset that carried or executed it, or the message in its place, is on the chain no more; nothing else takes a stage back. */
  async #isTakenBack(sent: SentMessage, isCertain: boolean, view: FollowView): Promise<boolean> {
    const { execution, inclusion, message, stage, history } = sent;
    const height = execution?.height ?? inclusion?.height ?? history.findLast((step) => step.stage === 'replaced')?.height;
    if (height !== undefined && height > view.head.height) {
      // Another endpoint that hangs behind does not know it yet.
      return false;
    }
    if (execution !== undefined) {
      return !view.tipsets.some(({ key }) => isSameKey(key, execution.tipsetKey));
    }
    return isCertain && (stage === 'included' || (await view.chainNonce(message.from)) <= message.nonce);
  }

  /** The nonce was used, and not in the tipsets that are held. */
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
        problem: `A message with nonce ${message.nonce} of this sender was executed, but ${view.active.name} does not look back far enough to tell whether it was this one. Connect a node that keeps more history, and it is looked for there.`,
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

  /** Another message signed here for the same nonce that was executed: one of a nonce is, never two. */
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
      // Replaced by another one of this journal: as final as that one is.
      if (winner === undefined) {
        return { steps: [revertOf(sent)] };
      }
      return winner.finalBy === undefined ? NOTHING : { steps: [finalReplacement(sent, winner.finalBy)] };
    }
    const height = sent.history.findLast(({ stage }) => stage === 'replaced')?.height ?? view.head.height;
    const finalBy = await this.#finalBy(height, view);
    return finalBy === undefined ? NOTHING : { steps: [finalReplacement(sent, finalBy)] };
  }

  /** How deep the executing tipset lies, and whether it is final. */
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

  /** By what a height is final; undefined while it is not. */
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
   * Pushes what the node does not have, in the order of nonces, and not with every head. Apart from the pass: a thousand pushes must not
   * keep the others from being followed.
   */
  #pushAbsent(absent: readonly string[], view: FollowView): void {
    const { journal, clock, sender } = this.#options;
    if (this.#isPushing) {
      return;
    }
    const now = { atMs: clock.monotonicMs(), nowMs: clock.nowMs(), height: view.head.height };
    const waiting = absent
      .flatMap((id) => journal.get(id) ?? [])
      .filter((sent) => !isSettled(sent) && !sent.isHeld && !this.#isOverruled(sent))
      .sort((left, right) => (left.message.nonce < right.message.nonce ? -1 : 1));
    const due = this.#schedule.due(waiting, now);
    if (due.length > 0) {
      this.#isPushing = true;
      void this.#guarded(undefined, () => sender.pushAll(due.map(({ intent }) => intent.id))).finally(() => {
        this.#isPushing = false;
      });
    }
  }

  /** Whether a message that is meant to replace it is on its way: that one is pushed, not this. */
  #isOverruled({ intent }: SentMessage): boolean {
    const replacement = this.#options.journal.replacementOf(intent.id);
    return replacement !== undefined && !replacement.isHeld;
  }
}

/** Whether it is pushed without being asked for: not what is held, nor what a node rejected. */
function isPushedUnasked({ stage, isHeld }: SentMessage): boolean {
  return stage !== 'rejected' && !isHeld;
}

/** Whether something else wrote a step meanwhile: what was found is of an older state, and the next pass looks again. */
function isChangedSince(sent: SentMessage, now: SentMessage | undefined): boolean {
  return now === undefined || now.history.length !== sent.history.length || isSettled(now);
}
