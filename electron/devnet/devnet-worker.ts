/** Worker thread entry of the embedded node: started with DevnetOptions, posts its addresses as soon as it listens, which is before it answers; stops on the message `stop`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { DevnetAddresses, DevnetOptions } from './devnet-options.ts';
import { startDevnet } from './start-devnet.ts';

export type DevnetWorkerMessage =
  | { readonly type: 'listening'; readonly addresses: DevnetAddresses }
  | { readonly type: 'failed'; readonly message: string };

function post(message: DevnetWorkerMessage): void {
  parentPort?.postMessage(message);
}

try {
  const { stop } = await startDevnet(workerData as DevnetOptions, (addresses) => post({ type: 'listening', addresses }));
  parentPort?.on('message', (message: unknown) => {
    if (message !== 'stop') return;
    void stop().finally(() => parentPort?.close());
  });
} catch (error) {
  post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  parentPort?.close();
}
