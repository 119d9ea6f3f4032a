import { useCallback, useMemo, useRef } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { changedAddress, type InspectorAddress, readInspectorAddress, writeInspectorAddress } from './inspector-address.ts';

export type GoInInspector = (change: Partial<InspectorAddress>, options?: { readonly replace: boolean }) => void;

/** What the inspector shows, and the way to show something else. Another selection leaves the place in the old one behind. */
export function useInspectorAddress(): readonly [InspectorAddress, GoInInspector] {
  const { id } = useParams();
  const search = useSearch();
  const [, navigate] = useLocation();
  const address = useMemo(() => readInspectorAddress(id, search), [id, search]);
  const latest = useRef(address);
  latest.current = address;
  const go = useCallback<GoInInspector>(
    (change, options) => {
      // Two changes before the next drawing add up.
      latest.current = changedAddress(latest.current, change);
      navigate(writeInspectorAddress(latest.current), options);
    },
    [navigate],
  );
  return [address, go];
}
