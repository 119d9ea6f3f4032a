/**
 * An append-only file of JSON records, one per line, each with its length and checksum.
 *
 * `append` resolves only when the record is on disk (fsync). Content is untrusted: an incomplete last line, left by a crash, is truncated;
 * other damaged lines are reported and skipped, never repaired or silently dropped. An intact but unknown record is from a newer version,
 * and the file is then not opened, since ignoring the record would be wrong. A mirror file gets every record after it is on disk; if it
 * has more records than the file, which was deleted, truncated or overwritten, the file is restored from it. Used by the send journal.
 *
 * A line is `<byte length of the JSON> <first 16 hex digits of its SHA-256> <JSON>\n`.
 */

import { createHash } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { defined } from '../../shared/collections/defined.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { Logger } from '../platform/ports.ts';
import { diskFailure, isMissingFile } from './disk-failure.ts';
import { replaceFile, syncFolder } from './replace-file.ts';

const NEWLINE = 0x0a;

interface DamagedLine {
  /** Byte offset of the line in the file. */
  readonly offset: number;
  readonly reason: string;
}

/** The open file of a journal. */
export interface JournalFile {
  readFile(): Promise<Buffer>;
  appendFile(data: Uint8Array): Promise<void>;
  truncate(sizeBytes: number): Promise<void>;
  /** Resolves when everything written is on disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file for reading and appending; creates it if missing. */
export type OpenFile = (path: string) => Promise<JournalFile>;

const openOnDisk: OpenFile = (path) => open(path, 'a+', 0o600);

export interface JournalOptions<S extends z.ZodType> {
  readonly path: string;
  /** Validates every record read or written. Records are plain JSON. */
  readonly schema: S;
  readonly logger: Logger;
  /** Lets tests simulate disk failures. */
  readonly openFile?: OpenFile;
}

export interface OpenedJournal<S extends z.ZodType> {
  readonly journal: AppendOnlyJournal<S>;
  /** Every readable record, oldest first. */
  readonly records: z.output<S>[];
  /** Lines that could not be read. They stay in the file. */
  readonly damaged: DamagedLine[];
  /** The file was restored from its mirror. `keptAs`: where its previous content is kept; absent if it had none. */
  readonly restored?: { readonly keptAs?: string };
}

export class AppendOnlyJournal<S extends z.ZodType> {
  readonly #options: JournalOptions<S>;
  readonly #file: JournalFile;
  /** Undefined after a failed write; recreated at the next start. */
  #mirror: JournalFile | undefined;
  #sizeBytes: number;
  /** A write failed, and its partial data has not been truncated yet. */
  #hasLeftover = false;
  #lastWrite: Promise<void> = Promise.resolve();

  private constructor(options: JournalOptions<S>, file: JournalFile, mirror: JournalFile | undefined, sizeBytes: number) {
    this.#options = options;
    this.#file = file;
    this.#mirror = mirror;
    this.#sizeBytes = sizeBytes;
  }

  /**
   * Opens the journal, creating it if missing, and reads its records.
   *
   * @throws SextantError `disk-failure`, also for a journal of a newer version
   */
  static async open<S extends z.ZodType>(options: JournalOptions<S>): Promise<OpenedJournal<S>> {
    const { path, logger, openFile = openOnDisk } = options;
    try {
      await mkdir(dirname(path), { recursive: true });
      const file = await openFile(path);
      let content = await file.readFile();
      const mirrored = await readMirror(path);
      const restored = await restoredFrom(mirrored, content, file, options);
      if (restored !== undefined) content = mirrored;
      const { records, damaged, foreign, goodBytes } = readLines(content, options.schema);
      if (foreign !== undefined) {
        await file.close();
        throw new SextantError(
          'disk-failure',
          `The file ${path} was written by a newer version of Sextant: at byte ${foreign.offset}, ${foreign.reason}. Use that version.`,
        );
      }
      if (goodBytes < content.length) {
        logger.warn('An incomplete record at the end of a journal was truncated', { path, cutBytes: content.length - goodBytes });
        await file.truncate(goodBytes);
        await file.sync();
      }
      for (const line of damaged) {
        logger.error('A journal record cannot be read', { path, offset: line.offset, reason: line.reason });
      }
      await syncFolder(dirname(path));
      const mirror = await openMirror(path, content.subarray(0, goodBytes), mirrored, logger);
      return {
        journal: new AppendOnlyJournal(options, file, mirror, goodBytes),
        records,
        damaged,
        ...defined({ restored }),
      };
    } catch (error) {
      throw error instanceof SextantError ? error : diskFailure('open', path, error);
    }
  }

  /**
   * Appends a record; resolves when it is on disk. Records are written in the order of the calls.
   *
   * @throws SextantError `disk-failure`; the record is then not in the journal
   */
  append(record: z.output<S>): Promise<void> {
    const write = async (): Promise<void> => {
      const line = writeLine(this.#options.schema.parse(record));
      try {
        if (this.#hasLeftover) {
          await this.#truncateLeftover();
        }
        this.#hasLeftover = true;
        await this.#file.appendFile(line);
        await this.#file.sync();
        this.#hasLeftover = false;
      } catch (error) {
        // If this fails too, the next append retries it, because no record may follow a partial line.
        await this.#truncateLeftover().catch(() => undefined);
        throw diskFailure('write', this.#options.path, error);
      }
      this.#sizeBytes += line.length;
      await this.#appendToMirror(line);
    };
    const written = this.#lastWrite.then(write, write);
    this.#lastWrite = written.catch(() => undefined);
    return written;
  }

  /** Failures are only logged, since the record is already on disk. */
  async #appendToMirror(line: Uint8Array): Promise<void> {
    try {
      await this.#mirror?.appendFile(line);
    } catch (error) {
      this.#options.logger.warn('Could not write the mirror of a journal', { path: mirrorPath(this.#options.path), error });
      await this.#closeMirror();
    }
  }

  async #closeMirror(): Promise<void> {
    const mirror = this.#mirror;
    this.#mirror = undefined;
    await mirror?.close();
  }

  async #truncateLeftover(): Promise<void> {
    await this.#file.truncate(this.#sizeBytes);
    await this.#file.sync();
    this.#hasLeftover = false;
  }

  async close(): Promise<void> {
    await this.#lastWrite;
    await this.#closeMirror();
    await this.#file.close();
  }
}

function mirrorPath(path: string): string {
  return `${path}.mirror`;
}

async function readMirror(path: string): Promise<Buffer> {
  try {
    return await readFile(mirrorPath(path));
  } catch (error) {
    if (isMissingFile(error)) return Buffer.alloc(0);
    throw error;
  }
}

/** Restores the file if its mirror has more records. The file's content is kept under another name. */
async function restoredFrom<S extends z.ZodType>(
  mirrored: Buffer,
  content: Buffer,
  file: JournalFile,
  { path, schema, logger }: JournalOptions<S>,
): Promise<OpenedJournal<S>['restored']> {
  if (mirrored.equals(content)) return undefined;
  const counts = { file: readLines(content, schema).records.length, mirror: readLines(mirrored, schema).records.length };
  if (counts.mirror <= counts.file) return undefined;
  const keptAs = content.length === 0 ? undefined : `${path}.damaged`;
  if (keptAs !== undefined) await replaceFile(keptAs, content);
  await file.truncate(0);
  await file.appendFile(mirrored);
  await file.sync();
  logger.error('A journal was restored from its mirror', { path, keptAs, ...counts });
  return keptAs === undefined ? {} : { keptAs };
}

/** Updates the mirror to the file's content and opens it. A full disk here must not prevent signing. */
async function openMirror(path: string, content: Buffer, mirrored: Buffer, logger: Logger): Promise<JournalFile | undefined> {
  try {
    if (!mirrored.equals(content)) await replaceFile(mirrorPath(path), content);
    return await openOnDisk(mirrorPath(path));
  } catch (error) {
    logger.warn('Could not write the mirror of a journal', { path: mirrorPath(path), error });
    return undefined;
  }
}

function writeLine(record: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(record), 'utf8');
  return Buffer.concat([Buffer.from(`${json.length} ${checksum(json)} `), json, Buffer.of(NEWLINE)]);
}

function checksum(json: Uint8Array): string {
  return createHash('sha256').update(json).digest('hex').slice(0, 16);
}

interface ReadLines<T> {
  readonly records: T[];
  readonly damaged: DamagedLine[];
  /** The first intact but unknown record. */
  readonly foreign: DamagedLine | undefined;
  readonly goodBytes: number;
}

function readLines<S extends z.ZodType>(content: Buffer, schema: S): ReadLines<z.output<S>> {
  const records: z.output<S>[] = [];
  const damaged: DamagedLine[] = [];
  let foreign: DamagedLine | undefined;
  let offset = 0;
  for (let end = content.indexOf(NEWLINE, offset); end !== -1; end = content.indexOf(NEWLINE, offset)) {
    const line = readLine(content.subarray(offset, end), schema);
    if (line.reason === undefined) {
      records.push(line.record);
    } else if (line.isWhole === true) {
      foreign ??= { offset, reason: line.reason };
    } else {
      damaged.push({ offset, reason: line.reason });
    }
    offset = end + 1;
  }
  return { records, damaged, foreign, goodBytes: offset };
}

type Line<T> = { readonly record: T; readonly reason?: undefined } | { readonly reason: string; readonly isWhole?: true };

function readLine<S extends z.ZodType>(line: Buffer, schema: S): Line<z.output<S>> {
  const head = /^(\d{1,10}) ([0-9a-f]{16}) /.exec(line.subarray(0, 30).toString('latin1'));
  if (head === null) {
    return { reason: 'it has no length and checksum' };
  }
  const json = line.subarray(head[0].length);
  if (json.length !== Number(head[1])) {
    return { reason: 'its length is wrong' };
  }
  if (checksum(json) !== head[2]) {
    return { reason: 'its checksum is wrong' };
  }
  let content: unknown;
  try {
    content = JSON.parse(json.toString('utf8'));
  } catch {
    return { reason: 'it is not JSON' };
  }
  const parsed = schema.safeParse(content);
  return parsed.success
    ? { record: parsed.data }
    : { reason: `unknown record at ${parsed.error.issues[0]?.path.join('.') || 'the top'}`, isWhole: true };
}
