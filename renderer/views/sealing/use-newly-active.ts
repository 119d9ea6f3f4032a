import { useEffect, useMemo, useRef, useState } from 'react';
import type { SealingSector } from '../../../shared/ipc/schemas/sealing.ts';

/** How long a sector that became active stays marked. */
const MARKED_MS = 60_000;

/**
 * Sectors whose pSet changed from NO to YES within the last minute and is still YES. The first list marks nothing.
 *
 * @param listKey identifies the miner, since sector numbers of miners overlap
 */
export function useNewlyActive(
  sectors: readonly Pick<SealingSector, 'number' | 'isActive'>[] | undefined,
  listKey: string,
): ReadonlySet<number> {
  const before = useRef<{ readonly listKey: string; readonly active: Map<number, boolean> } | undefined>(undefined);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const { current } = timers;
    return () => {
      for (const timer of current) clearTimeout(timer);
    };
  }, []);
  useEffect(() => {
    if (sectors === undefined || sectors.length === 0) {
      before.current = undefined;
      return;
    }
    const isSameList = before.current?.listKey === listKey;
    const known = isSameList ? before.current?.active : undefined;
    before.current = { listKey, active: new Map(sectors.map(({ number, isActive }) => [number, isActive])) };
    if (!isSameList) setMarked((marks) => (marks.size === 0 ? marks : new Set()));
    const turned = sectors.filter(({ number, isActive }) => isActive && known?.get(number) === false).map(({ number }) => number);
    if (turned.length === 0) return;
    setMarked((marks) => new Set([...marks, ...turned]));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setMarked((marks) => new Set([...marks].filter((number) => !turned.includes(number))));
    }, MARKED_MS);
    timers.current.add(timer);
  }, [sectors, listKey]);
  return useMemo(() => {
    const active = new Set(sectors?.filter(({ isActive }) => isActive).map(({ number }) => number));
    return new Set([...marked].filter((number) => active.has(number)));
  }, [marked, sectors]);
}
