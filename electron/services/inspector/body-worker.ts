/**
 * Entry of the body worker: masks, stores and reads large bodies, so that they do not block the main thread.
 *
 * Receives bytes as a node sent them, including secrets; everything it stores and returns is masked. Called by the body keeper only.
 */
import { parentPort } from 'node:worker_threads';
import type { BodyEnvelope, BodyReply, BodyRequest, BodyResults } from './body-protocol.ts';
import { openBody } from './body-tree.ts';
import { findInBody } from './find-in-body.ts';
import { maskBytes } from './mask-recording.ts';

/** Maximum size stored of one body; the rest is dropped, as shown in its facts. */
const MAX_BODY_BYTES = 192 * 1024 * 1024;

const port = parentPort;
if (port === null) {
  throw new Error('The body keeper runs as a worker.');
}

const bodies = new Map<number, Uint8Array>();

port.on('message', ({ id, request }: BodyEnvelope) => {
  let reply: BodyReply;
  try {
    reply = { id, isOk: true, result: answer(request) };
  } catch {
    // The error may quote the body, so it is not sent to the main thread: the body cannot be read.
    reply = { id, isOk: false };
  }
  port.postMessage(reply);
});

function answer(request: BodyRequest): BodyResults[BodyRequest['kind']] {
  switch (request.kind) {
    case 'keep': {
      const masked = maskBytes(request.bytes, request.masking);
      // Copied if it is cut, so that the rest is freed.
      const kept = masked.length > MAX_BODY_BYTES ? masked.slice(0, MAX_BODY_BYTES) : masked;
      bodies.set(request.body, kept);
      return { recordedBytes: kept.length, isTruncated: kept.length < masked.length };
    }
    case 'read':
      return bodyOf(request.body).slice(request.offset, request.offset + request.lengthBytes);
    case 'open':
      return openBody(bodyOf(request.body), request.question);
    case 'find':
      return findInBody(bodyOf(request.body), request.question);
    case 'drop':
      bodies.delete(request.body);
      return undefined;
    default:
      return request satisfies never;
  }
}

function bodyOf(number: number): Uint8Array {
  const body = bodies.get(number);
  if (body === undefined) {
    throw new Error('This body is not stored.');
  }
  return body;
}
