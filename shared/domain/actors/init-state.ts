import { count, link, struct, text } from '../ipld/codec.ts';
import { addressKey } from '../ipld/layout.ts';
import { mapInEach } from './collections.ts';
import { same } from './state-layout.ts';

/**
 * The state of the init actor, the same in all layouts. Sources: go-state-types `builtin/v16/init/init_actor_state.go`, specs-actors
 * v0.9 `actors/builtin/init/init_actor_state.go`.
 */
export const initState = struct({
  /** An `initAddressMap`. */
  addressMap: ['AddressMap', link],
  /** The id of the next actor. */
  nextId: ['NextID', count],
  networkName: ['NetworkName', text],
});

/** Actor IDs by robust address. */
export const initAddressMap = mapInEach(addressKey, same(count));
