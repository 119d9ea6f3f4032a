/** Whole addresses in groups that an eye can compare. */

export interface AddressGroups {
  /** Network letter and protocol digit, for example `f1`; `f410f` and `0x` whole. */
  readonly kind: string;
  /** The rest in groups of six characters. */
  readonly groups: readonly string[];
}

/** The namespace of Ethereum's addresses belongs to their kind. */
const KIND = /^(?:[ft]410f|0x|..)/;

/** Splits an address into its kind and groups of six; nothing is left out. */
export function groupAddress(address: string): AddressGroups {
  const kind = KIND.exec(address)?.[0] ?? '';
  return { kind, groups: address.slice(kind.length).match(/.{1,6}/gs) ?? [] };
}
