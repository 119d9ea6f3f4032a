/**
 * Worker entry of the embedded node: started with DevnetOptions; posts its addresses once it listens, whether its chain must be
 * created, and how it was opened once it serves requests. Stops on the message `stop`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { ChainOpening, DevnetAddresses, DevnetOptions } from './devnet-options.ts';
import { startDevnet } from './start-devnet.ts';

export type DevnetWorkerMessage =
  | { readonly type: 'listening'; readonly addresses: DevnetAddresses }
  | { readonly type: 'making' }
  | { readonly type: 'opened'; readonly opening: ChainOpening }
  | { readonly type: 'failed'; readonly message: string };

export type DevnetWorkerCommand = 'stop' | 'dismiss-replaced';

function post(message: DevnetWorkerMessage): void {
  parentPort?.postMessage(message);
}

try {
  const node = await startDevnet(workerData as DevnetOptions, {
    onListening: (addresses) => post({ type: 'listening', addresses }),
    onMaking: () => post({ type: 'making' }),
  });
  parentPort?.on('message', (command: DevnetWorkerCommand) => {
    if (command === 'stop') void node.stop().finally(() => parentPort?.close());
    else node.dismissReplaced();
  });
  post({ type: 'opened', opening: node.opening });
} catch (error) {
  post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  parentPort?.close();
}
