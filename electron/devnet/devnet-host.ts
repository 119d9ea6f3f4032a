import { type ResourceLimits, Worker } from 'node:worker_threads';
import { workerEntry } from '../platform/worker-entry.ts';
import type { ChainOpening, DevnetAddresses, DevnetOptions, RunningDevnet } from './devnet-options.ts';
import type { DevnetWorkerCommand, DevnetWorkerMessage } from './devnet-worker.ts';

/** How long a worker may take to stop by itself. */
const STOP_TIMEOUT_MS = 5_000;
/**
 * Room of its thread: some times what a long run with the large miner and its longest answers holds. With the room that V8 takes by itself
 * it lets three times as much lie about before it collects, and is hardly faster.
 */
export const NODE_LIMITS: ResourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 };

export interface LaunchedDevnet extends RunningDevnet {
  /** Rejects with the reason when the chain cannot be opened, or when the node ends without having been told to. */
  readonly ended: Promise<never>;
  /** Resolves when a new chain begins to be made; never where there is one. */
  readonly making: Promise<void>;
  /** How its chain was opened: that takes seconds where it has to be made. Rejects as `ended`. */
  readonly opened: Promise<ChainOpening>;
  /** That a chain was replaced is known: it is not said at the next start. */
  dismissReplaced(): void;
}

/**
 * Runs the embedded node in a worker thread, so that its work never delays the host. Resolves as soon as the node listens,
 * which is before its chain is open. Rejects with the reason it could not.
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
      // Being told to stop while the chain is still opened is no failure.
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
  // Whoever launches may look at them later, or never.
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
