/** Interface of the storage miner processes for the rest of the node. */
import type { State } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { newPipelineSector, type PipelineSector } from './pipeline-sector.ts';
import { emptySealing, SEALING, type Sealing } from './sealing-view.ts';

/** Undefined for a miner without a process. */
export function sealingOf(state: State, minerId: number): Sealing | undefined {
  return state.readSealing(SEALING, minerId);
}

/** Create a process with its miner's genesis sectors, numbered from 0. */
export function addGenesisSealing(draft: StateDraft, minerId: number, sectorCount: number): void {
  let { sectors } = emptySealing(draft.state.blocks);
  for (let number = 0; number < sectorCount; number += 1) {
    sectors = sectors.set(number, newPipelineSector(number, 'Proving', 0, 'event;sealing.SectorFinalized', '{"User":{}}'));
  }
  draft.writeSealing(SEALING, minerId, { sectors, busy: [], nextSector: sectorCount });
}

/** Update one of the process's sectors, such as with the message that was executed. */
export function noteSector(draft: StateDraft, minerId: number, number: number, change: Partial<PipelineSector>): void {
  const sealing = draft.readSealing(SEALING, minerId);
  const sector = sealing?.sectors.get(number);
  if (sealing === undefined || sector === undefined) return;
  draft.writeSealing(SEALING, minerId, { ...sealing, sectors: sealing.sectors.set(number, { ...sector, ...change }) });
}
