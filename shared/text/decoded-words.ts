/** Texts for decoded parameters and return values, for both documents. */
import { formatInteger } from './format.ts';

/** Explains how undecoded bytes are shown; undefined if they were decoded. */
export function formWords(form: 'typed' | 'cbor' | 'hex', isMethodKnown: boolean, isTransfer = false): string | undefined {
  if (form === 'typed') return undefined;
  if (isTransfer) return TRANSFER_PARAMS_WORDS;
  const why = isMethodKnown ? 'The bytes do not match this method' : 'Unknown method';
  return form === 'cbor' ? `${why}: shown as CBOR without field names.` : `${why}: not CBOR, shown as bytes.`;
}

/** For parameters of method 0. */
export const TRANSFER_PARAMS_WORDS = 'A plain transfer takes no parameters; the receiver ignores them.';

/** For a call that `isWithoutEffect`. */
export const NO_EFFECT_WORDS = 'The receiver accepts any method number this high and ignores unknown ones: only the value is transferred.';

/** Size of a set: `1 sector`, `2,349 sectors`, `3 numbers`. */
export function countWords(count: string, unit: string | undefined): string {
  const noun = unit === 'sector' || unit === 'partition' ? unit : 'number';
  return `${formatInteger(count)} ${noun}${count === '1' ? '' : 's'}`;
}

/** A range of a set: `7`, `7–12`. */
export function rangeWords({ first, last }: { readonly first: string; readonly last: string }): string {
  return first === last ? formatInteger(first) : `${formatInteger(first)}–${formatInteger(last)}`;
}

/** Introduces the revert reason of a contract. */
export function revertWords(reason: 'none' | 'message' | 'panic' | 'custom' | 'bytes'): string {
  switch (reason) {
    case 'none':
      return 'The contract reverted without a reason.';
    case 'message':
      return 'The contract reverted with the reason:';
    case 'panic':
      return 'The contract reverted with a panic:';
    case 'custom':
      return 'The contract reverted with a custom error:';
    case 'bytes':
      return 'The contract reverted with data:';
    default:
      return reason satisfies never;
  }
}

/** Items with their position from 1, used as label and key. */
export function numbered<T>(items: readonly T[]): { readonly place: number; readonly item: T }[] {
  return items.map((item, index) => ({ place: index + 1, item }));
}
