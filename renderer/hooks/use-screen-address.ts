import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';

export type GoOnScreen<A> = (change: Partial<A>, options?: { readonly replace: boolean }) => void;

/**
 * What a screen shows, as its address names it, and the way to show something else. Who has left the screen is not brought back by what
 * was still under way.
 *
 * @param read from the part `:id` of the path and the query; both functions are the same ones at every drawing
 * @param write path and query of an address, from the query as it stands
 */
export function useScreenAddress<A extends object>(
  read: (id: string | undefined, search: string) => A,
  write: (address: A, search: string) => string,
): readonly [A, GoOnScreen<A>] {
  const { id } = useParams();
  const search = useSearch();
  const [, navigate] = useLocation();
  const address = useMemo(() => read(id, search), [read, id, search]);
  const latest = useRef({ address, search });
  latest.current = { address, search };
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const go = useCallback<GoOnScreen<A>>(
    (change, options) => {
      if (!isHere.current) return;
      // Two changes before the next drawing add up.
      latest.current.address = { ...latest.current.address, ...change };
      navigate(write(latest.current.address, latest.current.search), options);
    },
    [navigate, write],
  );
  return [address, go];
}
