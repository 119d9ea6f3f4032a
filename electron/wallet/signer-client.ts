/**
 * The main thread's side of the signer worker.
 *
 * Sends bytes to sign and passphrases, and receives signatures and encrypted vaults. Called by the wallet service and by sending. A worker
 * lives while the vault is unlocked or a request is in progress: data that its code cannot overwrite (strings, numbers of the curve
 * arithmetic) is freed with its heap. If a worker dies, pending requests fail and the vault counts as locked. The next request starts a new
 * worker. None is started in advance: V8 would give it the memory pages of the previous one, not cleared.
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
  /** Called when the vault is locked or unlocked or the auto-lock time changes; undefined for locked. */
  readonly onState: (autoLockAtMs: number | undefined) => void;
}

/** The part of the signer that the wallet uses. */
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

  /** End the worker, and with it every key. */
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
    // The worker needs neither the environment nor the flags of its parent.
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
    // A request to lock is answered when the heap has been freed.
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
