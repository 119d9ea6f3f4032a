/**
 * From a confirmed approval to signed bytes on disk, in durable steps.
 *
 * intents on disk → signed in the worker → signatures and CIDs checked here → signed bytes on disk. Each step writes the whole approval at
 * once. Trusts the bytes of the approval, which the user saw. Called by approvals.
 */
import { setImmediate } from 'node:timers/promises';
import { bytesToHex, equalBytes } from '../../../../shared/domain/encoding/bytes.ts';
import {
  decodeMessage,
  encodeMessage,
  encodeSignedMessage,
  type Message,
  messageCid,
  signedMessageCid,
} from '../../../../shared/domain/messages/message.ts';
import { verifyMessageSignature } from '../../../../shared/domain/messages/message-signature.ts';
import type { Signature } from '../../../../shared/domain/signatures/signature.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import { isPlainTransfer } from '../../../../shared/validation/is-plain-transfer.ts';
import type { FrozenBytes, FrozenSending } from '../../../wallet/approvals.ts';
import type { EntryStep, SendJournal } from '../../../wallet/send-journal.ts';
import { isExecuted, occupiesNonce, type SentMessage } from '../../../wallet/sent-message.ts';
import type { WalletService } from '../../../wallet/wallet-service.ts';
import type { ActiveConnectionSource } from '../../connections/active-connection.ts';
import { isStillOn } from './same-network.ts';

export interface Consent {
  readonly passphrase?: string;
  readonly isNewNetworkAccepted: boolean;
}

/** Journal entry and CID of a signed message. */
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

/** Return a lookup of the newest message with the sender and nonce of another one. One pass serves a whole batch. */
export function newestHolders(sent: readonly SentMessage[], genesisCid: string): (message: Message) => SentMessage | undefined {
  const keyOf = ({ from, nonce }: Message) => `${from} ${nonce}`;
  const holders = new Map<string, SentMessage>();
  for (const entry of sent) {
    if (entry.intent.genesisCid === genesisCid && occupiesNonce(entry)) holders.set(keyOf(entry.message), entry);
  }
  return (message) => holders.get(keyOf(message));
}

/** Return the id of an approval's journal entry; a batch has one per message. */
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
   * Sign a confirmed approval. When it resolves, every signature is on disk; when it throws, nothing was signed.
   *
   * @throws SextantError `not-connected`, `wrong-network`, `message-refused`, and errors of signing
   */
  sign(frozen: FrozenSending, consent: Consent): Promise<readonly SignedEntry[]> {
    // One at a time: two approvals with the same nonce must not both be signed.
    const signing = this.#lastSigning.then(() => this.#sign(frozen, consent));
    this.#lastSigning = signing.catch(() => undefined);
    return signing;
  }

  /** Mark the intents of an approval that was rejected or has expired. */
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
    // A held message is not pushed now, so it can be signed whichever node is connected, or none.
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
      // Checking a thousand signatures takes seconds: let other work run in between.
      await setImmediate();
    }
    for (const { entry } of signed) {
      this.#onSigning(entry.journalId);
    }
    await this.#journal.stepAll(signed.map(({ step }) => step));
    return signed.map(({ entry }) => entry);
  }

  /** Return the entries if they are signed already: nothing is signed twice. */
  #signedBefore(frozen: FrozenSending): readonly SignedEntry[] | undefined {
    const entries = frozen.messages.flatMap((_message, index) => {
      const journalId = journalIdOf(frozen, index);
      const cid = this.#journal.get(journalId)?.signedCid;
      return cid === undefined ? [] : [{ journalId, cid }];
    });
    return entries.length === frozen.messages.length ? entries : undefined;
  }

  /** Write the intents. A second attempt after a wrong passphrase reuses them. */
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

  /** Refuse a nonce that another message has, except the one that the approval replaces. */
  #requireNonces({ approval, messages, replacesId }: FrozenSending): void {
    const holderOf = newestHolders(this.#journal.list(), approval.genesisCid);
    for (const { messageBytes } of messages) {
      const message = decodeMessage(messageBytes);
      const holder = holderOf(message);
      if (holder?.intent.id !== replacesId) {
        throw new SextantError(
          'message-refused',
          holder === undefined
            ? `The message to replace no longer has nonce ${message.nonce}. Prepare this message again.`
            : `Another message with nonce ${message.nonce} was signed since this one was prepared. Prepare this message again.`,
        );
      }
      if (holder !== undefined && isExecuted(holder)) {
        throw new SextantError('message-refused', `The message to replace, with nonce ${message.nonce}, has been executed.`);
      }
    }
  }

  /** Check the network with the node again: since connecting, another node may answer at this URL. */
  async #requireNetwork(genesisCid: string, networkName: string): Promise<void> {
    const active = this.#connections.getActive();
    if (active === undefined) {
      throw new SextantError('not-connected', 'No node is connected. Nothing was signed.', { retryable: true });
    }
    if (active.facts.genesisCid !== genesisCid) {
      throw new SextantError(
        'wrong-network',
        `This approval is for ${networkName}, but the connected node is on ${active.facts.networkName}. Nothing was signed.`,
        { retryable: true },
      );
    }
    if (!(await isStillOn(active, genesisCid))) {
      throw new SextantError(
        'wrong-network',
        `This approval is for ${networkName}, but ${active.name} is now on another network. Nothing was signed.`,
        { retryable: true },
      );
    }
  }
}

/** Combine message and signature, after verifying that it is the sender's signature of exactly these bytes. */
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
    throw new SextantError('internal', 'The signature does not match the approved message. Nothing was sent.');
  }
  const signed = { message, signature };
  return { signedHex: bytesToHex(encodeSignedMessage(signed)), signedCid: signedMessageCid(signed) };
}
