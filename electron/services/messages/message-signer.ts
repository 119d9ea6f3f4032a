/**
 * From a confirmed approval to signed bytes on disk, one durable step after the other.
 *
 * intents on disk → signed in the worker → signatures and CIDs checked here → signed bytes on disk. What belongs to one approval is one
 * write each time. Trusts the approval's bytes, which are what the user saw. Called by approvals.
 */
import { setImmediate } from 'node:timers/promises';
import { bytesToHex, equalBytes } from '../../../shared/domain/bytes.ts';
import {
  decodeMessage,
  encodeMessage,
  encodeSignedMessage,
  type Message,
  messageCid,
  signedMessageCid,
} from '../../../shared/domain/message.ts';
import { verifyMessageSignature } from '../../../shared/domain/message-signature.ts';
import type { Signature } from '../../../shared/domain/signature.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { isPlainTransfer } from '../../../shared/validation/is-plain-transfer.ts';
import type { FrozenBytes, FrozenSending } from '../../wallet/approvals.ts';
import type { EntryStep, SendJournal } from '../../wallet/send-journal.ts';
import { isExecuted, occupiesNonce, type SentMessage } from '../../wallet/sent-message.ts';
import type { WalletService } from '../../wallet/wallet-service.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';
import { isStillOn } from './same-network.ts';

export interface Consent {
  readonly passphrase?: string;
  readonly isNewNetworkAccepted: boolean;
}

/** Where a signed message is found in the journal. */
export interface SignedEntry {
  readonly journalId: string;
  readonly cid: string;
}

export interface MessageSignerOptions {
  readonly connections: Pick<ActiveConnectionSource, 'getActive'>;
  readonly wallet: Pick<WalletService, 'signMessages'>;
  readonly journal: Pick<SendJournal, 'list' | 'get' | 'beginAll' | 'stepAll'>;
  /** Called before a signature is on disk. */
  readonly onSigning: (journalId: string) => void;
}

/** Finds the newest message of a sender that has a nonce, if there is one. One pass serves a whole batch. */
export function newestHolders(sent: readonly SentMessage[], genesisCid: string): (message: Message) => SentMessage | undefined {
  const keyOf = ({ from, nonce }: Message) => `${from} ${nonce}`;
  const holders = new Map<string, SentMessage>();
  for (const entry of sent) {
    if (entry.intent.genesisCid === genesisCid && occupiesNonce(entry)) holders.set(keyOf(entry.message), entry);
  }
  return (message) => holders.get(keyOf(message));
}

/** The id of an approval's entry in the journal; a batch has one for each message. */
function journalIdOf({ approval }: FrozenSending, index: number): string {
  return approval.kind === 'batch' ? `${approval.id}-${index}` : approval.id;
}

export class MessageSigner {
  readonly #connections: MessageSignerOptions['connections'];
  readonly #wallet: MessageSignerOptions['wallet'];
  readonly #journal: MessageSignerOptions['journal'];
  readonly #onSigning: MessageSignerOptions['onSigning'];
  #lastSigning: Promise<unknown> = Promise.resolve();

  constructor(options: MessageSignerOptions) {
    this.#connections = options.connections;
    this.#wallet = options.wallet;
    this.#journal = options.journal;
    this.#onSigning = options.onSigning;
  }

  /**
   * Signs a confirmed approval. When it resolves, every signature is on disk; when it throws, nothing was signed.
   *
   * @throws SextantError `not-connected`, `wrong-network`, `message-refused`, and what signing throws
   */
  sign(frozen: FrozenSending, consent: Consent): Promise<readonly SignedEntry[]> {
    // One at a time: two approvals with the same nonce must not both be signed.
    const signing = this.#lastSigning.then(() => this.#sign(frozen, consent));
    this.#lastSigning = signing.catch(() => undefined);
    return signing;
  }

  /** Intents that nobody will confirm any more. */
  async abandon(frozen: FrozenSending, why: 'rejected' | 'expired'): Promise<void> {
    const note = why === 'rejected' ? 'Never signed: the approval was rejected.' : 'Never signed: the approval expired.';
    const steps = frozen.messages
      .map((_message, index) => journalIdOf(frozen, index))
      .filter((id) => this.#journal.get(id)?.stage === 'intent')
      .map((id): EntryStep => ({ id, step: { stage: 'failed', note, problem: note } }));
    await this.#journal.stepAll(steps);
  }

  async #sign(frozen: FrozenSending, consent: Consent): Promise<readonly SignedEntry[]> {
    const { approval, messages } = frozen;
    const { genesisCid, networkName, chainId, isHeld } = approval;
    const signedBefore = this.#signedBefore(frozen);
    if (signedBefore !== undefined) {
      return signedBefore;
    }
    // What is kept here is pushed to nobody now: it is signed for its network whichever node is connected, or none.
    if (!isHeld) {
      await this.#requireNetwork(genesisCid, networkName);
    }
    this.#requireNonces(frozen);
    await this.#begin(frozen);
    const signatures = await this.#wallet.signMessages({
      messages: messages.map(({ messageBytes }) => messageBytes),
      genesisCid,
      ...(chainId === undefined ? {} : { chainId }),
      ...consent,
    });
    const signed: { entry: SignedEntry; step: EntryStep }[] = [];
    for (const [index, message] of messages.entries()) {
      const { signedHex, signedCid } = assemble(message, signatures[index], chainId);
      const id = journalIdOf(frozen, index);
      signed.push({ entry: { journalId: id, cid: signedCid }, step: { id, step: { stage: 'signed', signedHex, signedCid } } });
      // Checking a thousand signatures takes seconds: others have their turn in between.
      await setImmediate();
    }
    for (const { entry } of signed) {
      this.#onSigning(entry.journalId);
    }
    await this.#journal.stepAll(signed.map(({ step }) => step));
    return signed.map(({ entry }) => entry);
  }

  /** What is on disk is never signed again. */
  #signedBefore(frozen: FrozenSending): readonly SignedEntry[] | undefined {
    const entries = frozen.messages.flatMap((_message, index) => {
      const journalId = journalIdOf(frozen, index);
      const cid = this.#journal.get(journalId)?.signedCid;
      return cid === undefined ? [] : [{ journalId, cid }];
    });
    return entries.length === frozen.messages.length ? entries : undefined;
  }

  /** A second try after a wrong passphrase goes on with the same intents. */
  async #begin(frozen: FrozenSending): Promise<void> {
    if (this.#journal.get(journalIdOf(frozen, 0)) !== undefined) {
      return;
    }
    const { approval, letter, connectionName, madeAtHeight, replacesId } = frozen;
    const { genesisCid, networkName, isHeld } = approval;
    await this.#journal.beginAll(
      frozen.messages.map(({ shown }, index) => ({
        id: journalIdOf(frozen, index),
        genesisCid,
        networkName,
        connectionName,
        letter,
        bytesHex: shown.bytesHex,
        unsignedCid: shown.unsignedCid,
        // An Ethereum key cannot call method 0.
        methodName: isPlainTransfer(shown) ? 'Send' : shown.methodName,
        ...(shown.to.robustAddress === undefined ? {} : { toRobust: shown.to.robustAddress }),
        madeAtHeight,
        ...(isHeld ? { isHeld } : {}),
        ...(replacesId === undefined ? {} : { replacesId }),
        ...(approval.kind === 'batch' ? { batchId: approval.id } : {}),
      })),
    );
  }

  /** A nonce may be held by nothing but what the approval said that it replaces. */
  #requireNonces({ approval, messages, replacesId }: FrozenSending): void {
    const holderOf = newestHolders(this.#journal.list(), approval.genesisCid);
    for (const { messageBytes } of messages) {
      const message = decodeMessage(messageBytes);
      const holder = holderOf(message);
      if (holder?.intent.id !== replacesId) {
        throw new SextantError(
          'message-refused',
          holder === undefined
            ? `The message that this one was to replace has no longer nonce ${message.nonce}. Prepare it again.`
            : `Another message with nonce ${message.nonce} was signed since this one was prepared. Prepare it again.`,
        );
      }
      if (holder !== undefined && isExecuted(holder)) {
        throw new SextantError('message-refused', `Nonce ${message.nonce} was used by now: the message to be replaced was executed.`);
      }
    }
  }

  /** Asks the node itself, once more: another one may answer at this address since the connection was made. */
  async #requireNetwork(genesisCid: string, networkName: string): Promise<void> {
    const active = this.#connections.getActive();
    if (active === undefined) {
      throw new SextantError('not-connected', 'No node is connected. Nothing was signed.', { retryable: true });
    }
    if (active.facts.genesisCid !== genesisCid) {
      throw new SextantError(
        'wrong-network',
        `This was made for ${networkName}, and the connected node is on ${active.facts.networkName}. Nothing was signed.`,
        { retryable: true },
      );
    }
    if (!(await isStillOn(active, genesisCid))) {
      throw new SextantError(
        'wrong-network',
        `This was made for ${networkName}, and another network answers now where ${active.name} was. Nothing was signed.`,
        { retryable: true },
      );
    }
  }
}

/** Puts the signature to the message, if it is one of the sender's key over exactly these bytes. */
function assemble(
  { messageBytes, shown }: FrozenBytes,
  signature: Signature | undefined,
  chainId: number | undefined,
): { signedHex: string; signedCid: string } {
  const message = decodeMessage(messageBytes);
  const isSame = equalBytes(encodeMessage(message), messageBytes) && bytesToHex(messageBytes) === shown.bytesHex;
  if (
    signature === undefined ||
    !isSame ||
    messageCid(message) !== shown.unsignedCid ||
    !verifyMessageSignature({ message, signature }, chainId)
  ) {
    throw new SextantError('internal', 'The signature does not fit the message that was approved. Nothing was sent.');
  }
  const signed = { message, signature };
  return { signedHex: bytesToHex(encodeSignedMessage(signed)), signedCid: signedMessageCid(signed) };
}
