import { useCallback } from 'react';
import { type GoOnScreen, useScreenRoute } from '../../hooks/use-screen-route.ts';
import { type MinerRoute, readMinerRoute, writeMinerRoute } from './miner-route.ts';

export type GoToMiner = GoOnScreen<MinerRoute>;

const read = (_id: string | undefined, search: string): MinerRoute => readMinerRoute(search);

/** What the screen of a miner shows, from its route, so that back works and a link names it. */
export function useMinerRoute(miner: string): readonly [MinerRoute, GoToMiner] {
  const write = useCallback((route: MinerRoute, search: string) => writeMinerRoute(miner, route, search), [miner]);
  return useScreenRoute(read, write);
}
