/**
 * Imports a message that was signed elsewhere: verified, written to the journal, then pushed and followed like one signed here.
 *
 * The signed bytes are on disk before the push. Importing the same message twice returns the same entry.
 */
import { randomUUID } from 'node:crypto';
import { bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { encodeMessage, encodeSignedMessage, messageCid, signedMessageCid } from '../../../../shared/domain/messages/message.ts';
import { methodName } from '../../../../shared/domain/methods/actor-methods.ts';
import { singletonActorType } from '../../../../shared/domain/methods/actor-type.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { NewIntent, SendJournal } from '../../../wallet/send-journal.ts';
import { isSettled } from '../../../wallet/sent-message.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import { askActor, type ChainPort } from './follow-view.ts';
import { entryOf, pushProblemOf, type ReadMessage, readMessageText } from './signed-reader.ts';

export interface ImportedMessagesOptions {
  readonly journal: SendJournal;
  readonly chain: Pick<ChainPort, 'tipsets' | 'slice'>;
}

export class ImportedMessages {
  readonly #journal: SendJournal;
  readonly #chain: ImportedMessagesOptions['chain'];
  #lastImport: Promise<unknown> = Promise.resolve();

  constructor({ journal, chain }: ImportedMessagesOptions) {
    this.#journal = journal;
    this.#chain = chain;
  }

  /**
   * Import a signed message and return the id of its journal entry. An entry that was held is released.
   *
   * @throws SextantError `invalid-input`, `message-refused` for an invalid signature or a message that cannot be pushed here, `disk-failure`
   */
  importMessage(text: string, active: ActiveConnection): Promise<string> {
    const read = readMessageText(text);
    // One at a time, so that a second import of the same message finds the first entry.
    const imported = this.#lastImport.then(() => this.#import(read, active));
    this.#lastImport = imported.catch(() => undefined);
    return imported;
  }

  async #import(read: ReadMessage, active: ActiveConnection): Promise<string> {
    const { signed } = read;
    const { message } = signed;
    const { genesisCid, networkName } = active.facts;
    const entry = entryOf(signed, this.#journal, genesisCid);
    const problem = pushProblemOf(read, active, entry);
    if (problem !== undefined) {
      throw new SextantError('message-refused', problem);
    }
    if (entry?.signedHex !== undefined) {
      if (entry.isHeld && !isSettled(entry)) {
        await this.#journal.step(entry.intent.id, { stage: entry.stage, isHeld: false, note: 'Released manually.' });
      }
      return entry.intent.id;
    }
    if (entry !== undefined) {
      throw new SextantError('message-refused', 'This message has a pending approval. Confirm or reject it first.');
    }
    const id = randomUUID();
    const intent: NewIntent = {
      id,
      genesisCid,
      networkName,
      connectionName: active.name,
      letter: active.letter,
      bytesHex: bytesToHex(encodeMessage(message)),
      unsignedCid: messageCid(message),
      methodName: methodName(singletonActorType(message.to), message.method) ?? `Method ${message.method}`,
      madeAtHeight: await this.#earliestHeight(read, active),
      origin: 'elsewhere',
    };
    await this.#journal.beginSigned(intent, {
      stage: 'signed',
      note: 'Signed elsewhere and imported.',
      signedHex: bytesToHex(encodeSignedMessage(signed)),
      signedCid: signedMessageCid(signed),
    });
    return id;
  }

  /** Return the lowest height that can include the message: while its nonce is unused, that is the head. */
  async #earliestHeight({ signed: { message } }: ReadMessage, active: ActiveConnection): Promise<number> {
    const head = this.#chain.slice.get().connectionId === active.id ? this.#chain.tipsets.at(-1) : undefined;
    if (head === undefined) {
      return 0;
    }
    const { nonce } = await askActor(active, message.from, head);
    if (nonce > message.nonce) {
      throw new SextantError(
        'message-refused',
        `Nonce ${message.nonce} is already used: this message or another one was executed with it. The sender's next nonce is ${nonce}.`,
      );
    }
    return Math.max(0, head.height - 1);
  }
}
