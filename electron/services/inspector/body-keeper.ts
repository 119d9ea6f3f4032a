/**
 * The main thread's side of the body worker: sends it large bodies and reads from them.
 *
 * Readers wait for a body that is still being masked. If the worker dies, its bodies are lost; reading them fails, and the next body starts a
 * new worker.
 */
import { Worker } from 'node:worker_threads';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { BodyFacts } from '../../../shared/ipc/schemas/inspector.ts';
import type { BodyEnvelope, BodyReply, BodyRequest, BodyResults } from './body-protocol.ts';
import type { RecordedBody } from './call-source.ts';
import type { BodyMasking } from './mask-recording.ts';
import { looksLikeJson } from './recorded-body.ts';

export interface KeptBody extends RecordedBody {
  readonly heldBytes: number;
  /** Tells the worker to drop the body. */
  drop(): void;
}

interface Pending {
  readonly resolve: (result: BodyResults[BodyRequest['kind']]) => void;
  readonly reject: (error: SextantError) => void;
}

export class BodyKeeper {
  readonly #entry: URL;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #nextId = 1;

  /** @param entry from `workerEntry('body-worker')` */
  constructor(entry: URL) {
    this.#entry = entry;
  }

  /**
   * Store a body. Its bytes are transferred and no longer usable by the caller.
   *
   * @param onKept called when it is masked, with its facts
   */
  keep(bytes: Uint8Array, masking: BodyMasking, onKept: (recordedBytes: number) => void): KeptBody {
    const worker = this.#running();
    const body = this.#nextId;
    let facts: BodyFacts = { sizeBytes: bytes.length, recordedBytes: bytes.length, isTruncated: false, isJson: looksLikeJson(bytes) };
    const owned = ownBuffer(bytes);
    const kept = this.#ask(worker, { kind: 'keep', body, bytes: owned, masking }, [owned.buffer]).then(
      ({ recordedBytes, isTruncated }) => {
        facts = { ...facts, recordedBytes, isTruncated };
        onKept(recordedBytes);
      },
      (error: unknown) => {
        facts = { ...facts, recordedBytes: 0, isTruncated: true };
        onKept(0);
        throw error;
      },
    );
    // Reported to readers, if there are any.
    kept.catch(() => undefined);
    return {
      get facts() {
        return facts;
      },
      get heldBytes() {
        return facts.recordedBytes;
      },
      read: async (offset, lengthBytes) => {
        await kept;
        return this.#ask(worker, { kind: 'read', body, offset, lengthBytes });
      },
      open: async (question) => {
        await kept;
        return this.#ask(worker, { kind: 'open', body, question });
      },
      find: async (question) => {
        await kept;
        return this.#ask(worker, { kind: 'find', body, question });
      },
      drop: () => {
        if (this.#worker === worker) {
          this.#ask(worker, { kind: 'drop', body }).catch(() => undefined);
        }
      },
    };
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#failPending();
    await worker?.terminate();
  }

  #ask<K extends BodyRequest['kind']>(
    worker: Worker,
    request: Extract<BodyRequest, { kind: K }>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<BodyResults[K]> {
    if (this.#worker !== worker) {
      return Promise.reject(lost());
    }
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise<BodyResults[K]>((resolve, reject) => {
      this.#pending.set(id, { resolve: (result) => resolve(result as BodyResults[K]), reject });
      worker.postMessage({ id, request } satisfies BodyEnvelope, [...transfer]);
    });
  }

  #running(): Worker {
    if (this.#worker !== undefined) {
      return this.#worker;
    }
    const worker = new Worker(this.#entry, { env: {}, execArgv: [], name: 'bodies' });
    this.#worker = worker;
    worker.unref();
    worker.on('message', (reply: BodyReply) => {
      const pending = this.#pending.get(reply.id);
      this.#pending.delete(reply.id);
      if (reply.isOk) pending?.resolve(reply.result);
      else pending?.reject(lost());
    });
    worker.on('error', () => this.#lose(worker));
    worker.on('exit', () => this.#lose(worker));
    return worker;
  }

  #lose(worker: Worker): void {
    if (this.#worker === worker) {
      this.#worker = undefined;
      this.#failPending();
    }
  }

  #failPending(): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(lost());
  }
}

function lost(): SextantError {
  return new SextantError('not-found', 'This body is no longer recorded: it was dropped or could not be stored.');
}

/** Copy the bytes into their own buffer, which can be transferred. */
function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
