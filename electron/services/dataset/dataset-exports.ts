/**
 * Exports rows of a dataset to one file at a time in the profile, which the document then fetches in chunks.
 *
 * Owns one topic, the progress of the export. The file is removed once it was fetched, another export starts or Sextant stops. Called by
 * the services whose rows are exported.
 */

import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defined } from '../../../shared/collections/defined.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { DatasetExport } from '../../../shared/ipc/schemas/dataset.ts';
import type { ExportPlan } from '../../dataset/questions/export-deals.ts';
import type { MarketDataset } from '../../dataset/questions/market-dataset.ts';
import { isFullDisk } from '../../persistence/disk-failure.ts';
import type { Logger, ProfilePaths } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';

/** A multiple of three, so that the base64 chunks can be concatenated. */
const CHUNK_BYTES = 768 * 1024;
const IDLE: DatasetExport = { state: 'idle', bytes: 0 };

interface Running {
  readonly id: string;
  readonly stopping: AbortController;
  readonly done: Promise<void>;
}

export class DatasetExports {
  readonly topic = new ValueTopic<DatasetExport>(IDLE);
  readonly folder: string;
  readonly #logger: Logger;
  #running: Running | undefined;
  #file: { readonly id: string; readonly path: string; readonly handle: FileHandle; readonly bytes: number } | undefined;

  constructor({ paths, logger }: { readonly paths: Pick<ProfilePaths, 'file'>; readonly logger: Logger }) {
    this.folder = paths.file('exports');
    this.#logger = logger.child('exports');
  }

  /**
   * Start an export; resolves with its ID.
   *
   * @param expected number of rows, if counted
   * @throws SextantError `name-taken` while another export runs
   */
  async startExport(
    dataset: MarketDataset,
    plan: ExportPlan,
    what: NonNullable<DatasetExport['what']>,
    expected: number | undefined,
  ): Promise<string> {
    if (this.#running !== undefined) throw new SextantError('name-taken', 'Another export is running. Stop it first.');
    const id = randomUUID();
    const stopping = new AbortController();
    const facts = { exportId: id, what, form: plan.form, ...defined({ expected }) };
    const run = async (): Promise<void> => {
      await this.#discard();
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const path = join(this.folder, `${id}.${plan.form}`);
      stopping.signal.throwIfAborted();
      const rows = await dataset.write(plan, {
        file: path,
        signal: stopping.signal,
        onProgress: ({ rows: written, bytes }) => this.topic.set({ ...facts, state: 'writing', bytes, ...defined({ rows: written }) }),
      });
      const handle = await open(path, 'r');
      const { size } = await handle.stat();
      this.#file = { id, path, handle, bytes: size };
      this.topic.set({ ...facts, state: 'done', rows, bytes: size });
    };
    this.topic.set({ ...facts, state: 'writing', bytes: 0 });
    const done = run()
      .catch((error: unknown) => {
        const { rows, bytes } = this.topic.get();
        const ended = { ...facts, bytes, ...defined({ rows }) };
        if (stopping.signal.aborted) {
          this.topic.set({ ...ended, state: 'stopped' });
          return;
        }
        const message = error instanceof Error ? error.message : String(error);
        this.#logger.error('An export failed', { message });
        const failure = isFullDisk(error) ? 'The disk is full. Free some space and export again.' : message;
        this.topic.set({ ...ended, state: 'failed', failure });
      })
      .finally(() => {
        this.#running = undefined;
      });
    this.#running = { id, stopping, done };
    return id;
  }

  /** Stop the running export, or remove a complete file. */
  async stopExport(): Promise<void> {
    const running = this.#running;
    running?.stopping.abort(new Error('stopped'));
    await running?.done;
    if (running !== undefined) return;
    await this.#discard();
    this.topic.set(IDLE);
  }

  /** Read a chunk of a complete file; the last chunk removes the file. @throws SextantError `not-found` */
  async readExport({
    exportId,
    offset,
  }: {
    readonly exportId: string;
    readonly offset: number;
  }): Promise<{ base64: string; next?: number }> {
    const file = this.#file;
    if (file === undefined || file.id !== exportId) throw new SextantError('not-found', 'The exported file was removed. Export again.');
    const chunk = Buffer.alloc(Math.max(0, Math.min(CHUNK_BYTES, file.bytes - offset)));
    await file.handle.read(chunk, 0, chunk.length, offset);
    const next = offset + chunk.length;
    if (next < file.bytes) return { base64: chunk.toString('base64'), next };
    await this.#discard();
    this.topic.set(IDLE);
    return { base64: chunk.toString('base64') };
  }

  /** Remove files of earlier runs. */
  async clean(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    await this.stopExport();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #discard(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    if (file === undefined) return;
    await file.handle.close();
    await rm(file.path, { force: true });
  }
}
