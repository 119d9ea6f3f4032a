import { initAddressMap, initState } from '../../../shared/domain/actors/init-state.ts';
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { LocalHamt } from './local-hamt.ts';
import type { StateView } from './state-view.ts';

/** The init actor: IDs by robust address. */
export interface Init {
  readonly addressMap: LocalHamt<Address, number>;
  readonly nextId: number;
  readonly networkName: string;
}

export const INIT: StateView<Init> = {
  open(blocks, head) {
    const state = decodeBlock(initState, blocks.get(head));
    return { ...state, addressMap: LocalHamt.open(blocks, initAddressMap.v16, state.addressMap) };
  },
  store: (blocks, init) => blocks.put(encodeBlock(initState, { ...init, addressMap: init.addressMap.flush() })),
};
