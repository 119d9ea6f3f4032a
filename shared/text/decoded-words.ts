/** Decoded parameters and return values in words, for both documents. */
import { formatInteger } from './format.ts';

/** How bytes were read where no shape fits them; undefined where one does. */
export function formWords(form: 'typed' | 'cbor' | 'hex', isMethodKnown: boolean, isTransfer = false): string | undefined {
  if (form === 'typed') return undefined;
  if (isTransfer) return TRANSFER_PARAMS_WORDS;
  const why = isMethodKnown ? 'The bytes do not fit this method' : 'The method is not known';
  return form === 'cbor' ? `${why}: CBOR structure, without names.` : `${why}: bytes, and no CBOR.`;
}

/** Of parameters beside method 0. */
export const TRANSFER_PARAMS_WORDS = 'A plain transfer takes no parameters; the receiver ignores them.';

/** Of a call that `isWithoutEffect`. */
export const NO_EFFECT_WORDS = 'The receiver takes any number this high and does nothing for this one: only the value moves.';

/** Members of a set: `1 sector`, `2,349 sectors`, `3 numbers`. */
export function countWords(count: string, unit: string | undefined): string {
  const noun = unit === 'sector' || unit === 'partition' ? unit : 'number';
  return `${formatInteger(count)} ${noun}${count === '1' ? '' : 's'}`;
}

/** A range of a set: `7`, `7–12`. */
export function rangeWords({ first, last }: { readonly first: string; readonly last: string }): string {
  return first === last ? formatInteger(first) : `${formatInteger(first)}–${formatInteger(last)}`;
}

/** What a contract said when it gave up: a sentence of ours, and after it what the contract gave. */
export function revertWords(reason: 'none' | 'message' | 'panic' | 'custom' | 'bytes'): string {
  switch (reason) {
    case 'none':
      return 'The contract gave up without a reason.';
    case 'message':
      return 'The contract gave up and says:';
    case 'panic':
      return "The contract's own check failed:";
    case 'custom':
      return 'The contract gave up with an error of its own:';
    case 'bytes':
      return 'The contract gave up and returned bytes.';
    default:
      return reason satisfies never;
  }
}

/** Items with their place in the list, from 1: what an item is called, and known by. */
export function numbered<T>(items: readonly T[]): { readonly place: number; readonly item: T }[] {
  return items.map((item, index) => ({ place: index + 1, item }));
}
