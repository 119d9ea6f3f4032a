import { attoFil } from '../amounts/amount.ts';
import { amount, bitfield, struct, structWithLater, type Value } from '../ipld/codec.ts';
import type { AnyLayout } from './any-layout.ts';
import { powerPair } from './miner-power.ts';
import { inEachLayout, type StateLayout } from './state-layout.ts';

const fields = {
  onTimeSectors: ['OnTimeSectors', bitfield],
  /** Terminated early because they were faulty for too long. */
  earlySectors: ['EarlySectors', bitfield],
  /** Pledge of the on-time sectors. */
  onTimePledge: ['OnTimePledge', amount],
  activePower: ['ActivePower', powerPair],
  faultyPower: ['FaultyPower', powerPair],
} as const;

/**
 * Sectors of a partition that expire at the same epoch (`ExpirationSet`). Since layout `v16` the daily fee of the deadline decreases
 * by `feeDeduction` then; sets not changed since network version 25 do not have it (FIP-0100). Sources: go-state-types
 * `builtin/v16/miner/miner_types.go` (the same to v18), builtin-actors `actors/miner/src/expiration_queue.rs`, specs-actors v0.9
 * `actors/builtin/miner/expiration_queue.go`.
 */
export const minerExpirationSet = inEachLayout({
  v0: struct(fields),
  v16: structWithLater(fields, { feeDeduction: ['FeeDeduction', amount, attoFil(0n)] }),
});
/** Of one layout, or of any. */
export type MinerExpirationSet<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof minerExpirationSet)[L]>>;
