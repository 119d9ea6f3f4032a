/** A block that could not be decoded. Keeps the bytes, so that they can be shown by position. */
import { DomainError } from '../domain-error.ts';

/** Decoding error with the bytes of the block. */
export class UnreadableBlock extends DomainError {
  readonly bytes: Uint8Array;

  constructor({ code, message }: DomainError, bytes: Uint8Array) {
    super(code, message);
    this.bytes = bytes;
  }
}

/** Decode a whole block. Throws `UnreadableBlock` if its bytes are invalid. */
export function decodeWhole<T>(bytes: Uint8Array, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof DomainError ? new UnreadableBlock(error, bytes) : error;
  }
}
