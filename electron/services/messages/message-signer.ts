/**
 * From a confirmed approval to signed bytes on disk, one durable step after the other.
 *
 * intent on disk → signed in the worker → signature and CID checked here → signed bytes on disk. Trusts the approval's bytes, which are
 * what the user saw. Called by approvals.
 */
import { bytesToHex, equalBytes } from '../../../shared/domain/bytes.ts';
import { decodeMessage, encodeMessage, encodeSignedMessage, messageCid, signedMessageCid } from '../../../shared/domain/message.ts';
import { verifyMessageSignature } from '../../../shared/domain/message-signature.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { FrozenApproval } from '../../wallet/approvals.ts';
import { ownHolderOfNonce } from '../../wallet/nonce-ledger.ts';
import type { SendJournal } from '../../wallet/send-journal.ts';
import type { WalletService } from '../../wallet/wallet-service.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';
import { isStillOn } from './same-network.ts';

export interface Consent {
  readonly passphrase?: string;
  readonly isNewNetworkAccepted: boolean;
}

export interface MessageSignerOptions {
  readonly connections: Pick<ActiveConnectionSource, 'getActive'>;
  readonly wallet: Pick<WalletService, 'sign'>;
  readonly journal: SendJournal;
  /** Called before a signature is on disk. */
  readonly onSigning: (id: string) => void;
}

export class MessageSigner {
  readonly #connections: MessageSignerOptions['connections'];
  readonly #wallet: MessageSignerOptions['wallet'];
  readonly #journal: SendJournal;
  readonly #onSigning: MessageSignerOptions['onSigning'];
  #lastSigning: Promise<unknown> = Promise.resolve();

  constructor(options: MessageSignerOptions) {
    this.#connections = options.connections;
    this.#wallet = options.wallet;
    this.#journal = options.journal;
    this.#onSigning = options.onSigning;
  }

  /**
   * Signs a confirmed approval. When it resolves, the signature is on disk; when it throws, nothing was signed.
   *
   * @throws SextantError `not-connected`, `wrong-network`, `message-refused`, and what signing throws
   */
  sign(frozen: FrozenApproval, consent: Consent): Promise<{ signedCid: string }> {
    // One at a time: two approvals with the same nonce must not both be signed.
    const signing = this.#lastSigning.then(() => this.#sign(frozen, consent));
    this.#lastSigning = signing.catch(() => undefined);
    return signing;
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
    if (!(await isStillOn(active, genesisCid))) {
      throw new SextantError(
        'wrong-network',
        `This message was made for ${networkName}, and another network answers now where ${active.name} was. Nothing was signed.`,
        { retryable: true },
      );
    }
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
    this.#onSigning(id);
    await this.#journal.step(id, { stage: 'signed', signedHex: bytesToHex(encodeSignedMessage(signed)), signedCid });
    return { signedCid };
  }
}
