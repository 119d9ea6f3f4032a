import { bitfield, link, struct, type Value } from '../ipld/codec.ts';
import type { AnyLayout } from './any-layout.ts';
import { NO_POWER, type PowerPair, powerPair, subtractPower, sumPower } from './miner-power.ts';
import { inEachLayout, type StateLayout } from './state-layout.ts';

/** Fields that all layouts share in the middle. */
const sectorsInTrouble = {
  faults: ['Faults', bitfield],
  /** Faulty sectors declared recovered, to be proven next. */
  recoveries: ['Recoveries', bitfield],
  terminated: ['Terminated', bitfield],
  expirationsEpochs: ['ExpirationsEpochs', link],
  /** Early terminated sectors by epoch, until settled. */
  earlyTerminated: ['EarlyTerminated', link],
  /** Power of the sectors that are not terminated. */
  livePower: ['LivePower', powerPair],
} as const;

/**
 * A partition: sectors of a deadline that are proven together. `sectors` includes terminated ones; `unproven` await their first proof.
 * Sources: go-state-types `builtin/v16/miner/partition_state.go` (the same to v18), specs-actors v0.9
 * `actors/builtin/miner/partition_state.go`.
 */
export const minerPartition = inEachLayout({
  v0: struct({
    sectors: ['Sectors', bitfield],
    ...sectorsInTrouble,
    faultyPower: ['FaultyPower', powerPair],
    recoveringPower: ['RecoveringPower', powerPair],
  }),
  v2: struct({
    sectors: ['Sectors', bitfield],
    unproven: ['Unproven', bitfield],
    ...sectorsInTrouble,
    unprovenPower: ['UnprovenPower', powerPair],
    faultyPower: ['FaultyPower', powerPair],
    recoveringPower: ['RecoveringPower', powerPair],
  }),
});
/** Of one layout, or of any. */
export type MinerPartition<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof minerPartition)[L]>>;

/** Return the active power of a partition: that of sectors neither faulty nor unproven. */
export function activePower({
  livePower,
  faultyPower,
  unprovenPower = NO_POWER,
}: Pick<MinerPartition, 'livePower' | 'faultyPower' | 'unprovenPower'>): PowerPair {
  return subtractPower(livePower, sumPower([faultyPower, unprovenPower]));
}
