/**
 * Follows every message that was signed here until nothing more can become of it: pool, tipset, execution, finality, and back
 * when a tipset is reverted.
 *
 * Runs after every new head, after a change of connection and after sending, one pass at a time. It only looks at messages of the
 * connected network's genesis; those of other networks wait. What a pass finds is written to the journal before the next pass.
 */
import { z } from 'zod';
import { formatAddress } from '../../../shared/domain/address.ts';
import { explainExitCode } from '../../../shared/domain/exit-code.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import type { NodeAnswer } from '../../rpc/node-client.ts';
import type { SendJournal } from '../../wallet/send-journal.ts';
import type { SentMessage } from '../../wallet/sent-message.ts';
import { isSettled } from '../../wallet/sent-message.ts';
import { ChainReader } from '../chain/chain-reader.ts';
import type { ChainTipset } from '../chain/chain-tipset.ts';
import { isSameKey } from '../chain/chain-tipset.ts';
import { readPinned } from '../chain/pinned-node.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { readActor } from './account-reader.ts';
import type { MessagePlace } from './message-place.ts';
import { placeOnChain } from './message-place.ts';
import type { MessagePusher } from './message-pusher.ts';

const CAUSE = 'sent: following';
/** A message that left the pool without being mined is pushed again, but not with every head. */
const EPOCHS_BETWEEN_PUSHES = 5;
/** A push that did not get through is tried again with the first head after this time. */
const RETRY_PUSH_MS = 10_000;

const zNonce = z.union([z.number().int().min(0), z.bigint()]).transform((value) => BigInt(value));

/** What sending and following take from the chain service. */
export interface ChainPort {
  /** The accepted chain of the active connection, oldest first. */
  readonly tipsets: readonly ChainTipset[];
  readonly slice: { get(): HeadState; onChange(listener: (state: HeadState) => void): () => void };
  onHeadChanged(listener: () => void): () => void;
}

export interface MessageFollowerOptions {
  readonly connections: Pick<ActiveConnectionSource, 'getActive' | 'onActiveChanged'>;
  readonly chain: ChainPort;
  readonly journal: SendJournal;
  readonly sender: Pick<MessagePusher, 'push'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface View {
  readonly active: ActiveConnection;
  readonly reader: ChainReader;
  readonly tipsets: readonly ChainTipset[];
  readonly head: ChainTipset;
  readonly finalizedHeight: number | undefined;
  readonly finalizedBy: string | undefined;
}

export class MessageFollower {
  readonly #options: MessageFollowerOptions;
  readonly #pushedAt = new Map<string, { atMs: number; height: number }>();
  #unsubscribe: (() => void)[] = [];
  #reader: { readonly active: ActiveConnection; readonly reader: ChainReader } | undefined;
  #pass: Promise<void> | undefined;
  #isWanted = false;
  #isStopped = false;
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
    const reader = this.#readerOf(active);
    const { chain } = this.#options;
    if (chain.slice.get().connectionId === active.id && chain.tipsets.length > 0) {
      const place = await placeOnChain(sent, reader, chain.tipsets);
      if (place.kind === 'included' || place.kind === 'executed') {
        return true;
      }
    }
    // If another message took the nonce, pushing is pointless as well, and following finds that other one.
    const { value: nextNonce } = await this.#nextNonce(sent, active);
    return nextNonce > sent.message.nonce;
  }

  async #runPasses(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      const view = this.#view();
      if (view === undefined) {
        continue;
      }
      for (const { intent } of this.#options.journal.listOpen(view.active.facts.genesisCid)) {
        await this.#tryAdvance(intent.id, view);
      }
    }
  }

  #view(): View | undefined {
    const { connections, chain } = this.#options;
    const active = connections.getActive();
    const state = chain.slice.get();
    const head = chain.tipsets.at(-1);
    if (active === undefined || head === undefined || state.connectionId !== active.id) {
      return undefined;
    }
    return {
      active,
      reader: this.#readerOf(active),
      tipsets: chain.tipsets,
      head,
      finalizedHeight: state.finalized?.height,
      finalizedBy: state.finalized?.by,
    };
  }

  #readerOf(active: ActiveConnection): ChainReader {
    if (this.#reader?.active !== active) {
      const { client, apiVersion, letter, facts } = active;
      this.#reader = { active, reader: new ChainReader({ client, apiVersion, letter, facts }) };
    }
    return this.#reader.reader;
  }

  async #tryAdvance(id: string, view: View): Promise<void> {
    try {
      await this.#advance(id, view);
    } catch (error) {
      // The next head brings the next try; the journal keeps what is known. One message's trouble must not stop the others.
      const { logger } = this.#options;
      if (error instanceof SextantError) {
        logger.debug('A sent message could not be looked up', { id, code: error.code, method: error.details?.method });
      } else {
        logger.error('Following a sent message failed', { id, error });
      }
    }
  }

  async #advance(id: string, view: View): Promise<void> {
    const { journal } = this.#options;
    const sent = journal.get(id);
    if (sent === undefined || isSettled(sent) || sent.stage === 'intent') {
      return;
    }
    if (sent.stage === 'signed') {
      await this.#pushAgain(sent, view);
      return;
    }
    const isBelowWindow = sent.execution !== undefined && sent.execution.height < (view.tipsets[0]?.height ?? 0);
    if (!isBelowWindow) {
      await this.#notePlace(sent, await placeOnChain(sent, view.reader, view.tipsets), view);
    }
    const now = journal.get(id);
    if (now?.stage === 'executed') {
      await this.#noteDepth(now, view);
    }
  }

  async #notePlace(sent: SentMessage, place: MessagePlace, view: View): Promise<void> {
    const { journal } = this.#options;
    const { id } = sent.intent;
    switch (place.kind) {
      case 'nowhere':
        return this.#noteAbsence(sent, place.isCertain, view);
      case 'included': {
        const { height, key } = place.inclusion;
        const isKnown = sent.stage === 'included' && isSameKey(sent.inclusion?.tipsetKey ?? [], key);
        if (!isKnown) {
          if (sent.stage === 'included' || sent.stage === 'executed') {
            await this.#noteRevert(sent);
          }
          await journal.step(id, { stage: 'included', height, tipsetKey: [...key] }, { callId: place.callId });
        }
        return;
      }
      case 'executed':
        return this.#noteExecution(sent, place);
      case 'replaced': {
        const note = `Another message of this sender with nonce ${sent.message.nonce} was executed${place.by === undefined ? '' : `: ${place.by}`}.`;
        await journal.step(id, { stage: 'replaced', height: place.height, note, problem: note }, { callId: place.callId });
        return;
      }
      default:
        place satisfies never;
    }
  }

  async #noteExecution(sent: SentMessage, place: Extract<MessagePlace, { kind: 'executed' }>): Promise<void> {
    const { journal } = this.#options;
    const { id } = sent.intent;
    if (sent.stage === 'executed' && isSameKey(sent.execution?.tipsetKey ?? [], place.execution.key)) {
      return;
    }
    const isCarrierKnown = isSameKey(sent.inclusion?.tipsetKey ?? [], place.inclusion.key);
    if (sent.stage === 'executed' || (sent.stage === 'included' && !isCarrierKnown)) {
      await this.#noteRevert(sent);
    }
    if (sent.stage !== 'included' || !isCarrierKnown) {
      const { height, key } = place.inclusion;
      await journal.step(id, { stage: 'included', height, tipsetKey: [...key] }, { callId: place.callId });
    }
    const { exitCode } = place;
    const exit = explainExitCode(exitCode);
    const problem =
      exitCode === 0 ? undefined : `It failed on chain with ${exit.name} (${exitCode}): ${exit.meaning} What to do: ${exit.fix}`;
    await journal.step(
      id,
      {
        stage: 'executed',
        height: place.execution.height,
        tipsetKey: [...place.execution.key],
        exitCode,
        gasUsed: place.gasUsed.toString(),
        fee: place.fee.toString(),
        ...(problem === undefined ? {} : { problem }),
      },
      { callId: place.callId },
    );
  }

  /** Goes back to the pool before saying where the message is now. */
  async #noteRevert(sent: SentMessage): Promise<void> {
    const height = sent.execution?.height ?? sent.inclusion?.height;
    await this.#options.journal.step(sent.intent.id, { stage: 'in-pool', note: `The tipset at height ${height} was reverted.` });
  }

  async #noteAbsence(sent: SentMessage, isCertain: boolean, view: View): Promise<void> {
    const { journal } = this.#options;
    const { id } = sent.intent;
    if (sent.stage === 'included' || sent.stage === 'executed') {
      if (isCertain) {
        await this.#noteRevert(sent);
      }
      return;
    }
    const { value: nextNonce, call } = await this.#nextNonce(sent, view.active);
    if (nextNonce > sent.message.nonce) {
      if (sent.stage === 'pushed') {
        await journal.step(id, { stage: 'in-pool', note: `The node's next nonce for the sender is ${nextNonce}.` }, { callId: call.id });
      }
      if (!isCertain) {
        await this.#noteOutOfReach(sent, view);
      }
      return;
    }
    await this.#pushAgain(sent, view);
  }

  #nextNonce(sent: SentMessage, active: ActiveConnection): Promise<NodeAnswer<bigint>> {
    const address = formatAddress(sent.message.from, active.letter);
    return active.client.call('MpoolGetNonce', [address], { schema: zNonce, cause: CAUSE });
  }

  /** Says so where the nonce was used long ago and this endpoint does not look back far enough to tell by which message. */
  async #noteOutOfReach(sent: SentMessage, view: View): Promise<void> {
    const { message, intent } = sent;
    const actor = await readPinned(view.active.client, view.tipsets, CAUSE, (node) => readActor(node, message.from, view.active.letter));
    if (actor.nonce > message.nonce) {
      this.#options.journal.annotate(intent.id, {
        problem: `A message with nonce ${message.nonce} of this sender was executed, but this endpoint does not look back far enough to tell whether it was this one.`,
      });
    }
  }

  async #pushAgain(sent: SentMessage, view: View): Promise<void> {
    const { clock, sender } = this.#options;
    const { id } = sent.intent;
    const atMs = clock.monotonicMs();
    const { height } = view.head;
    const last = this.#pushedAt.get(id);
    if (last === undefined && sent.stage !== 'signed') {
      // Missing for the first time: a load-balanced endpoint may only have asked another of its nodes.
      this.#pushedAt.set(id, { atMs, height });
      return;
    }
    const isDue =
      last === undefined || (sent.stage === 'signed' ? atMs - last.atMs >= RETRY_PUSH_MS : height - last.height >= EPOCHS_BETWEEN_PUSHES);
    if (isDue) {
      this.#pushedAt.set(id, { atMs, height });
      await sender.push(id);
    }
  }

  /** How deep the executing tipset lies, and whether it is final. */
  async #noteDepth(sent: SentMessage, view: View): Promise<void> {
    const { journal } = this.#options;
    const { execution, intent } = sent;
    if (execution === undefined) {
      return;
    }
    journal.annotate(intent.id, { confirmations: Math.max(0, view.head.height - execution.height) });
    if (view.finalizedHeight === undefined || view.finalizedHeight < execution.height) {
      return;
    }
    const isInWindow = view.tipsets.some((tipset) => isSameKey(tipset.key, execution.tipsetKey));
    if (!isInWindow) {
      const { value } = await view.reader.tipsetByHeight(execution.height, view.head.key, CAUSE);
      if (!isSameKey(value.key, execution.tipsetKey)) {
        const note = `The tipset at height ${execution.height} was reverted.`;
        await journal.step(intent.id, { stage: 'in-pool', note });
        return;
      }
    }
    await journal.step(intent.id, {
      stage: 'final',
      height: execution.height,
      note: `Final by ${view.finalizedBy === 'EC depth' ? 'EC depth' : 'the node'} at height ${view.finalizedHeight}.`,
      ...(sent.problem === undefined ? {} : { problem: sent.problem }),
    });
  }
}
