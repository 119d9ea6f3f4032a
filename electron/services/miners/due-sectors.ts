import type { Bitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { difference, union } from '../../../shared/domain/state/bitfield-sets.ts';

/**
 * Return the sectors of a partition that must be proven: those not faulty, and faulty ones with a declared recovery. A partition without any
 * may be skipped (builtin-actors actors/miner/src/partition_state.rs, `record_skipped_faults` and `recover_faults`).
 */
export function dueSectors({ live, faulty, recovering }: Readonly<Record<'live' | 'faulty' | 'recovering', Bitfield>>): Bitfield {
  return union([difference(live, faulty), recovering]);
}
