/** Splits addresses into groups for comparison by eye. */

export interface AddressGroups {
  /** Network prefix and protocol digit, for example `f1`; also `f410f` and `0x`. */
  readonly kind: string;
  /** The rest in groups of six characters. */
  readonly groups: readonly string[];
}

/** The Ethereum namespace is part of the prefix. */
const KIND = /^(?:[ft]410f|0x|..)/;

/** Splits an address into its prefix and groups of six. */
export function groupAddress(address: string): AddressGroups {
  const kind = KIND.exec(address)?.[0] ?? '';
  return { kind, groups: address.slice(kind.length).match(/.{1,6}/gs) ?? [] };
}
