/** A block whose bytes are not what its place in the state calls for. It keeps them, so that they can be shown by position. */
import { DomainError } from '../domain-error.ts';

/** The refusal of a block, with the bytes that were refused. */
export class UnreadableBlock extends DomainError {
  readonly bytes: Uint8Array;

  constructor({ code, message }: DomainError, bytes: Uint8Array) {
    super(code, message);
    this.bytes = bytes;
  }
}

/** Decodes a whole block. Throws `UnreadableBlock` where its bytes do not fit. */
export function decodeWhole<T>(bytes: Uint8Array, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof DomainError ? new UnreadableBlock(error, bytes) : error;
  }
}
