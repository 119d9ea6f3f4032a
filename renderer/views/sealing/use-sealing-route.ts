import { type GoOnScreen, useScreenAddress } from '../../hooks/use-screen-address.ts';
import { readSealingRoute, type SealingRoute, writeSealingRoute } from './sealing-route.ts';

export type GoInSealing = GoOnScreen<SealingRoute>;

export function useSealingRoute(): readonly [SealingRoute, GoInSealing] {
  return useScreenAddress(readSealingRoute, writeSealingRoute);
}
