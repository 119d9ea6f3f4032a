import { useEffect, useRef, useState } from 'react';
import type { SealingSector } from '../../../shared/ipc/schemas/sealing.ts';

/** So long a sector that became active is marked: it is what a person at the screen waits for. */
const MARKED_MS = 60_000;

/** Sectors whose pSet went from NO to YES within the last minute, as it was seen here. The first list tells nothing of the past. */
export function useNewlyActive(sectors: readonly Pick<SealingSector, 'number' | 'isActive'>[] | undefined): ReadonlySet<number> {
  const before = useRef<Map<number, boolean> | undefined>(undefined);
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
    const known = before.current;
    before.current = new Map(sectors.map(({ number, isActive }) => [number, isActive]));
    const turned = sectors.filter(({ number, isActive }) => isActive && known?.get(number) === false).map(({ number }) => number);
    if (turned.length === 0) return;
    setMarked((marks) => new Set([...marks, ...turned]));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setMarked((marks) => new Set([...marks].filter((number) => !turned.includes(number))));
    }, MARKED_MS);
    timers.current.add(timer);
  }, [sectors]);
  return marked;
}
