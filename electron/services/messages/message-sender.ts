/**
 * From a confirmed approval to a message in a node's pool, one durable step after the other.
 *
 * intent on disk → signed in the worker → signature and CID checked here → signed bytes on disk → pushed → CID compared → pushed
 * on disk. Trusts the approval's bytes, which are what the user saw; refuses to push to a node of another genesis. A push whose
 * answer was lost is looked for on the node before it is sent again. Called by the messages service and the follower.
 */
import { z } from 'zod';
import { bytesToHex, equalBytes, hexToBytes } from '../../../shared/domain/bytes.ts';
import {
  decodeMessage,
  decodeSignedMessage,
  encodeMessage,
  encodeSignedMessage,
  messageCid,
  signedMessageCid,
} from '../../../shared/domain/message.ts';
import { verifyMessageSignature } from '../../../shared/domain/message-signature.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { signedMessageToJson } from '../../../shared/validation/node/signed-message.ts';
import type { Logger } from '../../platform/ports.ts';
import type { ConfirmResult, FrozenApproval } from '../../wallet/approvals.ts';
import { ownHolderOfNonce } from '../../wallet/nonce-ledger.ts';
import type { SendJournal } from '../../wallet/send-journal.ts';
import type { SentMessage } from '../../wallet/sent-message.ts';
import type { WalletService } from '../../wallet/wallet-service.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { isRefusal, refusalText, saysItIsThere } from './push-refusal.ts';

const CAUSE = 'compose: push';
const zCidLink = z.object({ '/': z.string().max(200) });
const zGenesis = z.object({ Cids: z.array(zCidLink).length(1) });

export interface Consent {
  readonly passphrase?: string;
  readonly isNewNetworkAccepted: boolean;
}

/** Looks for a message on the node: in its pool, in a block, or executed. */
export type Locate = (sent: SentMessage, active: ActiveConnection) => Promise<boolean>;

export interface MessageSenderOptions {
  readonly connections: Pick<ActiveConnectionSource, 'getActive'>;
  readonly wallet: Pick<WalletService, 'sign'>;
  readonly journal: SendJournal;
  readonly logger: Logger;
  readonly locate: Locate;
}

export class MessageSender {
  readonly #connections: MessageSenderOptions['connections'];
  readonly #wallet: MessageSenderOptions['wallet'];
  readonly #journal: SendJournal;
  readonly #logger: Logger;
  readonly #locate: Locate;
  readonly #pushing = new Map<string, Promise<void>>();
  /** Signed in this run and surely not pushed yet; of everything else a push may have got through. */
  readonly #neverPushed = new Set<string>();
  #lastSigning: Promise<unknown> = Promise.resolve();

  constructor(options: MessageSenderOptions) {
    this.#connections = options.connections;
    this.#wallet = options.wallet;
    this.#journal = options.journal;
    this.#logger = options.logger;
    this.#locate = options.locate;
  }

  /**
   * Signs a confirmed approval and pushes it. Throws only while nothing is signed; afterwards the journal tells what became of it.
   *
   * @throws SextantError `not-connected`, `wrong-network`, `message-refused`, and what signing throws
   */
  async send(frozen: FrozenApproval, consent: Consent): Promise<ConfirmResult> {
    // One at a time until signed: two approvals with the same nonce must not both be signed.
    const signing = this.#lastSigning.then(() => this.#sign(frozen, consent));
    this.#lastSigning = signing.catch(() => undefined);
    const signed = await signing;
    try {
      await this.push(frozen.approval.id);
    } catch (error) {
      // The signature is on disk: whatever goes wrong from here on is for the follower to mend.
      this.#logger.error('A signed message could not be pushed', { id: frozen.approval.id, error });
    }
    return { journalId: frozen.approval.id, cid: signed.signedCid };
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

  /** An intent that nobody will confirm any more. */
  async abandon(id: string, why: 'rejected' | 'expired'): Promise<void> {
    if (this.#journal.get(id)?.stage === 'intent') {
      const note = why === 'rejected' ? 'Never signed: the approval was rejected.' : 'Never signed: the approval expired.';
      await this.#journal.step(id, { stage: 'failed', note, problem: note });
    }
  }

  /** Asks the node itself, once more: another one may answer at this address since the connection was made. */
  async #requireNetwork(genesisCid: string, networkName: string): Promise<void> {
    const active = this.#connections.getActive();
    if (active === undefined) {
      throw new SextantError('not-connected', 'No node is connected. The message was not signed.', { retryable: true });
    }
    if (active.facts.genesisCid !== genesisCid) {
      throw new SextantError(
        'wrong-network',
        `This message was made for ${networkName}, and the connected node is on ${active.facts.networkName}. Nothing was signed.`,
        { retryable: true },
      );
    }
    if (!(await this.#isOn(active, genesisCid))) {
      throw new SextantError(
        'wrong-network',
        `This message was made for ${networkName}, and another network answers now where ${active.name} was. Nothing was signed.`,
        { retryable: true },
      );
    }
  }

  async #isOn(active: ActiveConnection, genesisCid: string): Promise<boolean> {
    const genesis = await active.client.call('ChainGetGenesis', [], { schema: zGenesis, cause: 'compose: is it still the same network' });
    return genesis.value.Cids[0]?.['/'] === genesisCid;
  }

  async #sign({ approval, messageBytes, ...frozen }: FrozenApproval, consent: Consent): Promise<{ signedCid: string }> {
    const { id, genesisCid, networkName, unsignedCid, methodName } = approval;
    const signedBefore = this.#journal.get(id)?.signedCid;
    if (signedBefore !== undefined) {
      return { signedCid: signedBefore };
    }
    await this.#requireNetwork(genesisCid, networkName);
    const message = decodeMessage(messageBytes);
    const holder = ownHolderOfNonce(this.#journal.list(), genesisCid, message.from, message.nonce);
    if (holder !== undefined) {
      throw new SextantError(
        'message-refused',
        `Another message with nonce ${message.nonce} was signed since this one was prepared. Prepare it again to get the next nonce.`,
      );
    }
    // A second try after a wrong passphrase goes on with the same intent.
    if (this.#journal.get(id) === undefined) {
      const bytesHex = bytesToHex(messageBytes);
      const { letter, connectionName, madeAtHeight } = frozen;
      await this.#journal.begin({ id, genesisCid, networkName, connectionName, letter, bytesHex, unsignedCid, methodName, madeAtHeight });
    }
    const { signature } = await this.#wallet.sign({ messageBytes, genesisCid, ...consent });
    const signed = { message, signature: { type: 'secp256k1' as const, data: signature } };
    if (!equalBytes(encodeMessage(message), messageBytes) || messageCid(message) !== unsignedCid || !verifyMessageSignature(signed)) {
      throw new SextantError('internal', 'The signature does not fit the message that was approved. Nothing was sent.');
    }
    const signedCid = signedMessageCid(signed);
    // Before the journal shows it: the follower may push as soon as it sees the signature.
    this.#neverPushed.add(id);
    await this.#journal.step(id, { stage: 'signed', signedHex: bytesToHex(encodeSignedMessage(signed)), signedCid });
    return { signedCid };
  }

  async #push(id: string): Promise<void> {
    const sent = this.#journal.get(id);
    if (sent?.signedHex === undefined || sent.signedCid === undefined) {
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
      if (active !== undefined && active.facts.genesisCid === intent.genesisCid && (await this.#isOn(active, intent.genesisCid))) {
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
      await this.#journal.step(id, { stage: 'rejected', note: refusalText(error), problem: refusalText(error) }, context);
      return;
    }
    this.#logger.warn('A push did not get through', { id, code: error.code });
    this.#journal.annotate(id, { problem: error.code === 'disk-failure' ? error.message : `Not pushed yet: ${error.message}` });
  }
}
