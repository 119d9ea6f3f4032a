import { Worker } from 'node:worker_threads';
import { workerEntry } from '../platform/worker-entry.ts';
import type { DevnetOptions, RunningDevnet } from './devnet-options.ts';
import type { DevnetWorkerMessage } from './devnet-worker.ts';

/** How long a worker may take to stop by itself. */
const STOP_TIMEOUT_MS = 5_000;

/** Runs the embedded node in a worker thread, so that its work never delays the host. Rejects with the reason it could not start. */
export function launchDevnetWorker(options: DevnetOptions = {}): Promise<RunningDevnet> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerEntry('devnet-worker'), { workerData: options });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The embedded node ended with code ${code} before it was ready.`)));
    worker.on('message', (message: DevnetWorkerMessage) => {
      if (message.type === 'failed') reject(new Error(message.message));
      if (message.type === 'ready') resolve({ ...message.addresses, stop: () => stop(worker) });
    });
  });
}

function stop(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS);
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    worker.postMessage('stop');
  });
}
