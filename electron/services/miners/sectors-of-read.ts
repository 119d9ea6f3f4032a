/** The sectors of a miner as a read of its state holds them, for what is asked of a table of sectors. */
import type { CallRef, TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import type { ChangeContext } from './sector-change.ts';
import type { SectorTable } from './sector-table.ts';

export interface SectorsOfRead extends Pick<ChangeContext, 'deadlines'> {
  readonly genesisCid: string;
  readonly pinned: TipsetRef;
  readonly networkVersion: number;
  readonly table: SectorTable;
  /** By the call id of the rows: the calls that brought them. */
  readonly calls: ReadonlyMap<number, readonly CallRef[]>;
}
