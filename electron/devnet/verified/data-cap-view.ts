import { mapOfToday } from '../../../shared/domain/actors/collections.ts';
import { type DatacapState, datacapAllowances, datacapBalances, datacapState } from '../../../shared/domain/actors/datacap-state.ts';
import { type Address, idAddress } from '../../../shared/domain/addresses/address.ts';
import { bigInteger, decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { unsignedKey } from '../../../shared/domain/ipld/layout.ts';
import type { Blocks } from '../state/blocks.ts';
import { LocalHamt } from '../state/local-hamt.ts';
import { LocalNestedHamt } from '../state/local-nested-hamt.ts';
import { VERIFIED_REGISTRY_ID } from '../state/state.ts';
import type { StateView } from '../state/state-view.ts';

/** go-state-types `builtin/shared.go` DefaultTokenActorBitwidth. */
const HAMT_BIT_WIDTH = 3;

/** The DataCap token's state with its collections. Amounts are bytes times 10^18. */
export interface DataCap {
  readonly governor: Address;
  readonly supply: bigint;
  /** Balances by owner ID. */
  readonly balances: LocalHamt<number, bigint>;
  /** Allowances by owner and operator. */
  readonly allowances: LocalNestedHamt<number, number, bigint>;
  readonly hamtBitWidth: number;
}

function collectionsOf(blocks: Blocks, state: DatacapState): DataCap {
  const { governor, token } = state;
  const balances = datacapBalances(state);
  return {
    governor,
    supply: token.supply,
    balances: LocalHamt.open(blocks, balances, token.balances),
    allowances: LocalNestedHamt.open(blocks, { outer: datacapAllowances(state), inner: balances }, token.allowances),
    hamtBitWidth: token.hamtBitWidth,
  };
}

/** An empty token. Stores one block. */
export function emptyDataCap(blocks: Blocks): DataCap {
  const nothing = LocalHamt.empty(blocks, mapOfToday(unsignedKey, bigInteger, HAMT_BIT_WIDTH)).flush();
  const token = { supply: 0n, balances: nothing, allowances: nothing, hamtBitWidth: HAMT_BIT_WIDTH };
  return collectionsOf(blocks, { governor: idAddress(VERIFIED_REGISTRY_ID), token });
}

/** The state of the DataCap token. */
export const DATA_CAP: StateView<DataCap> = {
  open: (blocks, head) => collectionsOf(blocks, decodeBlock(datacapState, blocks.get(head))),
  store: (blocks, { governor, supply, balances, allowances, hamtBitWidth }) =>
    blocks.put(
      encodeBlock(datacapState, {
        governor,
        token: { supply, balances: balances.flush(), allowances: allowances.flush(), hamtBitWidth },
      }),
    ),
};
