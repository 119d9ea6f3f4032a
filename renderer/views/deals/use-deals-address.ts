import { type GoOnScreen, useScreenAddress } from '../../hooks/use-screen-address.ts';
import { type DealsAddress, readDealsAddress, writeDealsAddress } from './deals-address.ts';

export type GoInDeals = GoOnScreen<DealsAddress>;

export function useDealsAddress(): readonly [DealsAddress, GoInDeals] {
  return useScreenAddress(readDealsAddress, writeDealsAddress);
}
