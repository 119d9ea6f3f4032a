/** Truncates identifiers in the middle, keeping prefix and end. */

export interface TruncatedText {
  /** The prefix, shown dimmed: `bafy`, `f1`. */
  readonly kind: string;
  /** The rest, with an ellipsis if truncated. */
  readonly rest: string;
  readonly isWhole: boolean;
}

export type IdentifierSize = 'list' | 'detail' | 'whole';

/** A CID: in lists `bafy…l4z324zq`, in details `bafy2bzaceaes…6vahl4z324zq`. */
export function truncateCid(cid: string, size: IdentifierSize): TruncatedText {
  const kind = cid.slice(0, 4);
  const rest = cid.slice(4);
  if (size === 'list') return truncate(kind, rest, 0, 8);
  return size === 'detail' ? truncate(kind, rest, 10, 12) : { kind, rest, isWhole: true };
}

/** An address: `f12bfj…ambdfa`; ID addresses are always whole. */
export function truncateAddress(address: string, size: IdentifierSize): TruncatedText {
  const kind = /^[ft]4\d*f/.exec(address)?.[0] ?? address.slice(0, 2);
  const rest = address.slice(kind.length);
  if (size === 'whole' || /^[ft]0/.test(address)) return { kind, rest, isWhole: true };
  return size === 'list' ? truncate(kind, rest, 4, 6) : truncate(kind, rest, 10, 10);
}

function truncate(kind: string, rest: string, startLength: number, endLength: number): TruncatedText {
  if (rest.length <= startLength + endLength + 1) return { kind, rest, isWhole: true };
  return { kind, rest: `${rest.slice(0, startLength)}…${rest.slice(-endLength)}`, isWhole: false };
}
