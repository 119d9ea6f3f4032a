/**
 * Pinned and noted calls of the live recording, kept in a file of the profile over restarts.
 *
 * What is written is masked, as everything in the recording is, in the format of a saved session. A file that cannot be read is left
 * as it is; the next pin keeps it under another name. Called by the inspector.
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

/** Several pins in a row are written once. */
const PAUSE_MS = 500;

export class PinnedCalls {
  readonly #options: PinnedCallsOptions;
  readonly #restored: Promise<void>;
  #cancelTimer: (() => void) | undefined;
  #isChanged = false;
  /** The file holds what this run could not read, whole or in part. */
  #isUnread = false;
  /** One write after the other. */
  #writing: Promise<void> = Promise.resolve();

  constructor(options: PinnedCallsOptions) {
    this.#options = options;
    this.#restored = this.#restore().catch((error: unknown) => {
      // The inspector works without them.
      this.#isUnread = true;
      options.logger.error('The pinned calls of earlier runs could not be read. The next pin keeps their file beside the new one.', {
        error,
      });
    });
  }

  /** Resolves when the calls of earlier runs are in the recording. */
  get restored(): Promise<void> {
    return this.#restored;
  }

  /** A pin or a note was changed. */
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
      // Tried again with the next change, and when the inspector stops.
      this.#isChanged = true;
      this.#options.logger.error('The pinned calls could not be saved. They are saved with the next pin; a restart before it loses them.', {
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
