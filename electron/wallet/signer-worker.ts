/**
 * Entry of the signer worker: one message in, one answer out.
 *
 * Started by SignerClient alone. It has no environment, no files and no network of its own to speak of; it logs nothing, and
 * what it throws unexpectedly crosses as a bare sentence without the error's text.
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
  // The text of an unexpected error could quote what it was working on.
  return { code: 'internal', message: 'The signer failed unexpectedly.', retryable: false };
}

// One after the other: a derivation takes 128 MiB, and no request may see another half done.
let queue: Promise<void> = Promise.resolve();

port.on('message', ({ id, request }: SignerEnvelope) => {
  if (request.kind === 'lock') {
    // Heard ahead of its turn. In its turn it locks again, and is answered: what was sent before it may have unlocked.
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
