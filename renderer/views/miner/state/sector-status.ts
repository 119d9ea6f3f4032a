import type { SectorTableRow } from '../../../../shared/ipc/schemas/miner-sectors.ts';

export type SectorStatus = 'active' | 'faulty' | 'recovering' | 'unproven' | 'terminated';

/** One word for a sector of which several things are so: what is declared as recovering is faulty as well. */
export function sectorStatus(sector: Pick<SectorTableRow, 'isFaulty' | 'isRecovering' | 'isUnproven' | 'isTerminated'>): SectorStatus {
  if (sector.isTerminated) return 'terminated';
  if (sector.isRecovering) return 'recovering';
  if (sector.isFaulty) return 'faulty';
  return sector.isUnproven ? 'unproven' : 'active';
}
