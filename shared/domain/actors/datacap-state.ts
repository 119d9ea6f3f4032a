import { DomainError } from '../domain-error.ts';
import type { Cid } from '../encoding/cid.ts';
import { address, bigInteger, count, link, struct, type Value } from '../ipld/codec.ts';
import { type HamtLayout, unsignedKey } from '../ipld/layout.ts';
import { mapOfToday } from './collections.ts';

/** Maximum bit width: no actor uses more, and hostile input could make nodes huge. */
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
/** The state of the DataCap token. */
export type DatacapState = Value<typeof datacapState>;

/** Amounts by actor ID: of owners or, within an allowance entry, of operators. */
export function datacapBalances({ token }: DatacapState): HamtLayout<number, bigint> {
  return mapOfToday(unsignedKey, bigInteger, checkedBitWidth(token.hamtBitWidth));
}

/** By owner ID, the maps (in the format of balances) of operators and their allowances. */
export function datacapAllowances({ token }: DatacapState): HamtLayout<number, Cid> {
  return mapOfToday(unsignedKey, link, checkedBitWidth(token.hamtBitWidth));
}

function checkedBitWidth(bitWidth: number): number {
  if (bitWidth >= 1 && bitWidth <= MAXIMUM_BIT_WIDTH) return bitWidth;
  throw new DomainError('state-tree', `The DataCap token’s maps have bit width ${bitWidth}; supported: 1 to ${MAXIMUM_BIT_WIDTH}.`);
}
