/** The standing of a sector in its partition. */
import { type Bitfield, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import type { SectorStanding } from '../../../shared/ipc/schemas/sealing.ts';
import type { NodePartition } from '../../../shared/validation/node/provider-state.ts';

export type PartitionSets = Readonly<Record<'live' | 'active' | 'faulty' | 'recovering', Bitfield>>;

export function partitionSetsOf({ LiveSectors, ActiveSectors, FaultySectors, RecoveringSectors }: NodePartition): PartitionSets {
  return { live: LiveSectors, active: ActiveSectors, faulty: FaultySectors, recovering: RecoveringSectors };
}

/** @param partition of the sector; undefined if no partition has it */
export function standingIn(partition: PartitionSets | undefined, sector: number | bigint): SectorStanding {
  if (partition === undefined || !isInBitfield(partition.live, sector)) return 'ended';
  if (isInBitfield(partition.recovering, sector)) return 'recovering';
  if (isInBitfield(partition.faulty, sector)) return 'faulty';
  return isInBitfield(partition.active, sector) ? 'active' : 'unproven';
}
