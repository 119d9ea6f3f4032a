/**
 * From signed bytes on disk to a message in a node's pool.
 *
 * pushed → CID compared → pushed on disk. Refuses to push to a node of another genesis. A push whose answer was lost is looked for on
 * the node before it is sent again. Called by approvals once a message is signed, and by the follower.
 */
import { z } from 'zod';
import { hexToBytes } from '../../../shared/domain/bytes.ts';
import { decodeSignedMessage } from '../../../shared/domain/message.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { signedMessageToJson } from '../../../shared/validation/node/signed-message.ts';
import type { Logger } from '../../platform/ports.ts';
import type { EntryStep, SendJournal } from '../../wallet/send-journal.ts';
import type { SentMessage } from '../../wallet/sent-message.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { isRefusal, refusalText, saysItIsThere } from './push-refusal.ts';
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

export class MessagePusher {
  readonly #connections: MessagePusherOptions['connections'];
  readonly #journal: SendJournal;
  readonly #logger: Logger;
  readonly #locate: Locate;
  readonly #pushing = new Map<string, Promise<void>>();
  /** Signed in this run and surely not pushed yet; of everything else a push may have got through. */
  readonly #neverPushed = new Set<string>();

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

  /** Pushes what is signed and not yet in a pool. Failures are told in the journal. Calls under way at the same time are one. */
  push(id: string): Promise<void> {
    const underWay = this.#pushing.get(id);
    if (underWay !== undefined) {
      return underWay;
    }
    const push = this.#push(id).finally(() => this.#pushing.delete(id));
    this.#pushing.set(id, push);
    return push;
  }

  async #push(id: string): Promise<void> {
    const sent = this.#journal.get(id);
    if (sent?.signedHex === undefined || sent.signedCid === undefined || sent.isHeld) {
      return;
    }
    const active = await this.#nodeFor(sent);
    if (active === undefined) {
      return;
    }
    try {
      if (!this.#neverPushed.delete(id) && (await this.#locate(sent, active))) {
        await this.#notePushed(sent, { note: 'The node has it already; not sent again.' });
        return;
      }
      const signed = decodeSignedMessage(hexToBytes(sent.signedHex));
      const { value, call } = await active.client.call('MpoolPush', [signedMessageToJson(signed, active.letter)], {
        schema: zCidLink,
        cause: CAUSE,
      });
      const note = value['/'] === sent.signedCid ? undefined : `The node named it ${value['/']}, which is not the CID computed here.`;
      await this.#notePushed(sent, { callId: call.id, ...(note === undefined ? {} : { note }) });
    } catch (error) {
      if (!(error instanceof SextantError)) {
        throw error;
      }
      await this.#noteFailure(sent, error);
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

  async #notePushed(sent: SentMessage, { note, callId }: { note?: string; callId?: number }): Promise<void> {
    await this.#journal.step(
      sent.intent.id,
      { stage: 'pushed', ...(note === undefined ? {} : { note }) },
      callId === undefined ? {} : { callId },
    );
  }

  async #noteFailure(sent: SentMessage, error: SextantError): Promise<void> {
    const { id } = sent.intent;
    const context = error.details?.callId === undefined ? {} : { callId: error.details.callId };
    if (saysItIsThere(error)) {
      await this.#journal.step(id, { stage: 'pushed', note: refusalText(error) }, context);
      return;
    }
    if (isRefusal(error)) {
      const step = { stage: 'rejected', note: refusalText(error), problem: refusalText(error) } as const;
      await this.#journal.stepAll([{ id, step, context }, ...this.#keepBehind(sent)]);
      return;
    }
    this.#logger.warn('A push did not get through', { id, code: error.code });
    this.#journal.annotate(id, { problem: error.code === 'disk-failure' ? error.message : `Not pushed yet: ${error.message}` });
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
}
