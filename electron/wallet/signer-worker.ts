/**
 * Entry of the signer worker: one message in, one answer out.
 *
 * Started by SignerClient only. It uses no environment, files or network and logs nothing. Unexpected errors are returned as a fixed
 * sentence, without their text.
 */

import { parentPort } from 'node:worker_threads';
import { defined } from '../../shared/collections/defined.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { Signer } from './signer.ts';
import type { SignerEnvelope, SignerMessage } from './signer-protocol.ts';

const port = parentPort;
if (port === null) {
  throw new Error('The signer runs as a worker.');
}

const signer = new Signer({
  onState: (autoLockAtMs) => port.postMessage({ event: 'state', ...defined({ autoLockAtMs }) } satisfies SignerMessage),
});

function failureOf(error: unknown): Extract<SignerMessage, { ok: false }>['error'] {
  if (error instanceof SextantError) {
    return { code: error.code, message: error.message, retryable: error.retryable };
  }
  // The text of an unexpected error could quote a secret.
  return { code: 'internal', message: 'The signer failed unexpectedly.', retryable: false };
}

// One at a time: a key derivation takes 128 MiB, and no request may see another one half done.
let queue: Promise<void> = Promise.resolve();

port.on('message', ({ id, request }: SignerEnvelope) => {
  if (request.kind === 'lock') {
    // Locks at once, ahead of the queue, and again in its turn: requests before it may unlock the vault.
    signer.lock();
  }
  queue = queue.then(async () => {
    try {
      port.postMessage({ id, ok: true, result: await signer.request(request) } satisfies SignerMessage);
    } catch (error) {
      port.postMessage({ id, ok: false, error: failureOf(error) } satisfies SignerMessage);
    }
  });
});
