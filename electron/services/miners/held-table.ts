/** A table of sectors in memory, and the parts that must be read again when the miner's state changes. */
import { type Bitfield, encodeRunLengths } from '../../../shared/domain/encoding/bitfield.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { CallRef, PanelError, TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import type { SectorsProgress } from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { MinerDeadlines } from './miner-deadlines.ts';
import type { WantedSectors } from './sector-batches.ts';
import type { SectorChunk } from './sector-chunk.ts';
import type { SectorTable } from './sector-table.ts';

/** Limit for all tables together: about 120 MB. */
export const MAX_SECTORS = 1_000_000;

/** The partitions of a miner at one tipset. */
export interface SectorsView {
  readonly ref: TipsetRef;
  readonly deadlines: MinerDeadlines;
  /** Root of all records: if it is unchanged, so are they. */
  readonly sectorsRoot: string | undefined;
}

interface ReadChunk {
  readonly chunk: SectorChunk;
  readonly members: string;
  version: string | undefined;
  root: string | undefined;
}

export interface HeldTable {
  readonly key: string;
  readonly connection: ActiveConnection;
  readonly address: string;
  readonly table: SectorTable;
  readonly chunks: Map<number, ReadChunk>;
  view: SectorsView;
  /** A newer view that arrived while the table was being read. */
  nextView: SectorsView | undefined;
  /** Calls that returned rows of the table, by id. */
  readonly calls: Map<number, CallRef>;
  state: SectorsProgress['state'];
  isStopping: boolean;
  total: number;
  leftOut: number;
  /** Aborts the read in progress. */
  readNow: number;
  revision: number;
  problem: PanelError | undefined;
}

/**
 * Apply the current partitions of its view.
 *
 * @returns the deadlines whose records must be read, and whether existing rows have changed
 */
export function adoptView(held: HeldTable): { readonly wanted: WantedSectors[]; readonly hasChanged: boolean } {
  const { deadlines, sectorsRoot } = held.view;
  const byDeadline = Map.groupBy(deadlines.partitions, ({ deadline }) => deadline);
  const wanted: WantedSectors[] = [];
  let hasChanged = false;
  held.total = 0;
  held.leftOut = 0;
  for (const [index, partitions] of byDeadline) {
    const members = union(partitions.map(({ all }) => all));
    const count = Number(members.count);
    const last = Number(members.ranges.at(-1)?.end ?? 0n);
    if (held.total + count > MAX_SECTORS || last > Number.MAX_SAFE_INTEGER) {
      held.leftOut += count;
      continue;
    }
    held.total += count;
    const known = held.chunks.get(index);
    const version = deadlines.versions[index];
    if (known !== undefined && known.version === version && version !== undefined) {
      known.root = sectorsRoot;
      continue;
    }
    const isOther = known === undefined || known.members !== membersKey(members);
    if (isOther || (known.root !== sectorsRoot && version !== undefined)) {
      wanted.push({ index, members, partitions });
    } else {
      known.version = version;
      known.root = sectorsRoot;
    }
    known?.chunk.place(partitions);
    hasChanged ||= known !== undefined;
  }
  for (const index of held.chunks.keys()) {
    if (!byDeadline.has(index)) {
      held.chunks.delete(index);
      hasChanged = true;
    }
  }
  return { wanted, hasChanged };
}

/** Add a deadline that was read completely. */
export function adoptChunk(held: HeldTable, chunk: SectorChunk, { index, members, partitions }: WantedSectors): void {
  chunk.place(partitions);
  held.chunks.set(index, {
    chunk,
    members: membersKey(members),
    version: held.view.deadlines.versions[index],
    root: held.view.sectorsRoot,
  });
}

function membersKey(members: Bitfield): string {
  return encodeRunLengths(members).join();
}
