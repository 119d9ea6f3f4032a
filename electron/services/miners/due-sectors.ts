import type { Bitfield } from '../../../shared/domain/bitfield.ts';
import { difference, union } from '../../../shared/domain/state/bitfield-sets.ts';

/**
 * Sectors of a partition that have to be proven: those that are not faulty, and the faulty ones whose recovery was declared. A partition
 * without any may be left out (builtin-actors actors/miner/src/partition_state.rs, `record_skipped_faults` and `recover_faults`).
 */
export function dueSectors({ live, faulty, recovering }: Readonly<Record<'live' | 'faulty' | 'recovering', Bitfield>>): Bitfield {
  return union([difference(live, faulty), recovering]);
}
