import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type MinerAddress, readMinerAddress, writeMinerAddress } from './miner-address.ts';

export type GoToMiner = (change: Partial<MinerAddress>, options?: { readonly replace?: boolean }) => void;

/** What the screen of a miner shows, from its route, so that back works and a link names it. */
export function useMinerAddress(miner: string): readonly [MinerAddress, GoToMiner] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const address = useMemo(() => readMinerAddress(search), [search]);
  const go = useCallback<GoToMiner>(
    (change, options) => navigate(writeMinerAddress(miner, { ...address, ...change }, search), options),
    [miner, address, search, navigate],
  );
  return [address, go];
}
