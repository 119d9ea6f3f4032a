/**
 * From signed bytes on disk to a message in a node's mempool.
 *
 * pushed → CID compared → pushed on disk. Never pushes to a node of another genesis. If the answer to a push was lost, the node is searched
 * before the message is pushed again. A node that rejects a message still has its signed bytes: the message is only pushed again by the
 * user, and its nonce stays reserved. Called by approvals once a message is signed, and by the follower.
 */
import { z } from 'zod';
import { hexToBytes } from '../../../../shared/domain/encoding/bytes.ts';
import { decodeSignedMessage } from '../../../../shared/domain/messages/message.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import { signedMessageToJson } from '../../../../shared/validation/node/signed-message.ts';
import type { Logger } from '../../../platform/ports.ts';
import type { EntryStep, NewStep, SendJournal } from '../../../wallet/send-journal.ts';
import type { SentMessage } from '../../../wallet/sent-message.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../../connections/active-connection.ts';
import { isStillOn } from '../approvals/same-network.ts';
import { isRefusal, isUnsent, refusalText, saysItIsThere, saysNonceTooLow } from './push-refusal.ts';

const CAUSE = 'compose: push';
const zCidLink = z.object({ '/': z.string().max(200) });

/** Return whether the node has a message: in its mempool, in a block, or executed. */
export type Locate = (sent: SentMessage, active: ActiveConnection) => Promise<boolean>;

export interface MessagePusherOptions {
  readonly connections: Pick<ActiveConnectionSource, 'getActive'>;
  readonly journal: SendJournal;
  readonly logger: Logger;
  readonly locate: Locate;
}

/**
 * `accepted`: a node has it. `rejected`: a node rejected it. `later`: it could not be pushed now, or the node does not accept it yet.
 */
export type PushOutcome = 'accepted' | 'rejected' | 'later';

export class MessagePusher {
  readonly #connections: MessagePusherOptions['connections'];
  readonly #journal: SendJournal;
  readonly #logger: Logger;
  readonly #locate: Locate;
  readonly #pushing = new Map<string, Promise<PushOutcome>>();
  /** Signed in this session and certainly not pushed yet; any other message may have reached a node. */
  readonly #neverPushed = new Set<string>();
  #lastOfMany: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: MessagePusherOptions) {
    this.#connections = options.connections;
    this.#journal = options.journal;
    this.#logger = options.logger;
    this.#locate = options.locate;
  }

  /** Called before a signature is on disk: the follower may push the entry as soon as it appears. */
  noteFresh(id: string): void {
    this.#neverPushed.add(id);
  }

  /** Called when the signed bytes are exported. */
  noteShared(id: string): void {
    this.#neverPushed.delete(id);
  }

  /**
   * Push a message that is signed, not held, and not on chain. Failures are recorded in the journal. Concurrent calls for one message share
   * one push.
   *
   * @throws SextantError `disk-failure`
   */
  push(id: string): Promise<PushOutcome> {
    const current = this.#pushing.get(id);
    if (current !== undefined) {
      return current;
    }
    const push = this.#push(id).finally(() => this.#pushing.delete(id));
    this.#pushing.set(id, push);
    return push;
  }

  /**
   * Push many in the given order, which is that of their nonces. After one that must wait, the rest of its sender waits as well: a mempool
   * limits the messages of one sender, and accepts few beyond a gap.
   *
   * @throws SextantError `disk-failure`
   */
  pushAll(ids: readonly string[]): Promise<void> {
    const asked = ids.flatMap((id) => this.#journal.get(id) ?? []);
    const pushing = this.#lastOfMany.then(() => this.#pushAll(asked));
    this.#lastOfMany = pushing.catch(() => undefined);
    return pushing;
  }

  /** Resolve after the current push; the next start finds the rest in the journal. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#lastOfMany;
    await Promise.allSettled(this.#pushing.values());
  }

  async #pushAll(asked: readonly SentMessage[]): Promise<void> {
    const waiting = new Set<string>();
    for (const { intent, message, stage } of asked) {
      const isUnchanged = this.#journal.get(intent.id)?.stage === stage;
      // Earlier pushes may have taken minutes and pushed some of these.
      if (this.#isStopped || !isUnchanged || waiting.has(message.from)) {
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
        return await this.#notePresent(sent, 'Not pushed again: the message is on chain, or the node’s next nonce is higher.');
      }
      const signed = decodeSignedMessage(hexToBytes(sent.signedHex));
      const { value, call } = await active.client.call('MpoolPush', [signedMessageToJson(signed, active.letter)], {
        schema: zCidLink,
        cause: CAUSE,
      });
      const isOtherCid = value['/'] !== sent.signedCid;
      const note = isOtherCid ? `The node returned CID ${value['/']}, which differs from the CID computed here.` : repeatNote(sent);
      const trouble = isFirstPush(sent) ? undefined : ('dropped' as const);
      await this.#step(
        sent,
        { stage: 'pushed', ...(note === undefined ? {} : { note }), ...(trouble === undefined ? {} : { trouble }) },
        call.id,
      );
      return 'accepted';
    } catch (error) {
      if (!(error instanceof SextantError) || error.code === 'disk-failure') {
        throw error;
      }
      return await this.#noteFailure(sent, error, isFresh);
    }
  }

  /** Return the node to push to. If there is none now, the reason is recorded in the journal. */
  async #nodeFor({ intent }: SentMessage): Promise<ActiveConnection | undefined> {
    const active = this.#connections.getActive();
    let problem = `Signed. Sextant pushes it once a node of ${intent.networkName} is connected.`;
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

  /** The node has it, from here or from elsewhere. */
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
        // It is in the mempool, behind a gap that the node's next nonce does not include.
        break;
    }
    return 'accepted';
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
        await this.#journal.stepAll([{ id, step, ...(callId === undefined ? {} : { context: { callId } }) }, ...this.#holdFollowing(sent)]);
        return 'rejected';
      }
      // A node may have had it before, so it may be mined: the follower finds out.
      this.#journal.annotate(id, { trouble, problem: `Rejected when it was pushed again: ${refusalText(error)}` });
      return 'rejected';
    }
    this.#logger.warn('Could not push a message', { id, code: error.code });
    if (isFresh && isUnsent(error)) {
      // The node answered that it does not accept it yet, so it is certain not to have it.
      this.#neverPushed.add(id);
    }
    // After an unknown error the node may have accepted it all the same.
    const outcome = isUnsent(error) ? 'Not pushed yet' : 'Push not confirmed';
    this.#journal.annotate(id, { problem: `${outcome}: ${refusalText(error)}` });
    return 'later';
  }

  /** Hold the messages after a rejected one in its batch: in a mempool they would wait for a nonce that is never used. */
  #holdFollowing({ intent, message }: SentMessage): readonly EntryStep[] {
    if (intent.batchId === undefined) {
      return [];
    }
    const problem = `Held: nonce ${message.nonce} of the same batch was rejected.`;
    return this.#journal
      .list()
      .filter((other) => other.intent.batchId === intent.batchId && other.message.nonce > message.nonce)
      .filter((other) => other.stage === 'signed' && !other.isHeld && !this.#pushing.has(other.intent.id))
      .map((other) => ({ id: other.intent.id, step: { stage: 'signed', isHeld: true, note: problem, problem } }));
  }

  /** Write a step, unless the follower wrote one meanwhile: its finding has priority. */
  async #step(before: SentMessage, step: NewStep, callId: number | undefined): Promise<void> {
    const now = this.#journal.get(before.intent.id);
    if (now !== undefined && now.stage === before.stage) {
      await this.#journal.step(before.intent.id, step, callId === undefined ? {} : { callId });
    }
  }
}

/** Whether it can be pushed: signed and not on chain. */
export function isPushable({ stage }: SentMessage): boolean {
  return stage === 'signed' || stage === 'rejected' || stage === 'pushed' || stage === 'in-pool';
}

/** Whether no node has accepted it yet. */
function isFirstPush({ stage }: SentMessage): boolean {
  return stage === 'signed' || stage === 'rejected';
}

function repeatNote(sent: SentMessage): string | undefined {
  return isFirstPush(sent) ? undefined : 'Missing from the node’s mempool; pushed again.';
}
