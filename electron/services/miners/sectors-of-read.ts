/** The sectors of a read of the state, for queries of a sector table. */
import type { CallRef, TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import type { ChangeContext } from './sector-change.ts';
import type { SectorTable } from './sector-table.ts';

export interface SectorsOfRead extends Pick<ChangeContext, 'deadlines'> {
  readonly genesisCid: string;
  readonly pinned: TipsetRef;
  readonly networkVersion: number;
  readonly table: SectorTable;
  /** The calls that returned the rows, by their call id. */
  readonly calls: ReadonlyMap<number, readonly CallRef[]>;
}
