/**
 * The main thread's side of the signer worker.
 *
 * It sends bytes to sign and passphrases, and receives signatures and sealed vaults. Called by the wallet service and by
 * sending. A worker lives while the vault is unlocked or a request is under way: what its code cannot overwrite (strings, numbers of the
 * curves' arithmetic) goes with its heap. One that dies takes its keys with it too: pending requests fail and the vault counts as locked.
 * The next request starts a new worker. None is started ahead of it: V8 would give it the pages of the one before, as they are.
 */
import { Worker } from 'node:worker_threads';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { SignerEnvelope, SignerMessage, SignerRequest, SignerResult } from './signer-protocol.ts';

interface Pending {
  readonly resolve: (result: SignerResult<SignerRequest['kind']>) => void;
  readonly reject: (error: SextantError) => void;
}

export interface SignerClientOptions {
  /** From `workerEntry('signer-worker')`. */
  readonly entry: URL;
  /** Whether the vault is unlocked has changed, or until when: the time when it locks by itself, or undefined for locked. */
  readonly onState: (autoLockAtMs: number | undefined) => void;
}

/** What the rest of the wallet needs of the signer. */
export interface SignerPort {
  request<K extends SignerRequest['kind']>(request: Extract<SignerRequest, { kind: K }>): Promise<SignerResult<K>>;
}

export class SignerClient implements SignerPort {
  readonly #entry: URL;
  readonly #onState: SignerClientOptions['onState'];
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #isUnlocked = false;
  #nextId = 1;

  constructor(options: SignerClientOptions) {
    this.#entry = options.entry;
    this.#onState = options.onState;
  }

  request<K extends SignerRequest['kind']>(request: Extract<SignerRequest, { kind: K }>): Promise<SignerResult<K>> {
    const worker = this.#worker ?? this.#start();
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise<SignerResult<K>>((resolve, reject) => {
      this.#pending.set(id, { resolve: (result) => resolve(result as SignerResult<K>), reject });
      worker.postMessage({ id, request } satisfies SignerEnvelope);
    });
  }

  /** Ends the worker, and with it every key. */
  async stop(): Promise<void> {
    this.#failPending();
    await this.#end();
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#isUnlocked = false;
    await worker?.terminate();
  }

  #start(): Worker {
    // No environment, and none of the parent's flags: the worker needs nothing of either.
    const worker = new Worker(this.#entry, { env: {}, execArgv: [], name: 'signer' });
    this.#worker = worker;
    worker.unref();
    worker.on('message', (message: SignerMessage) => void this.#receive(message));
    worker.on('error', () => this.#lose(worker));
    worker.on('exit', () => this.#lose(worker));
    return worker;
  }

  async #receive(message: SignerMessage): Promise<void> {
    if ('event' in message) {
      this.#isUnlocked = message.autoLockAtMs !== undefined;
      this.#onState(message.autoLockAtMs);
      await this.#endWhenDone();
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    // Whoever locks the vault is answered when the heap is gone.
    await this.#endWhenDone();
    if (message.ok) {
      pending?.resolve(message.result);
    } else {
      pending?.reject(new SextantError(message.error.code, message.error.message, { retryable: message.error.retryable }));
    }
  }

  async #endWhenDone(): Promise<void> {
    if (!this.#isUnlocked && this.#pending.size === 0) {
      await this.#end();
    }
  }

  #lose(worker: Worker): void {
    if (this.#worker !== worker) {
      return;
    }
    this.#worker = undefined;
    this.#isUnlocked = false;
    this.#failPending();
    this.#onState(undefined);
  }

  #failPending(): void {
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of lost) {
      pending.reject(new SextantError('internal', 'The signer stopped before it answered. Nothing was signed.', { retryable: true }));
    }
  }
}
