import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { readSealingAddress, type SealingAddress, writeSealingAddress } from './sealing-address.ts';

export type GoInSealing = (change: Partial<SealingAddress>, options?: { readonly replace: boolean }) => void;

/** What the screen shows, and the way to show something else. Who has left it is not brought back by what was still under way. */
export function useSealingAddress(): readonly [SealingAddress, GoInSealing] {
  const { id } = useParams();
  const search = useSearch();
  const [, navigate] = useLocation();
  const address = useMemo(() => readSealingAddress(id, search), [id, search]);
  const latest = useRef({ address, search });
  latest.current = { address, search };
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const go = useCallback<GoInSealing>(
    (change, options) => {
      if (!isHere.current) return;
      // Two changes before the next drawing add up.
      latest.current.address = { ...latest.current.address, ...change };
      navigate(writeSealingAddress(latest.current.address, latest.current.search), options);
    },
    [navigate],
  );
  return [address, go];
}
