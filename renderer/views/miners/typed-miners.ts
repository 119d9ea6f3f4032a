import { tryParseAddress } from '../../../shared/domain/addresses/address.ts';

export interface TypedMiners {
  /** Valid addresses, without duplicates. */
  readonly addresses: readonly string[];
  /** Invalid parts of the text. */
  readonly wrong: readonly string[];
}

/** Parse the addresses in a text, separated by spaces, commas or semicolons. */
export function typedMiners(text: string): TypedMiners {
  const parts = [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
  const isAddress = (part: string): boolean => tryParseAddress(part) !== undefined;
  return { addresses: parts.filter(isAddress), wrong: parts.filter((part) => !isAddress(part)) };
}
