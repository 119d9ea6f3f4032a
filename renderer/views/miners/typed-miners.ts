import { tryParseAddress } from '../../../shared/domain/address.ts';

export interface TypedMiners {
  /** What can be read as addresses, each once. */
  readonly addresses: readonly string[];
  /** What cannot. */
  readonly wrong: readonly string[];
}

/** The addresses in a text, however they are parted. */
export function typedMiners(text: string): TypedMiners {
  const parts = [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
  const isAddress = (part: string): boolean => tryParseAddress(part) !== undefined;
  return { addresses: parts.filter(isAddress), wrong: parts.filter((part) => !isAddress(part)) };
}
