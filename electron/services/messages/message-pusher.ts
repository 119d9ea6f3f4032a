/**
 * From signed bytes on disk to a message in a node's pool.
 *
 * pushed → CID compared → pushed on disk. Refuses to push to a node of another genesis. A push whose answer was lost is looked for on
 * the node before it is sent again. A node that rejects a message has its signed bytes all the same: it is not pushed again without the
 * user, and its nonce stays reserved. Called by approvals once a message is signed, and by the follower.
 */
import { z } from 'zod';
import { hexToBytes } from '../../../shared/domain/bytes.ts';
import { decodeSignedMessage } from '../../../shared/domain/message.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { signedMessageToJson } from '../../../shared/validation/node/signed-message.ts';
import type { Logger } from '../../platform/ports.ts';
import type { EntryStep, NewStep, SendJournal } from '../../wallet/send-journal.ts';
import type { SentMessage } from '../../wallet/sent-message.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { isRefusal, isUnsent, refusalText, saysItIsThere, saysNonceTooLow } from './push-refusal.ts';
import { isStillOn } from './same-network.ts';

const CAUSE = 'compose: push';
const zCidLink = z.object({ '/': z.string().max(200) });

/** Looks for a message on the node: in its pool, in a block, or executed. */
export type Locate = (sent: SentMessage, active: ActiveConnection) => Promise<boolean>;

export interface MessagePusherOptions {
  readonly connections: Pick<ActiveConnectionSource, 'getActive'>;
  readonly journal: SendJournal;
  readonly logger: Logger;
  readonly locate: Locate;
}

/**
 * `taken`: a node has it. `refused`: a node looked at it and will not have it. `later`: it could not be pushed now, or the node will
 * not have it yet.
 */
export type PushOutcome = 'taken' | 'refused' | 'later';

export class MessagePusher {
  readonly #connections: MessagePusherOptions['connections'];
  readonly #journal: SendJournal;
  readonly #logger: Logger;
  readonly #locate: Locate;
  readonly #pushing = new Map<string, Promise<PushOutcome>>();
  /** Signed in this run and surely not pushed yet; of everything else a push may have got through. */
  readonly #neverPushed = new Set<string>();
  #lastOfMany: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: MessagePusherOptions) {
    this.#connections = options.connections;
    this.#journal = options.journal;
    this.#logger = options.logger;
    this.#locate = options.locate;
  }

  /** Said of an entry before its signature is on disk: the follower may push as soon as it sees it. */
  noteFresh(id: string): void {
    this.#neverPushed.add(id);
  }

  /** Said when the signed bytes leave this machine by another way. */
  noteShared(id: string): void {
    this.#neverPushed.delete(id);
  }

  /**
   * Pushes what is signed, not held, and not yet in a pool. Failures are told in the journal. Calls under way at the same time are one.
   *
   * @throws SextantError `disk-failure`
   */
  push(id: string): Promise<PushOutcome> {
    const underWay = this.#pushing.get(id);
    if (underWay !== undefined) {
      return underWay;
    }
    const push = this.#push(id).finally(() => this.#pushing.delete(id));
    this.#pushing.set(id, push);
    return push;
  }

  /**
   * Pushes many, in the order given, which is that of their nonces. After one that has to wait, those of the same sender wait as well:
   * a pool takes only so many messages of one sender, and few beyond a gap.
   *
   * @throws SextantError `disk-failure`
   */
  pushAll(ids: readonly string[]): Promise<void> {
    const asked = ids.flatMap((id) => this.#journal.get(id) ?? []);
    const pushing = this.#lastOfMany.then(() => this.#pushAll(asked));
    this.#lastOfMany = pushing.catch(() => undefined);
    return pushing;
  }

  /** Ends after the push under way; what is left is found in the journal by the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#lastOfMany;
    await Promise.allSettled(this.#pushing.values());
  }

  async #pushAll(asked: readonly SentMessage[]): Promise<void> {
    const waiting = new Set<string>();
    for (const { intent, message, stage } of asked) {
      const isAsAsked = this.#journal.get(intent.id)?.stage === stage;
      // Those that came before these may have taken minutes, and pushed some of them.
      if (this.#isStopped || !isAsAsked || waiting.has(message.from)) {
        continue;
      }
      if ((await this.push(intent.id)) === 'later') {
        waiting.add(message.from);
      }
    }
  }

  async #push(id: string): Promise<PushOutcome> {
    const sent = this.#journal.get(id);
    if (sent?.signedHex === undefined || sent.signedCid === undefined || sent.isHeld || !isPushable(sent)) {
      return 'later';
    }
    const active = await this.#nodeFor(sent);
    if (active === undefined) {
      return 'later';
    }
    const isFresh = this.#neverPushed.delete(id);
    try {
      if (!isFresh && (await this.#locate(sent, active))) {
        return await this.#notePresent(sent, "It is on the chain, or the node's next nonce is beyond it: not sent again.");
      }
      const signed = decodeSignedMessage(hexToBytes(sent.signedHex));
      const { value, call } = await active.client.call('MpoolPush', [signedMessageToJson(signed, active.letter)], {
        schema: zCidLink,
        cause: CAUSE,
      });
      const isOtherCid = value['/'] !== sent.signedCid;
      const note = isOtherCid ? `The node named it ${value['/']}, which is not the CID computed here.` : repeatNote(sent);
      const trouble = isFirstPush(sent) ? undefined : ('dropped' as const);
      await this.#step(
        sent,
        { stage: 'pushed', ...(note === undefined ? {} : { note }), ...(trouble === undefined ? {} : { trouble }) },
        call.id,
      );
      return 'taken';
    } catch (error) {
      if (!(error instanceof SextantError) || error.code === 'disk-failure') {
        throw error;
      }
      return await this.#noteFailure(sent, error, isFresh);
    }
  }

  /** The node to push to. Where there is none now, the journal says why. */
  async #nodeFor({ intent }: SentMessage): Promise<ActiveConnection | undefined> {
    const active = this.#connections.getActive();
    let problem = `Signed, and sent as soon as a node of ${intent.networkName} is connected.`;
    try {
      if (active !== undefined && active.facts.genesisCid === intent.genesisCid && (await isStillOn(active, intent.genesisCid))) {
        return active;
      }
    } catch (error) {
      if (!(error instanceof SextantError)) {
        throw error;
      }
      problem = `Not pushed yet: ${error.message}`;
    }
    this.#journal.annotate(intent.id, { problem });
    return undefined;
  }

  /** The node has it, whoever sent it. */
  async #notePresent(sent: SentMessage, note: string, callId?: number): Promise<PushOutcome> {
    switch (sent.stage) {
      case 'signed':
      case 'rejected':
        await this.#step(sent, { stage: 'pushed', note, isFound: true }, callId);
        break;
      case 'pushed':
        await this.#step(sent, { stage: 'in-pool', note }, callId);
        break;
      default:
        // It is known to be in the pool, beyond a gap that the node's next nonce does not reach over.
        break;
    }
    return 'taken';
  }

  async #noteFailure(sent: SentMessage, error: SextantError, isFresh: boolean): Promise<PushOutcome> {
    const { id } = sent.intent;
    const callId = error.details?.callId;
    if (saysItIsThere(error)) {
      return this.#notePresent(sent, 'Already in the node’s mempool.', callId);
    }
    if (isRefusal(error)) {
      const trouble = saysNonceTooLow(error) ? 'nonce-too-low' : 'refused';
      if (sent.stage === 'signed' && this.#journal.get(id)?.stage === 'signed') {
        const step = { stage: 'rejected', note: refusalText(error), problem: refusalText(error), trouble } as const;
        await this.#journal.stepAll([{ id, step, ...(callId === undefined ? {} : { context: { callId } }) }, ...this.#keepBehind(sent)]);
        return 'refused';
      }
      // A node may have had it before, and it may still be mined, or have been: following tells.
      this.#journal.annotate(id, { trouble, problem: `The node refused it when it was pushed again: ${refusalText(error)}` });
      return 'refused';
    }
    this.#logger.warn('A push did not get through', { id, code: error.code });
    if (isFresh && isUnsent(error)) {
      // The node answered that it will not have it yet: it was surely not taken.
      this.#neverPushed.add(id);
    }
    // Where the node's words are not known, it may have taken it all the same.
    const doubt = isUnsent(error) ? '' : ', as far as is known';
    this.#journal.annotate(id, { problem: `Not pushed yet${doubt}: ${refusalText(error)}` });
    return 'later';
  }

  /** What comes behind a refused message in its batch would wait in a pool for a nonce that nobody fills: it is kept here instead. */
  #keepBehind({ intent, message }: SentMessage): readonly EntryStep[] {
    if (intent.batchId === undefined) {
      return [];
    }
    const problem = `Kept here: nonce ${message.nonce} of the same batch was refused.`;
    return this.#journal
      .list()
      .filter((other) => other.intent.batchId === intent.batchId && other.message.nonce > message.nonce)
      .filter((other) => other.stage === 'signed' && !other.isHeld && !this.#pushing.has(other.intent.id))
      .map((other) => ({ id: other.intent.id, step: { stage: 'signed', isHeld: true, note: problem, problem } }));
  }

  /** The follower may have written a step while the node was asked: what it found then counts. */
  async #step(before: SentMessage, step: NewStep, callId: number | undefined): Promise<void> {
    const now = this.#journal.get(before.intent.id);
    if (now !== undefined && now.stage === before.stage) {
      await this.#journal.step(before.intent.id, step, callId === undefined ? {} : { callId });
    }
  }
}

/** Whether a pool is where it belongs. */
export function isPushable({ stage }: SentMessage): boolean {
  return stage === 'signed' || stage === 'rejected' || stage === 'pushed' || stage === 'in-pool';
}

/** Whether no node has taken it yet. */
function isFirstPush({ stage }: SentMessage): boolean {
  return stage === 'signed' || stage === 'rejected';
}

function repeatNote(sent: SentMessage): string | undefined {
  return isFirstPush(sent) ? undefined : 'The node no longer had it; pushed again.';
}
