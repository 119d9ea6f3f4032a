import { type GoOnScreen, useScreenAddress } from '../../hooks/use-screen-address.ts';
import { readSealingAddress, type SealingAddress, writeSealingAddress } from './sealing-address.ts';

export type GoInSealing = GoOnScreen<SealingAddress>;

export function useSealingAddress(): readonly [SealingAddress, GoInSealing] {
  return useScreenAddress(readSealingAddress, writeSealingAddress);
}
