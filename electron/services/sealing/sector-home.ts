/** How a sector stands in its partition. */
import { type Bitfield, isInBitfield } from '../../../shared/domain/bitfield.ts';
import type { SectorStanding } from '../../../shared/ipc/schemas/sealing.ts';
import type { NodePartition } from '../../../shared/validation/node/provider-state.ts';

export type SectorHome = Readonly<Record<'live' | 'active' | 'faulty' | 'recovering', Bitfield>>;

export function homeOf({ LiveSectors, ActiveSectors, FaultySectors, RecoveringSectors }: NodePartition): SectorHome {
  return { live: LiveSectors, active: ActiveSectors, faulty: FaultySectors, recovering: RecoveringSectors };
}

/** @param home the partition that it is in; undefined where no partition has it any more */
export function standingIn(home: SectorHome | undefined, sector: number | bigint): SectorStanding {
  if (home === undefined || !isInBitfield(home.live, sector)) return 'ended';
  if (isInBitfield(home.recovering, sector)) return 'recovering';
  if (isInBitfield(home.faulty, sector)) return 'faulty';
  return isInBitfield(home.active, sector) ? 'active' : 'unproven';
}
