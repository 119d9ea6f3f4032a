import { useEffect, useRef, useState } from 'react';
import type { SealingSector } from '../../../shared/ipc/schemas/sealing.ts';

const SHOWN_MS = 2400;

/**
 * Sectors whose state has just changed, for highlighting. The first list marks nothing.
 *
 * @param listKey identifies the miner, since sector numbers of miners overlap
 */
export function useMovedSectors(
  sectors: readonly Pick<SealingSector, 'number' | 'state'>[] | undefined,
  listKey: string,
): ReadonlySet<number> {
  const states = useRef<{ readonly listKey: string; readonly byNumber: Map<number, string> } | undefined>(undefined);
  const [moved, setMoved] = useState<ReadonlySet<number>>(new Set());
  // Not in the effect below: a board without changes must not extend the marks of the previous one.
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (sectors === undefined) return;
    const previous = states.current?.listKey === listKey ? states.current.byNumber : undefined;
    states.current = { listKey, byNumber: new Map(sectors.map((sector) => [sector.number, sector.state])) };
    if (previous === undefined) return;
    const changed = sectors.filter((sector) => previous.get(sector.number) !== sector.state).map((sector) => sector.number);
    if (changed.length === 0) return;
    setMoved(new Set(changed));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setMoved(new Set()), SHOWN_MS);
  }, [sectors, listKey]);
  return moved;
}
