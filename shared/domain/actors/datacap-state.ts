import type { Cid } from '../cid.ts';
import { DomainError } from '../domain-error.ts';
import { address, bigInteger, count, link, struct, type Value } from '../ipld/codec.ts';
import { type HamtLayout, unsignedKey } from '../ipld/layout.ts';
import { mapOfToday } from './collections.ts';

/** Wider maps than this no actor has; a node that says so would make each of their nodes huge. */
const MAXIMUM_BIT_WIDTH = 8;

/**
 * The state of the DataCap token (since layout `v9`). Amounts of the token are bytes times 10^18. Sources: go-state-types
 * `builtin/v16/datacap/datacap_state.go`, FRC-0046.
 */
export const datacapState = struct({
  governor: ['Governor', address],
  token: [
    'Token',
    struct({
      supply: ['Supply', bigInteger],
      /** By `datacapBalances`. */
      balances: ['Balances', link],
      /** By `datacapAllowances`. */
      allowances: ['Allowances', link],
      /** The bit width of all its maps: 3 (go-state-types `builtin/shared.go` DefaultTokenActorBitwidth). */
      hamtBitWidth: ['HamtBitWidth', count],
    }),
  ],
});
/** Who governs the token, and the token. */
export type DatacapState = Value<typeof datacapState>;

/** Amounts by the ids of actors: those who hold them, or, within one entry of the allowances, those who may spend them. */
export function datacapBalances({ token }: DatacapState): HamtLayout<number, bigint> {
  return mapOfToday(unsignedKey, bigInteger, checkedBitWidth(token.hamtBitWidth));
}

/** By the ids of those who hold tokens, the maps (laid out as balances) of who may spend how many of them. */
export function datacapAllowances({ token }: DatacapState): HamtLayout<number, Cid> {
  return mapOfToday(unsignedKey, link, checkedBitWidth(token.hamtBitWidth));
}

function checkedBitWidth(bitWidth: number): number {
  if (bitWidth >= 1 && bitWidth <= MAXIMUM_BIT_WIDTH) return bitWidth;
  throw new DomainError('state-tree', `The maps of the DataCap token are ${bitWidth} bits wide: 1 to ${MAXIMUM_BIT_WIDTH} can be read.`);
}
