/**
 * Journal of signed messages: every stage is on disk before the next one begins.
 *
 * Trusts the disk only as far as its checksums. On opening, the records are replayed: an intent without a signature becomes `failed` (the
 * process ended before signing), or `signed` without its bytes if a damaged line may have contained the signature; everything with a
 * signature continues from its last stage. Called by sending and by following; its list topic is the contract's `messages.journalChanged`.
 */
import { defined } from '../../shared/collections/defined.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { bytesToHex, hexToBytes } from '../../shared/domain/encoding/bytes.ts';
import { decodeSignedMessage, encodeMessage, type Message, messageCid, type SignedMessage } from '../../shared/domain/messages/message.ts';
import type { JournalEntry, JournalFileState } from '../../shared/ipc/schemas/journal.ts';
import { AppendOnlyJournal, type OpenFile } from '../persistence/append-only-journal.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import { ListTopic } from '../platform/topics.ts';
import type { IntentRecord, JournalRecord, SingleRecord, StepRecord } from './journal-record.ts';
import { RECORD_VERSION, recordsOf, zJournalRecord } from './journal-record.ts';
import type { SentMessage, StepContext } from './sent-message.ts';
import { isSettled, sentFromIntent, toJournalEntry, withStep } from './sent-message.ts';

/** Maximum in the contract's topic: older entries are dropped from the list, never from the file. */
const MAX_LISTED = 2000;
export const NEVER_SIGNED = 'Sextant ended before this message was signed. Nothing was sent.';
/** A damaged line may have contained the signature: the nonce is reserved, and the message is searched for on the chain. */
export const PERHAPS_SIGNED =
  'A damaged line of the journal may have contained the signature of this message, so its nonce stays reserved. To use the nonce, replace or cancel this message.';

/** The underlying file; a test can wrap it to stop at a certain record. */
export interface RecordFile {
  append(record: JournalRecord): Promise<void>;
  close(): Promise<void>;
}

export interface SendJournalOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wrapFile?: (file: RecordFile) => RecordFile;
  readonly openFile?: OpenFile;
}

export type NewIntent = Omit<IntentRecord, 'kind' | 'version' | 'atMs'>;
export type NewStep = Omit<StepRecord, 'kind' | 'version' | 'id' | 'atMs'>;

/** A step of an entry, with context that is not stored. */
export interface EntryStep {
  readonly id: string;
  readonly step: NewStep;
  readonly context?: StepContext;
}

export class SendJournal {
  readonly topic = new ListTopic<JournalEntry>((entry) => entry.id, MAX_LISTED);
  /** Path of the file, and damage found when it was opened. */
  readonly file: JournalFileState;
  readonly #clock: Clock;
  readonly #file: RecordFile;
  readonly #sent = new Map<string, SentMessage>();
  /** Ids of replacements, oldest first, by the id of the entry they replace. */
  readonly #replacements = new Map<string, string[]>();
  /** Ids of the entries with the same nonce, oldest first. */
  readonly #sameNonce = new Map<string, string[]>();

  private constructor(options: SendJournalOptions, file: RecordFile, state: JournalFileState) {
    this.file = state;
    this.#clock = options.clock;
    this.#file = file;
  }

  /** @throws SextantError `disk-failure` */
  static async open(options: SendJournalOptions): Promise<SendJournal> {
    const { path, logger, openFile } = options;
    const { journal, records, damaged, restored } = await AppendOnlyJournal.open({
      path,
      schema: zJournalRecord,
      logger,
      ...defined({ openFile }),
    });
    const opened = new SendJournal(options, options.wrapFile?.(journal) ?? journal, {
      path,
      damagedLines: damaged.length,
      ...defined({ restored }),
    });
    opened.#replay(records, logger);
    const unsigned = opened.list().filter((sent) => sent.stage === 'intent');
    const step: NewStep =
      damaged.length === 0
        ? { stage: 'failed', note: NEVER_SIGNED, problem: NEVER_SIGNED }
        : { stage: 'signed', isHeld: false, note: 'The journal line after this one is damaged.', problem: PERHAPS_SIGNED };
    await opened.stepAll(unsigned.map(({ intent }) => ({ id: intent.id, step })));
    opened.topic.put(
      opened
        .list()
        .slice(-MAX_LISTED)
        .map((sent) => opened.#entryOf(sent)),
    );
    return opened;
  }

  /** Oldest first. */
  list(): readonly SentMessage[] {
    return [...this.#sent.values()];
  }

  /** Return the entries of a network that are not settled. */
  listOpen(genesisCid: string): readonly SentMessage[] {
    return this.list().filter((sent) => sent.intent.genesisCid === genesisCid && !isSettled(sent));
  }

  get(id: string): SentMessage | undefined {
    return this.#sent.get(id);
  }

  /** Return all entries of this sender and nonce on a network, oldest first. */
  listOfNonce(genesisCid: string, { from, nonce }: Pick<Message, 'from' | 'nonce'>): readonly SentMessage[] {
    return (this.#sameNonce.get(nonceKey(genesisCid, from, nonce)) ?? []).flatMap((id) => this.#sent.get(id) ?? []);
  }

  /** Return the newest signed entry that replaces this one, unless a node rejected it. */
  replacementOf(id: string): SentMessage | undefined {
    const candidates = (this.#replacements.get(id) ?? []).flatMap((candidate) => this.#sent.get(candidate) ?? []);
    return candidates.findLast(({ signedHex, stage }) => signedHex !== undefined && stage !== 'rejected' && stage !== 'failed');
  }

  /** Return the signed message of these bytes; undefined if they were not signed here. */
  signedMessageOf(unsignedCid: string): SignedMessage | undefined {
    for (const { intent, signedHex } of this.#sent.values()) {
      if (intent.unsignedCid === unsignedCid && signedHex !== undefined) {
        return decodeSignedMessage(hexToBytes(signedHex));
      }
    }
    return undefined;
  }

  /** Write an intent to disk. Nothing may be signed before this has resolved. */
  async begin(intent: NewIntent): Promise<SentMessage> {
    await this.beginAll([intent]);
    return this.#require(intent.id);
  }

  /** Write many intents at once: after a torn write, all of them are there or none. */
  async beginAll(intents: readonly NewIntent[]): Promise<void> {
    const atMs = this.#clock.nowMs();
    const records = intents.map((intent): IntentRecord => {
      if (this.#sent.has(intent.id)) {
        throw new Error(`The journal already has an entry ${intent.id}.`);
      }
      return { kind: 'intent', version: RECORD_VERSION, atMs, ...intent };
    });
    await this.#append(records);
    this.#keepAll(records.map(sentFromIntent));
  }

  /** Write a message that was signed elsewhere: intent and signature at once. */
  async beginSigned(intent: NewIntent, signed: NewStep & { readonly stage: 'signed' }): Promise<void> {
    const atMs = this.#clock.nowMs();
    const { id } = intent;
    const records: [IntentRecord, StepRecord] = [
      { kind: 'intent', version: RECORD_VERSION, atMs, ...intent },
      { kind: 'step', version: RECORD_VERSION, id, atMs, ...signed },
    ];
    await this.#append(records);
    this.#keepAll([withStep(sentFromIntent(records[0]), records[1])]);
  }

  /** Write a step to disk, then publish it. A settled message accepts no more steps. */
  async step(id: string, step: NewStep, context?: StepContext): Promise<SentMessage> {
    await this.stepAll([context === undefined ? { id, step } : { id, step, context }]);
    const sent = this.#sent.get(id);
    if (sent === undefined) {
      throw new Error(`The journal has no entry ${id}.`);
    }
    return sent;
  }

  /** Write many steps at once, several of one entry in order: after a torn write, all of them are there or none. */
  async stepAll(steps: readonly EntryStep[]): Promise<void> {
    const atMs = this.#clock.nowMs();
    const records = steps.map(({ id, step }): StepRecord => {
      this.#require(id);
      return { kind: 'step', version: RECORD_VERSION, id, atMs, ...step };
    });
    await this.#append(records);
    const changed = new Map<string, SentMessage>();
    for (const [index, record] of records.entries()) {
      // Read it again: another step may have been written meanwhile.
      const sent = changed.get(record.id) ?? this.#sent.get(record.id);
      if (sent !== undefined && !isSettled(sent)) {
        changed.set(record.id, withStep(sent, record, steps[index]?.context));
      }
    }
    this.#keepAll([...changed.values()]);
  }

  /**
   * Update facts that change with every head or attempt and that are found again after a restart; they are not written to disk. A settled
   * entry is not changed.
   */
  annotate(id: string, facts: Partial<Pick<SentMessage, 'confirmations' | 'trouble'>> & { readonly problem?: string | undefined }): void {
    const sent = this.#sent.get(id);
    if (sent === undefined || isSettled(sent)) {
      return;
    }
    const { problem, ...rest } = sent;
    const nextProblem = 'problem' in facts ? facts.problem : problem;
    const confirmations = facts.confirmations ?? sent.confirmations;
    const trouble = facts.trouble ?? sent.trouble;
    if (nextProblem === problem && confirmations === sent.confirmations && trouble === sent.trouble) {
      return;
    }
    this.#keepAll([
      {
        ...rest,
        ...defined({ confirmations, trouble, problem: nextProblem }),
      },
    ]);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #append(records: readonly SingleRecord[]): Promise<void> {
    const [first] = records;
    if (first !== undefined) {
      await this.#file.append(records.length === 1 ? first : { kind: 'group', version: RECORD_VERSION, records: [...records] });
    }
  }

  #require(id: string): SentMessage {
    const sent = this.#sent.get(id);
    if (sent === undefined) {
      throw new Error(`The journal has no entry ${id}.`);
    }
    if (isSettled(sent)) {
      throw new Error(`The journal's entry ${id} is settled.`);
    }
    return sent;
  }

  #keep(sent: SentMessage): void {
    const { id, replacesId, genesisCid } = sent.intent;
    if (!this.#sent.has(id)) {
      addTo(this.#sameNonce, nonceKey(genesisCid, sent.message.from, sent.message.nonce), id);
      if (replacesId !== undefined) {
        addTo(this.#replacements, replacesId, id);
      }
    }
    this.#sent.set(id, sent);
  }

  #keepAll(changed: readonly SentMessage[]): void {
    const isNew = new Set(changed.map(({ intent }) => intent.id).filter((id) => !this.#sent.has(id)));
    for (const sent of changed) {
      this.#keep(sent);
    }
    // An entry names its replacement, so it is published again when that one changes.
    const replaced = changed.flatMap(({ intent }) => this.#sent.get(intent.replacesId ?? '') ?? []);
    const shown = [...changed, ...replaced].filter(({ intent }) => isNew.has(intent.id) || this.topic.get(intent.id) !== undefined);
    this.topic.put(shown.map((sent) => this.#entryOf(this.#sent.get(sent.intent.id) ?? sent)));
  }

  #entryOf(sent: SentMessage): JournalEntry {
    return toJournalEntry(sent, this.replacementOf(sent.intent.id)?.intent.id);
  }

  /**
   * Build an entry for a signature whose intent is on a damaged line, so that its nonce stays reserved. It gets the network of the sender's
   * last message and is held, because that network may be wrong.
   */
  #sentOfOrphan({ signedHex, atMs, id }: StepRecord): SentMessage | undefined {
    if (signedHex === undefined) return undefined;
    const message = messageOf(signedHex);
    if (message === undefined) return undefined;
    const last = this.list().findLast((sent) => sent.message.from === message.from);
    if (last === undefined) return undefined;
    const { genesisCid, networkName, connectionName, letter, madeAtHeight } = last.intent;
    return sentFromIntent({
      kind: 'intent',
      version: RECORD_VERSION,
      id,
      atMs,
      genesisCid,
      networkName,
      connectionName,
      letter,
      madeAtHeight,
      bytesHex: bytesToHex(encodeMessage(message)),
      unsignedCid: messageCid(message),
      methodName: message.method === 0n ? 'Send' : `Method ${message.method}`,
      isHeld: true,
    });
  }

  #replay(lines: readonly JournalRecord[], logger: Logger): void {
    for (const record of lines.flatMap(recordsOf)) {
      if (record.kind === 'intent') {
        this.#keep(sentFromIntent(record));
        continue;
      }
      const sent = this.#sent.get(record.id) ?? this.#sentOfOrphan(record);
      if (sent === undefined) {
        logger.warn('A step of the send journal has no intent', { id: record.id, stage: record.stage });
        continue;
      }
      // As in the session that wrote it, steps after the last stage are ignored.
      if (!isSettled(sent)) {
        this.#keep(withStep(sent, record));
      }
    }
  }
}

function messageOf(signedHex: string): Message | undefined {
  try {
    return decodeSignedMessage(hexToBytes(signedHex)).message;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function nonceKey(genesisCid: string, from: string, nonce: bigint): string {
  return `${genesisCid} ${from} ${nonce}`;
}

function addTo(index: Map<string, string[]>, key: string, id: string): void {
  index.set(key, [...(index.get(key) ?? []), id]);
}
