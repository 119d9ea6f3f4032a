/**
 * Saves pinned and noted calls of the live recording in a file of the profile.
 *
 * The file is masked like the recording and has the format of a saved session. A file that cannot be read is not overwritten; the next pin
 * renames it. Called by the inspector.
 */
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isMissingFile } from '../../persistence/disk-failure.ts';
import { replaceFile } from '../../persistence/replace-file.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import type { CallRecorder } from './call-recorder.ts';
import { MemoryBody } from './recorded-body.ts';
import { readSession, type SavedBody } from './session-reader.ts';
import { sessionLines } from './session-writer.ts';
import type { TemporaryFiles } from './temporary-files.ts';

export interface PinnedCallsOptions {
  readonly path: string;
  readonly files: TemporaryFiles;
  readonly recorder: CallRecorder;
  readonly clock: Pick<Clock, 'after' | 'nowMs'>;
  readonly logger: Logger;
  readonly version: string;
}

/** Delay of writing, so that several pins are written at once. */
const PAUSE_MS = 500;

export class PinnedCalls {
  readonly #options: PinnedCallsOptions;
  readonly #restored: Promise<void>;
  #cancelTimer: (() => void) | undefined;
  #isChanged = false;
  /** Whether the file has content that could not be read. */
  #isUnread = false;
  /** One write after the other. */
  #writing: Promise<void> = Promise.resolve();

  constructor(options: PinnedCallsOptions) {
    this.#options = options;
    this.#restored = this.#restore().catch((error: unknown) => {
      // The inspector works without them.
      this.#isUnread = true;
      options.logger.error('Could not read the pinned calls of earlier sessions. The next pin keeps their file next to the new one.', {
        error,
      });
    });
  }

  /** Resolve when the calls of earlier sessions are in the recording. */
  get restored(): Promise<void> {
    return this.#restored;
  }

  /** Called when a pin or a note has changed. */
  changed(): void {
    this.#isChanged = true;
    this.#cancelTimer ??= this.#options.clock.after(PAUSE_MS, () => {
      this.#cancelTimer = undefined;
      void this.#trySave();
    });
  }

  async stop(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    await this.#trySave();
  }

  async #trySave(): Promise<void> {
    try {
      await this.#save();
    } catch (error) {
      // Retried with the next change, and when the inspector stops.
      this.#isChanged = true;
      this.#options.logger.error('Could not save the pinned calls. Sextant retries with the next pin; a restart before that loses them.', {
        error,
      });
    }
  }

  async #restore(): Promise<void> {
    const { path, files, recorder } = this.#options;
    const file = await open(path).catch((error: unknown) => {
      if (isMissingFile(error)) return undefined;
      throw error;
    });
    if (file === undefined) return;
    const bodies = await files.create();
    try {
      const { records } = await readSession(file, bodies.handle);
      const read = async ({ start, facts }: SavedBody): Promise<MemoryBody> => {
        const bytes = new Uint8Array(facts.recordedBytes);
        await bodies.handle.read(bytes, 0, bytes.length, start);
        return new MemoryBody(Buffer.from(bytes).toString('utf8'), facts.sizeBytes, facts.isTruncated);
      };
      for (const { request, response, ...call } of records) {
        recorder.restore({ ...call, request: await read(request), ...(response === undefined ? {} : { response: await read(response) }) });
      }
    } finally {
      await bodies.remove();
      await file.close();
    }
  }

  #save(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    await this.#restored;
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const { path, recorder, clock, version } = this.#options;
    const calls = recorder.marked();
    const lines: string[] = [];
    const content = sessionLines({
      version,
      savedAtMs: clock.nowMs(),
      callCount: calls.length,
      calls,
    });
    for await (const line of content) lines.push(line);
    await replaceFile(path, await promisify(gzip)(lines.join('')), this.#isUnread ? `${path}.damaged` : undefined);
    this.#isUnread = false;
  }
}
