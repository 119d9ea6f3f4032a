/**
 * The journal of what was sent: every stage is on disk before the next one is begun.
 *
 * Trusts the disk only as far as its checksums. On opening, records are added up again: an intent that was never followed by a
 * signature becomes `failed` (the process ended before anything was signed), everything that carries a signature goes on from
 * where it was. Called by sending and by following; the list topic it keeps is the contract's `messages.journalChanged`.
 */
import { hexToBytes } from '../../shared/domain/bytes.ts';
import { decodeSignedMessage, type SignedMessage } from '../../shared/domain/message.ts';
import type { JournalEntry } from '../../shared/ipc/schemas/journal.ts';
import { AppendOnlyJournal } from '../persistence/append-only-journal.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import { ListTopic } from '../platform/topics.ts';
import type { IntentRecord, JournalRecord, StepRecord } from './journal-record.ts';
import { zJournalRecord } from './journal-record.ts';
import type { SentMessage, StepContext } from './sent-message.ts';
import { isSettled, sentFromIntent, toJournalEntry, withStep } from './sent-message.ts';

/** As the contract's topic: older entries leave the list, never the file. */
const LIST_LIMIT = 2000;
export const NEVER_SIGNED = 'Sextant ended before this message was signed. Nothing was sent.';

/** The file underneath; a test may put one in between that stops at a chosen record. */
export interface RecordFile {
  append(record: JournalRecord): Promise<void>;
  close(): Promise<void>;
}

export interface SendJournalOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wrapFile?: (file: RecordFile) => RecordFile;
}

export type NewStep = Omit<StepRecord, 'kind' | 'version' | 'id' | 'atMs'>;

export class SendJournal {
  readonly topic = new ListTopic<JournalEntry>((entry) => entry.id, LIST_LIMIT);
  readonly #clock: Clock;
  readonly #file: RecordFile;
  readonly #sent = new Map<string, SentMessage>();

  private constructor(options: SendJournalOptions, file: RecordFile) {
    this.#clock = options.clock;
    this.#file = file;
  }

  /** @throws SextantError `disk-failure` */
  static async open(options: SendJournalOptions): Promise<SendJournal> {
    const { journal, records } = await AppendOnlyJournal.open({ path: options.path, schema: zJournalRecord, logger: options.logger });
    const opened = new SendJournal(options, options.wrapFile?.(journal) ?? journal);
    opened.#replay(records, options.logger);
    for (const sent of [...opened.#sent.values()]) {
      if (sent.stage === 'intent') {
        await opened.step(sent.intent.id, { stage: 'failed', note: NEVER_SIGNED, problem: NEVER_SIGNED });
      }
    }
    opened.topic.put([...opened.#sent.values()].map(toJournalEntry));
    return opened;
  }

  /** Oldest first. */
  list(): readonly SentMessage[] {
    return [...this.#sent.values()];
  }

  /** What something can still become of, on one network. */
  listOpen(genesisCid: string): readonly SentMessage[] {
    return this.list().filter((sent) => sent.intent.genesisCid === genesisCid && !isSettled(sent));
  }

  get(id: string): SentMessage | undefined {
    return this.#sent.get(id);
  }

  /** What was signed on this machine for these bytes; undefined where nothing was. */
  signedMessageOf(unsignedCid: string): SignedMessage | undefined {
    for (const { intent, signedHex } of this.#sent.values()) {
      if (intent.unsignedCid === unsignedCid && signedHex !== undefined) {
        return decodeSignedMessage(hexToBytes(signedHex));
      }
    }
    return undefined;
  }

  /** Puts the intent on disk. Nothing may be signed before this has resolved. */
  async begin(intent: Omit<IntentRecord, 'kind' | 'version' | 'atMs'>): Promise<SentMessage> {
    const record: IntentRecord = { kind: 'intent', version: 1, atMs: this.#clock.nowMs(), ...intent };
    await this.#file.append(record);
    const sent = sentFromIntent(record);
    this.#keep(sent);
    return sent;
  }

  /** Puts a stage on disk, then shows it. A settled message takes no more steps. */
  async step(id: string, step: NewStep, context?: StepContext): Promise<SentMessage> {
    this.#require(id);
    const record: StepRecord = { kind: 'step', version: 1, id, atMs: this.#clock.nowMs(), ...step };
    await this.#file.append(record);
    // Read again: another step may have been written while this one was on its way to the disk.
    const sent = withStep(this.#require(id), record, context);
    this.#keep(sent);
    return sent;
  }

  /** Facts that change with every head or attempt, and that a restart finds again by itself; they are not written to disk. */
  annotate(id: string, facts: { readonly confirmations?: number; readonly problem?: string | undefined }): void {
    const sent = this.#require(id);
    const { problem, ...rest } = sent;
    const nextProblem = 'problem' in facts ? facts.problem : problem;
    const confirmations = facts.confirmations ?? sent.confirmations;
    if (nextProblem === problem && confirmations === sent.confirmations) {
      return;
    }
    this.#keep({
      ...rest,
      ...(confirmations === undefined ? {} : { confirmations }),
      ...(nextProblem === undefined ? {} : { problem: nextProblem }),
    });
  }

  async close(): Promise<void> {
    await this.#file.close();
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
    this.#sent.set(sent.intent.id, sent);
    this.topic.put([toJournalEntry(sent)]);
  }

  #replay(records: readonly JournalRecord[], logger: Logger): void {
    for (const record of records) {
      if (record.kind === 'intent') {
        this.#sent.set(record.id, sentFromIntent(record));
        continue;
      }
      const sent = this.#sent.get(record.id);
      if (sent === undefined) {
        logger.warn('A step of the send journal belongs to no intent', { id: record.id, stage: record.stage });
        continue;
      }
      this.#sent.set(record.id, withStep(sent, record));
    }
  }
}
