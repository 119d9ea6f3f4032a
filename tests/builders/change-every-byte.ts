import { DomainError } from '../../shared/domain/domain-error.ts';
import { equalBytes } from '../../shared/domain/encoding/bytes.ts';

const ALL_MASKS = Array.from({ length: 255 }, (_, index) => index + 1);

/**
 * Decode and re-encode every copy of the bytes with one byte changed, to each other value or by these masks. A copy must be
 * rejected with a `DomainError` or have another meaning; one that is re-encoded as the original fails the test.
 */
export function changeEveryByte(
  bytes: Uint8Array,
  recode: (bytes: Uint8Array) => Uint8Array,
  masks: readonly number[] = ALL_MASKS,
): { readonly refused: number; readonly changed: number } {
  let refused = 0;
  let changed = 0;
  for (const [index, byte] of bytes.entries()) {
    for (const mask of masks) {
      const copy = Uint8Array.from(bytes);
      copy[index] = byte ^ mask;
      const again = recoded(copy, recode);
      if (again === undefined) refused += 1;
      else if (equalBytes(again, bytes)) throw new Error(`Nobody notices byte ${index} changed from ${byte} to ${byte ^ mask}.`);
      else changed += 1;
    }
  }
  return { refused, changed };
}

function recoded(bytes: Uint8Array, recode: (bytes: Uint8Array) => Uint8Array): Uint8Array | undefined {
  try {
    return recode(bytes);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
