import { type GoOnScreen, useScreenRoute } from '../../hooks/use-screen-route.ts';
import { type DealsRoute, readDealsRoute, writeDealsRoute } from './deals-route.ts';

export type GoInDeals = GoOnScreen<DealsRoute>;

export function useDealsRoute(): readonly [DealsRoute, GoInDeals] {
  return useScreenRoute(readDealsRoute, writeDealsRoute);
}
