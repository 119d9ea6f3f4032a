import { type GoOnScreen, useScreenRoute } from '../../hooks/use-screen-route.ts';
import { readSealingRoute, type SealingRoute, writeSealingRoute } from './sealing-route.ts';

export type GoInSealing = GoOnScreen<SealingRoute>;

export function useSealingRoute(): readonly [SealingRoute, GoInSealing] {
  return useScreenRoute(readSealingRoute, writeSealingRoute);
}
