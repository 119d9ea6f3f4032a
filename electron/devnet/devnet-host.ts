import { type ResourceLimits, Worker } from 'node:worker_threads';
import { workerEntry } from '../platform/worker-entry.ts';
import type { ChainOpening, DevnetAddresses, DevnetOptions, RunningDevnet } from './devnet-options.ts';
import type { DevnetWorkerCommand, DevnetWorkerMessage } from './devnet-worker.ts';

/** Timeout for a worker to stop before it is terminated. */
const STOP_TIMEOUT_MS = 5_000;
/**
 * Heap limit of the worker: several times what a long run with the large miner needs. With V8's default the heap grows three times as
 * large before a collection, without being noticeably faster.
 */
export const NODE_LIMITS: ResourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 };

export interface LaunchedDevnet extends RunningDevnet {
  /** Rejects if the chain cannot be opened, or if the node ends unexpectedly. */
  readonly ended: Promise<never>;
  /** Resolves when creation of a new chain starts; never if one exists. */
  readonly making: Promise<void>;
  /** How the chain was opened; creating one takes seconds. Rejects as `ended`. */
  readonly opened: Promise<ChainOpening>;
  /** Dismiss the notice about a replaced chain. */
  dismissReplaced(): void;
}

/**
 * Run the embedded node in a worker thread, so that it never blocks the host. Resolves once the node listens, before its chain is
 * open. Rejects if it cannot start.
 */
export function launchDevnetWorker(options: DevnetOptions = {}): Promise<LaunchedDevnet> {
  const worker = new Worker(workerEntry('devnet-worker'), {
    workerData: options,
    resourceLimits: NODE_LIMITS,
  });
  let isStopping = false;
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => {
      // Stopping while the chain is being opened is not an error.
      if (!isStopping) reject(new Error(`The embedded node ended with code ${code}.`));
    });
    worker.on('message', (message: DevnetWorkerMessage) => {
      if (message.type === 'failed') reject(new Error(message.message));
    });
  });
  const addresses = new Promise<DevnetAddresses>((resolve) => {
    worker.on('message', (message: DevnetWorkerMessage) => {
      if (message.type === 'listening') resolve(message.addresses);
    });
  });
  const opened = new Promise<ChainOpening>((resolve, reject) => {
    worker.on('message', (message: DevnetWorkerMessage) => {
      if (message.type === 'opened') resolve(message.opening);
    });
    ended.catch(reject);
  });
  const making = new Promise<void>((resolve) => {
    worker.on('message', (message: DevnetWorkerMessage) => {
      if (message.type === 'making') resolve();
    });
  });
  // Avoid unhandled rejections: the caller may await them later, or never.
  ended.catch(() => undefined);
  opened.catch(() => undefined);
  const listening = addresses.then((known) => ({
    ...known,
    ended,
    making,
    opened,
    dismissReplaced: () => post(worker, 'dismiss-replaced'),
    stop: () => {
      isStopping = true;
      return stop(worker);
    },
  }));
  return Promise.race([listening, ended]);
}

function stop(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS);
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    post(worker, 'stop');
  });
}

function post(worker: Worker, command: DevnetWorkerCommand): void {
  worker.postMessage(command);
}
