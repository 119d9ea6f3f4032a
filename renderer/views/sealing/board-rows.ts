/** Rows of the sector table: each sector with its pace and details; and the filter over them. */
import { compileFilter, type RowTest } from '../../../shared/filter/compile-filter.ts';
import { parseFilter } from '../../../shared/filter/filter.ts';
import type { SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { SEALING_FILTER } from '../../../shared/sealing/sealing-filter.ts';
import { isInPipeline, isStuck, medianOf, stuckFirst, type TimedSector, timeSector } from './sealing-lanes.ts';
import { sectorDetails } from './sector-details.ts';

/** Used only to convert dates in a filter to epochs. */
const EPOCH_MS = 30_000;

export interface BoardRow extends TimedSector {
  readonly details: string;
  /** Became active while the board was shown. */
  readonly isNewlyActive: boolean;
}

export function boardRows(board: SealingBoard, nowMs: number, newlyActive: ReadonlySet<number>): BoardRow[] {
  const inState = new Map<string, number>();
  for (const { state } of board.sectors) inState.set(state, (inState.get(state) ?? 0) + 1);
  const facts = { pastMs: board.pastMs, wholeMedianMs: medianOf(board.wholeMs), height: board.pinned?.height, inState };
  return stuckFirst(
    board.sectors.map((sector) => {
      const timed = timeSector(sector, board.pastMs, nowMs);
      return { ...timed, details: sectorDetails(timed, facts), isNewlyActive: newlyActive.has(sector.number) };
    }),
  );
}

/** `CC`, or the kinds of data with how much of each: `f05 2, DDO 1`. Undefined if the source does not report it. */
export function dataWords({ deals, pieces }: TimedSector['sector']): string | undefined {
  const direct = pieces?.filter(({ dealId }) => dealId === undefined).length ?? 0;
  const market = Math.max(deals.length, (pieces?.length ?? 0) - direct);
  const parts = [market === 0 ? [] : [`f05 ${market}`], direct === 0 ? [] : [`DDO ${direct}`]].flat();
  if (parts.length > 0) return parts.join(', ');
  return pieces === undefined ? undefined : 'CC';
}

export function sealingFilterTest(text: string, pinned: SealingBoard['pinned']): RowTest<BoardRow> {
  return compileFilter<BoardRow>(parseFilter(text, SEALING_FILTER), {
    texts: ({ sector, details }) => [sector.state, details, sector.lastError ?? '', sector.worker?.name ?? ''],
    wholes: ({ sector }) => [sector.number, ...sector.deals],
    fields: {
      is: { choice: choicesOf },
      group: { choice: ({ sector }) => sector.group },
      state: { pattern: ({ sector }) => sector.state },
      sector: { number: ({ sector }) => sector.number },
      deal: { pattern: ({ sector }) => sector.deals.map(String) },
      since: { number: ({ elapsedMs }) => elapsedMs },
      lands: { number: ({ sector }) => sector.landBy?.epoch },
      ends: { number: ({ sector }) => sector.expiration },
      worker: { pattern: ({ sector }) => sector.worker?.name },
      error: { pattern: ({ sector }) => sector.lastError },
    },
    epochs: {
      head: pinned?.height ?? 0,
      at: (timeMs) => (pinned === undefined ? undefined : pinned.height + (timeMs - pinned.timeMs) / EPOCH_MS),
    },
  });
}

function choicesOf(row: BoardRow): string[] {
  const { sector, pace } = row;
  const data = dataWords(sector);
  return Object.entries({
    stuck: isStuck(row),
    slow: pace === 'slow',
    failed: pace === 'failed',
    moving: isInPipeline(sector) && sector.group !== 'failed',
    onchain: sector.isOnChain,
    active: sector.isActive,
    upgrade: sector.isUpgrade,
    cc: data === 'CC',
    data: data !== undefined && data !== 'CC',
  }).flatMap(([name, applies]) => (applies ? [name] : []));
}
