import { useCallback, useMemo, useRef } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { changedRoute, type InspectorRoute, readInspectorRoute, writeInspectorRoute } from './inspector-route.ts';

export type GoInInspector = (change: Partial<InspectorRoute>, options?: { readonly replace: boolean }) => void;

/** What the inspector shows, and the way to show something else. Another selection leaves the place in the old one behind. */
export function useInspectorRoute(): readonly [InspectorRoute, GoInInspector] {
  const { id } = useParams();
  const search = useSearch();
  const [, navigate] = useLocation();
  const route = useMemo(() => readInspectorRoute(id, search), [id, search]);
  const latest = useRef(route);
  latest.current = route;
  const go = useCallback<GoInInspector>(
    (change, options) => {
      // Two changes before the next drawing add up.
      latest.current = changedRoute(latest.current, change);
      navigate(writeInspectorRoute(latest.current), options);
    },
    [navigate],
  );
  return [route, go];
}
