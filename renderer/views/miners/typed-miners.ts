import { tryParseAddress } from '../../../shared/domain/address.ts';

/** The addresses in a text, however they are parted; undefined where a part of it is none. */
export function typedMiners(text: string): readonly string[] | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.length > 0 && parts.every((part) => tryParseAddress(part) !== undefined) ? [...new Set(parts)] : undefined;
}
