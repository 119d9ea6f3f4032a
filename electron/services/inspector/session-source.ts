/** The calls of an opened session, read-only. Bodies are read from their temporary file. */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallSession, CallSummary } from '../../../shared/ipc/schemas/inspector.ts';
import { openBody } from './body-tree.ts';
import type { CallSource, RecordedBody, RecordedCall } from './call-source.ts';
import type { SavedBody, SavedRecord } from './session-reader.ts';
import type { TemporaryFile } from './temporary-files.ts';

/** Values beyond this size are only in the text, not in the tree. */
const MAX_OPEN_BYTES = 128 * 1024 ** 2;

export class SessionSource implements CallSource {
  readonly session: CallSession;
  /** Nothing changes in a session. */
  readonly revision = 0;
  readonly #records: ReadonlyMap<number, SavedRecord>;
  readonly #children: ReadonlyMap<number, readonly CallSummary[]>;
  readonly #bodies: TemporaryFile;
  #isClosed = false;

  constructor(session: CallSession, records: readonly SavedRecord[], bodies: TemporaryFile) {
    this.session = session;
    this.#bodies = bodies;
    this.#records = new Map(records.map((record) => [record.summary.id, record]));
    this.#children = Map.groupBy(
      records.map((record) => record.summary).filter((summary) => summary.parentId !== undefined),
      (summary) => summary.parentId ?? 0,
    );
  }

  get id(): string {
    return this.session.id;
  }

  get size(): number {
    return this.#records.size;
  }

  get(id: number): RecordedCall | undefined {
    const record = this.#records.get(id);
    if (record === undefined) {
      return undefined;
    }
    const { request, response, ...rest } = record;
    return { ...rest, request: this.#body(request), ...(response === undefined ? {} : { response: this.#body(response) }) };
  }

  *summaries(): Iterable<CallSummary> {
    for (const { summary } of this.#records.values()) {
      yield summary;
    }
  }

  childrenOf(id: number): readonly CallSummary[] {
    return this.#children.get(id) ?? [];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#bodies.remove();
  }

  #body({ facts, start }: SavedBody): RecordedBody {
    const read = async (offset: number, lengthBytes: number): Promise<Uint8Array> => {
      if (this.#isClosed) {
        throw new SextantError('not-found', 'This session was closed. Open its file again to read it.');
      }
      const bytes = new Uint8Array(Math.max(0, Math.min(lengthBytes, facts.recordedBytes - offset)));
      const { bytesRead } = await this.#bodies.handle.read(bytes, 0, bytes.length, start + offset);
      return bytes.subarray(0, bytesRead);
    };
    return { facts, read, open: async (question) => openBody(await read(0, MAX_OPEN_BYTES), question) };
  }
}
