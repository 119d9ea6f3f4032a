/**
 * Exports recorded calls to a file, which a document then fetches in pieces.
 *
 * The export is masked like the recording. If signatures are included, only those of this machine's own journal are restored. Files are in the
 * inspector's temporary folder until they are fetched, at most until Sextant quits.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallExport, CallSelection } from '../../../shared/ipc/schemas/inspector.ts';
import { diskFailure } from '../../persistence/disk-failure.ts';
import type { Clock } from '../../platform/ports.ts';
import type { CallListing } from './call-listing.ts';
import type { RecordedBody, RecordedCall } from './call-source.ts';
import { harText } from './har-export.ts';
import { isSignedPush, type OwnSignatures, withOwnSignatures } from './journal-signatures.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { MemoryBody } from './recorded-body.ts';
import { bodyText } from './recorded-text.ts';
import { sessionLines } from './session-writer.ts';
import type { TemporaryFile, TemporaryFiles } from './temporary-files.ts';

export interface CallExportsOptions {
  readonly listing: Pick<CallListing, 'select' | 'sourceOf'>;
  readonly files: TemporaryFiles;
  readonly signatures: OwnSignatures;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Version of Sextant. */
  readonly version: string;
}

export type ExportQuestion = CallSelection & {
  readonly format: 'session' | 'har';
  readonly includesSignatures: boolean;
  /** Whether to replace hosts, addresses and peer IDs by pseudonyms. */
  readonly hidesNames: boolean;
};

/** A multiple of three, so that the base64 of the pieces can be concatenated. */
const PIECE_BYTES = 768 * 1024;
/** Maximum number of files waiting to be fetched; one more removes the oldest. */
const MAX_EXPORTS = 3;
/** A push is only larger for a batch of many thousand messages. */
const MAX_PUSH_BYTES = 4 * 1024 * 1024;

interface WaitingExport {
  readonly file: TemporaryFile;
  readonly sizeBytes: number;
}

export class CallExports {
  readonly #options: CallExportsOptions;
  readonly #waiting = new Map<string, WaitingExport>();

  constructor(options: CallExportsOptions) {
    this.#options = options;
  }

  /** @throws SextantError `invalid-input` if no call matches, `not-found` (the session is not open), `disk-failure` */
  async exportCalls({ format, includesSignatures, hidesNames, ...selection }: ExportQuestion): Promise<CallExport> {
    const { listing, files, clock, version } = this.#options;
    const source = listing.sourceOf(selection.source);
    const summaries = listing.select(selection);
    if (summaries.length === 0) {
      throw new SextantError('invalid-input', 'No calls match, so there is nothing to save.');
    }
    const written = new Set<number>();
    const pseudonyms = hidesNames ? new Pseudonyms() : undefined;
    const callOf = async (id: number): Promise<RecordedCall | undefined> => {
      const recorded = source.get(id);
      if (recorded === undefined) {
        return undefined;
      }
      written.add(id);
      const call = { ...recorded, request: await this.#requestOf(recorded, includesSignatures) };
      return pseudonyms === undefined ? call : pseudonyms.ofCall(call);
    };
    const savedAtMs = clock.nowMs();
    const file = await files.create();
    try {
      // Not a stream of the handle: a stream that leaves the handle open would prevent it from being closed.
      const target = async (pieces: AsyncIterable<Uint8Array | string>): Promise<void> => {
        for await (const piece of pieces) await file.handle.appendFile(piece);
      };
      await (format === 'session'
        ? pipeline(
            Readable.from(sessionLines({ version, savedAtMs, callCount: summaries.length, calls: callsOf(summaries, callOf) })),
            createGzip(),
            target,
          )
        : pipeline(Readable.from(harText({ version, summaries, callOf })), target));
      const { size } = await file.handle.stat();
      const exportId = randomUUID();
      this.#waiting.set(exportId, { file, sizeBytes: size });
      await this.#removeOldest();
      const fileName = `sextant-calls-${fileTime(savedAtMs)}.${format === 'session' ? 'ndjson.gz' : 'har'}`;
      return { exportId, fileName, sizeBytes: size, callCount: written.size };
    } catch (error) {
      await file.remove();
      throw error instanceof Error && 'syscall' in error ? diskFailure('write', 'a temporary file of the inspector', error) : error;
    }
  }

  /** Return a piece of an exported file. The last piece removes the file. @throws SextantError `not-found` */
  async readExport({
    exportId,
    offset,
  }: {
    readonly exportId: string;
    readonly offset: number;
  }): Promise<{ base64: string; next?: number }> {
    const waiting = this.#waiting.get(exportId);
    if (waiting === undefined) {
      throw new SextantError('not-found', 'This file is no longer available. Save the calls again.');
    }
    const { file, sizeBytes } = waiting;
    const bytes = Buffer.alloc(Math.max(0, Math.min(PIECE_BYTES, sizeBytes - offset)));
    await file.handle.read(bytes, 0, bytes.length, offset);
    const next = offset + bytes.length;
    if (next < sizeBytes) {
      return { base64: bytes.toString('base64'), next };
    }
    this.#waiting.delete(exportId);
    await file.remove();
    return { base64: bytes.toString('base64') };
  }

  async stop(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    await Promise.all(waiting.map(({ file }) => file.remove()));
  }

  async #requestOf(call: RecordedCall, includesSignatures: boolean): Promise<RecordedBody> {
    const { request, summary } = call;
    const text = includesSignatures && isSignedPush(summary.method) ? await bodyText(request, MAX_PUSH_BYTES) : undefined;
    const signed = text === undefined ? undefined : withOwnSignatures(summary.method, text, this.#options.signatures);
    return signed === undefined ? request : new MemoryBody(signed, request.facts.sizeBytes, request.facts.isTruncated);
  }

  async #removeOldest(): Promise<void> {
    for (const [id, { file }] of this.#waiting) {
      if (this.#waiting.size <= MAX_EXPORTS) {
        break;
      }
      this.#waiting.delete(id);
      await file.remove();
    }
  }
}

async function* callsOf(
  summaries: Iterable<{ readonly id: number }>,
  callOf: (id: number) => Promise<RecordedCall | undefined>,
): AsyncGenerator<RecordedCall> {
  for (const { id } of summaries) {
    const call = await callOf(id);
    if (call !== undefined) {
      yield call;
    }
  }
}

/** Format a time for file names on every file system. */
function fileTime(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-');
}
