import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type MinerRoute, readMinerRoute, writeMinerRoute } from './miner-route.ts';

export type GoToMiner = (change: Partial<MinerRoute>, options?: { readonly replace?: boolean }) => void;

/** What the screen of a miner shows, from its route, so that back works and a link names it. */
export function useMinerRoute(miner: string): readonly [MinerRoute, GoToMiner] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const route = useMemo(() => readMinerRoute(search), [search]);
  const go = useCallback<GoToMiner>(
    (change, options) => navigate(writeMinerRoute(miner, { ...route, ...change }, search), options),
    [miner, route, search, navigate],
  );
  return [route, go];
}
