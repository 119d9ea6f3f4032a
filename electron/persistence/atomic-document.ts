/**
 * A JSON document on disk with atomic writes and a backup.
 *
 * Content is untrusted: it passes the migrations and then the schema. An unreadable file is set aside and its backup used, with a log
 * entry; if both are unreadable, loading fails and nothing is overwritten until both are set aside. A document of a newer version is
 * rejected. Used by services that store data over restarts.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { Logger } from '../platform/ports.ts';
import { diskFailure, isMissingFile } from './disk-failure.ts';
import { replaceFile } from './replace-file.ts';
import { setAside } from './set-aside.ts';

const zEnvelope = z.object({ version: z.number().int().min(1), data: z.unknown() });

/** `migrations[n]` turns the data of version n into that of version n + 1. */
export type Migrations = Readonly<Record<number, (data: unknown) => unknown>>;

export interface AtomicDocumentOptions<S extends z.ZodType> {
  readonly path: string;
  readonly schema: S;
  /** The version that this program writes, counted from 1. */
  readonly version: number;
  readonly migrations?: Migrations;
  /** The content before the first save. */
  readonly initial: () => z.output<S>;
  readonly logger: Logger;
}

type Reading<T> =
  | { readonly kind: 'missing' }
  | { readonly kind: 'good'; readonly value: T }
  | { readonly kind: 'bad'; readonly reason: string };

export class AtomicDocument<S extends z.ZodType> {
  readonly #options: AtomicDocumentOptions<S>;
  #lastWrite: Promise<void> = Promise.resolve();
  #keptAside: readonly string[] = [];

  constructor(options: AtomicDocumentOptions<S>) {
    this.#options = options;
  }

  get path(): string {
    return this.#options.path;
  }

  /** Paths of the files set aside in this run. */
  get keptAside(): readonly string[] {
    return this.#keptAside;
  }

  get backupPath(): string {
    return `${this.#options.path}.bak`;
  }

  /**
   * Reads the document; the initial value if it was never saved.
   *
   * @throws SextantError `disk-failure` if the file and its backup are unreadable, or a newer version wrote it
   */
  async load(): Promise<z.output<S>> {
    const { path, logger, initial } = this.#options;
    await this.#lastWrite.catch(() => undefined);
    const current = await this.#read(path);
    if (current.kind === 'good') {
      return current.value;
    }
    const previous = await this.#read(this.backupPath);
    if (current.kind === 'missing' && previous.kind === 'missing') {
      return initial();
    }
    const reason = current.kind === 'bad' ? current.reason : 'it is missing';
    if (previous.kind !== 'good') {
      const also = previous.kind === 'bad' ? `, and neither can its backup (${previous.reason})` : '';
      throw new SextantError('disk-failure', `The file ${path} cannot be read: ${reason}${also}. The file was not changed.`);
    }
    if (current.kind === 'bad') {
      this.#keptAside = [await setAside(path)];
    }
    logger.error('A document could not be read; its backup is used', { path, reason });
    return previous.value;
  }

  /** Writes the document; resolves when it is on disk. Writes happen in the order of the calls. */
  save(value: z.output<S>): Promise<void> {
    const { path, schema, version } = this.#options;
    const write = async (): Promise<void> => {
      // Never write a value that could not be read back.
      const data = schema.parse(value);
      try {
        await replaceFile(path, `${JSON.stringify({ version, data }, undefined, 2)}\n`, this.backupPath);
      } catch (error) {
        throw diskFailure('write', path, error);
      }
    };
    const written = this.#lastWrite.then(write, write);
    this.#lastWrite = written.catch(() => undefined);
    return written;
  }

  /**
   * Sets the file and its backup aside, so that an unreadable document can start anew.
   *
   * @throws SextantError `disk-failure`
   */
  async setAside(): Promise<void> {
    const kept: string[] = [];
    for (const path of [this.#options.path, this.backupPath]) {
      try {
        kept.push(await setAside(path));
      } catch (error) {
        if (!(error instanceof SextantError && isMissingFile(error.cause))) {
          throw error;
        }
      }
    }
    this.#keptAside = kept;
  }

  async #read(path: string): Promise<Reading<z.output<S>>> {
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      if (isMissingFile(error)) {
        return { kind: 'missing' };
      }
      throw diskFailure('read', path, error);
    }
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      return { kind: 'bad', reason: text.trim() === '' ? 'it is empty' : 'it is not JSON' };
    }
    const envelope = zEnvelope.safeParse(content);
    if (!envelope.success) {
      return { kind: 'bad', reason: 'it has no version' };
    }
    return this.#migrate(path, envelope.data.version, envelope.data.data);
  }

  #migrate(path: string, storedVersion: number, stored: unknown): Reading<z.output<S>> {
    const { version, migrations = {}, schema, logger } = this.#options;
    if (storedVersion > version) {
      throw new SextantError(
        'disk-failure',
        `The file ${path} was written by a newer version of Sextant (format ${storedVersion}; this version supports ${version}).`,
      );
    }
    let data = stored;
    for (let from = storedVersion; from < version; from += 1) {
      const migrate = migrations[from];
      if (migrate === undefined) {
        return { kind: 'bad', reason: `there is no migration from format ${from}` };
      }
      try {
        data = migrate(data);
      } catch (error) {
        logger.error('A migration failed', { path, from, error });
        return { kind: 'bad', reason: `the migration from format ${from} failed` };
      }
    }
    const parsed = schema.safeParse(data);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return { kind: 'bad', reason: `its content is not valid at ${issue?.path.join('.') || 'the top'}` };
    }
    return { kind: 'good', value: parsed.data };
  }
}
