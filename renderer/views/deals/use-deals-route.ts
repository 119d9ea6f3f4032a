import { type GoOnScreen, useScreenAddress } from '../../hooks/use-screen-address.ts';
import { type DealsRoute, readDealsRoute, writeDealsRoute } from './deals-route.ts';

export type GoInDeals = GoOnScreen<DealsRoute>;

export function useDealsRoute(): readonly [DealsRoute, GoInDeals] {
  return useScreenAddress(readDealsRoute, writeDealsRoute);
}
