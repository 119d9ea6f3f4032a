import {
  type PowerClaim,
  type PowerState,
  powerClaims,
  powerCronEventQueue,
  powerState,
} from '../../../shared/domain/actors/power-state.ts';
import type { Address } from '../../../shared/domain/address.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import { decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { LocalHamt } from './local-hamt.ts';
import type { StateView } from './state-view.ts';

/** The power actor: what every miner claims, and which miners are called at which epoch. */
export interface Power extends Omit<PowerState<'v16'>, 'claims' | 'cronEventQueue'> {
  readonly claims: LocalHamt<Address, PowerClaim>;
  /** By epoch the roots of `cronEvents`. */
  readonly cronEventQueue: LocalHamt<number, Cid>;
}

export const POWER: StateView<Power> = {
  open(blocks, head) {
    const state = decodeBlock(powerState.v16, blocks.get(head));
    return {
      ...state,
      claims: LocalHamt.open(blocks, powerClaims.v16, state.claims),
      cronEventQueue: LocalHamt.open(blocks, powerCronEventQueue.v16, state.cronEventQueue),
    };
  },
  store: (blocks, power) =>
    blocks.put(encodeBlock(powerState.v16, { ...power, claims: power.claims.flush(), cronEventQueue: power.cronEventQueue.flush() })),
};
