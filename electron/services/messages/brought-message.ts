/**
 * Takes in a message that was signed elsewhere: verified, written to the journal, pushed, followed like one's own.
 *
 * The signed bytes are on disk before the push. The same message given twice, at once or later, is one entry.
 */
import { randomUUID } from 'node:crypto';
import { methodName } from '../../../shared/domain/actor-methods.ts';
import { singletonActorType } from '../../../shared/domain/actor-type.ts';
import { bytesToHex } from '../../../shared/domain/bytes.ts';
import { encodeMessage, encodeSignedMessage, messageCid, signedMessageCid } from '../../../shared/domain/message.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { NewIntent, SendJournal } from '../../wallet/send-journal.ts';
import { isSettled } from '../../wallet/sent-message.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { askActor, type ChainPort } from './follow-view.ts';
import { entryOf, pushProblemOf, type ReadMessage, readMessageText } from './signed-reader.ts';

export interface BroughtMessagesOptions {
  readonly journal: SendJournal;
  readonly chain: Pick<ChainPort, 'tipsets' | 'slice'>;
}

export class BroughtMessages {
  readonly #journal: SendJournal;
  readonly #chain: BroughtMessagesOptions['chain'];
  #lastTaken: Promise<unknown> = Promise.resolve();

  constructor({ journal, chain }: BroughtMessagesOptions) {
    this.#journal = journal;
    this.#chain = chain;
  }

  /**
   * The id of its entry, with the signed bytes on disk and nothing held back.
   *
   * @throws SextantError `invalid-input`, `message-refused` where its signature is not valid or it cannot be pushed here, `disk-failure`
   */
  take(text: string, active: ActiveConnection): Promise<string> {
    const read = readMessageText(text);
    // One at a time, so that the same message is found when it comes a second time.
    const taken = this.#lastTaken.then(() => this.#take(read, active));
    this.#lastTaken = taken.catch(() => undefined);
    return taken;
  }

  async #take(read: ReadMessage, active: ActiveConnection): Promise<string> {
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
      throw new SextantError('message-refused', 'This message is waiting for approval here. Confirm or reject it first.');
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

  /** Nothing before it can carry the message: while its nonce is not used, that is the head. */
  async #earliestHeight({ signed: { message } }: ReadMessage, active: ActiveConnection): Promise<number> {
    const head = this.#chain.slice.get().connectionId === active.id ? this.#chain.tipsets.at(-1) : undefined;
    if (head === undefined) {
      return 0;
    }
    const { nonce } = await askActor(active, message.from, head);
    if (nonce > message.nonce) {
      throw new SextantError(
        'message-refused',
        `The sender's next nonce is ${nonce}: a message with nonce ${message.nonce} was executed already, so this one never will be, unless it was this very one.`,
      );
    }
    return Math.max(0, head.height - 1);
  }
}
