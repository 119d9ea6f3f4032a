/**
 * Opened sessions, and files that are being imported.
 *
 * A file arrives in pieces from a document; its size is limited before it is parsed by `session-reader.ts`, which trusts nothing in it. A
 * session never causes a call. Called by the inspector's handlers.
 */

import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { defined } from '../../../shared/collections/defined.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallSession } from '../../../shared/ipc/schemas/inspector.ts';
import { MAX_PASTED_LENGTH, readPasted } from '../../../shared/pasted/read-pasted.ts';
import { diskFailure } from '../../persistence/disk-failure.ts';
import type { Clock } from '../../platform/ports.ts';
import type { CallSource } from './call-source.ts';
import { pastedRecords } from './pasted-records.ts';
import { isPacked, readSession, type SavedRecord } from './session-reader.ts';
import { SessionSource } from './session-source.ts';
import type { TemporaryFile, TemporaryFiles } from './temporary-files.ts';

export interface CallSessionsOptions {
  readonly files: TemporaryFiles;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Where sessions are registered by id. */
  readonly sources: Map<string, CallSource>;
  /** Called after a session was opened or closed. */
  readonly onChange: () => void;
  readonly maxFileBytes?: number;
}

export interface SessionPiece {
  readonly importId?: string | undefined;
  readonly name: string;
  readonly base64: string;
  readonly isLast: boolean;
  readonly isPasted?: boolean | undefined;
}

export const MAX_SESSIONS = 10;
const MAX_FILE_BYTES = 256 * 1024 ** 2;
/** Maximum number of concurrent imports; one more ends the oldest, whose document is gone. */
const MAX_IMPORTS = 3;

interface Import {
  readonly file: TemporaryFile;
  sizeBytes: number;
  /** The write of the previous piece: pieces are written one after another. */
  last: Promise<unknown>;
}

export class CallSessions {
  readonly #options: CallSessionsOptions;
  readonly #imports = new Map<string, Import>();
  readonly #sessions = new Map<string, SessionSource>();

  constructor(options: CallSessionsOptions) {
    this.#options = options;
  }

  /** In order of opening. */
  list(): CallSession[] {
    return [...this.#sessions.values()].map(({ session }) => session);
  }

  /**
   * Add a piece of a file; the last one opens the session.
   *
   * @throws SextantError `invalid-input` (no session, too large, too many open), `not-found` (an import that has ended), `disk-failure`
   */
  async importPiece({ importId, name, base64, isLast, isPasted = false }: SessionPiece): Promise<{ importId: string; sessionId?: string }> {
    const id = importId ?? randomUUID();
    if (isPasted && importId === undefined) await this.#closePasted();
    const known = importId === undefined ? await this.#begin(id) : this.#imports.get(id);
    if (known === undefined) {
      throw new SextantError('not-found', 'This file is no longer being opened. Open it again.');
    }
    const step = known.last.then(() => this.#take(known, base64));
    known.last = step.catch(() => undefined);
    try {
      await step;
      return isLast ? { importId: id, sessionId: await this.#open(known, name, isPasted) } : { importId: id };
    } catch (error) {
      await this.#end(id);
      throw error;
    } finally {
      if (isLast) {
        await this.#end(id);
      }
    }
  }

  /** Close a session and free its memory; does nothing if there is none. */
  async close(id: string): Promise<void> {
    const source = this.#sessions.get(id);
    if (source !== undefined) {
      this.#sessions.delete(id);
      this.#options.sources.delete(id);
      this.#options.onChange();
      await source.close();
    }
  }

  async stop(): Promise<void> {
    const imports = [...this.#imports.keys()].map((id) => this.#end(id));
    const sessions = [...this.#sessions.values()].map((session) => session.close());
    this.#sessions.clear();
    await Promise.all([...imports, ...sessions]);
  }

  async #begin(id: string): Promise<Import> {
    this.#refuseMore();
    const [oldest] = this.#imports.keys();
    if (this.#imports.size >= MAX_IMPORTS && oldest !== undefined) {
      await this.#end(oldest);
    }
    const begun: Import = { file: await this.#options.files.create(), sizeBytes: 0, last: Promise.resolve() };
    this.#imports.set(id, begun);
    return begun;
  }

  async #take(to: Import, base64: string): Promise<void> {
    const bytes = Buffer.from(base64, 'base64');
    const { maxFileBytes = MAX_FILE_BYTES } = this.#options;
    if (to.sizeBytes + bytes.length > maxFileBytes) {
      throw new SextantError('invalid-input', `The file is larger than ${maxFileBytes / 1024 ** 2} MiB, the maximum for a session.`);
    }
    await onDisk('write', () => to.file.handle.write(bytes, 0, bytes.length, to.sizeBytes));
    to.sizeBytes += bytes.length;
  }

  /** Only one pasted text is open at a time. */
  async #closePasted(): Promise<void> {
    for (const { id, origin } of this.list()) {
      if (origin === 'text') await this.close(id);
    }
  }

  async #read({ file, sizeBytes }: Import, bodies: FileHandle, isPasted: boolean): Promise<ReadRecording> {
    if (!isPasted && (await isPacked(file.handle))) {
      const { header, records, problems } = await readSession(file.handle, bodies);
      return { origin: 'session', records, problems, savedAtMs: header.savedAtMs, version: header.sextantVersion };
    }
    return readText(file.handle, sizeBytes, bodies, { isPasted, nowMs: this.#options.clock.nowMs() });
  }

  async #open(begun: Import, name: string, isPasted: boolean): Promise<string> {
    this.#refuseMore();
    const bodies = await this.#options.files.create();
    try {
      const { origin, records, problems, savedAtMs, version } = await onDisk('read', () => this.#read(begun, bodies.handle, isPasted));
      this.#refuseMore();
      const session: CallSession = {
        id: `session-${randomUUID()}`,
        name: name.trim() === '' ? 'Session' : name,
        origin,
        openedAtMs: this.#options.clock.nowMs(),
        ...defined({ savedAtMs, version }),
        callCount: records.length,
        errorCount: records.filter(({ summary }) => summary.status === 'error').length,
        sizeBytes: begun.sizeBytes,
        problems: [...problems],
      };
      const source = new SessionSource(session, records, bodies);
      this.#sessions.set(session.id, source);
      this.#options.sources.set(session.id, source);
      this.#options.onChange();
      return session.id;
    } catch (error) {
      await bodies.remove();
      throw error;
    }
  }

  #refuseMore(): void {
    if (this.#sessions.size >= MAX_SESSIONS) {
      throw new SextantError('invalid-input', `${MAX_SESSIONS} sessions are open, the maximum. Close one first.`);
    }
  }

  async #end(id: string): Promise<void> {
    const ended = this.#imports.get(id);
    this.#imports.delete(id);
    await ended?.file.remove();
  }
}

interface ReadRecording extends Pick<CallSession, 'origin' | 'savedAtMs' | 'version'> {
  readonly records: readonly SavedRecord[];
  readonly problems: readonly string[];
}

async function readText(
  file: FileHandle,
  sizeBytes: number,
  bodies: FileHandle,
  { isPasted, nowMs }: { readonly isPasted: boolean; readonly nowMs: number },
): Promise<ReadRecording> {
  // A byte is at most one character, so this text is never truncated.
  if (sizeBytes > MAX_PASTED_LENGTH) {
    throw new SextantError(
      'invalid-input',
      `The HAR file is larger than ${MAX_PASTED_LENGTH / 1024 ** 2} MiB, the maximum. Save fewer calls or bodies.`,
    );
  }
  const bytes = Buffer.alloc(sizeBytes);
  await file.read(bytes, 0, sizeBytes, 0);
  const pasted = readPasted(bytes.toString('utf8'));
  if (pasted === undefined || (!isPasted && pasted.kind === 'error')) {
    throw new SextantError('invalid-input', 'This file is neither a saved session nor a HAR file and contains no request or reply.');
  }
  if (pasted.calls.length === 0) {
    throw new SextantError('invalid-input', 'This HAR file contains no JSON-RPC calls.');
  }
  const { records, problems } = await pastedRecords(pasted, bodies, nowMs);
  const origin = !isPasted && pasted.kind === 'har' ? 'har' : 'text';
  return { origin, records, problems: [...pasted.problems, ...problems] };
}

async function onDisk<T>(action: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? diskFailure(action, 'a temporary file of the inspector', error) : error;
  }
}
