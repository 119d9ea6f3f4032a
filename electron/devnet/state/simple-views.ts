/** Views of actors whose state is a single block. */
import { type AccountState, accountState } from '../../../shared/domain/actors/account-state.ts';
import { type CronState, cronState } from '../../../shared/domain/actors/cron-state.ts';
import { type SystemState, systemState } from '../../../shared/domain/actors/system-state.ts';
import { type Codec, decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import type { StateView } from './state-view.ts';

/** A state that only needs its codec. */
function oneBlock<T>(codec: Codec<T>): StateView<T> {
  return {
    open: (blocks, head) => decodeBlock(codec, blocks.get(head)),
    store: (blocks, value) => blocks.put(encodeBlock(codec, value)),
  };
}

export const ACCOUNT: StateView<AccountState> = oneBlock(accountState);
export const CRON: StateView<CronState> = oneBlock(cronState);
export const SYSTEM: StateView<SystemState> = oneBlock(systemState.v16);
