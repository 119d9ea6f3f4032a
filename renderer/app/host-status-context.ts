import { createContext, useContext } from 'react';
import type { TransportStatus } from '../client/transport.ts';

/** Whether Sextant itself answers this window. */
export const HostStatusContext = createContext<TransportStatus>('connected');

/** Nothing new comes, and nothing that is pressed is heard: what is shown is what was known last. */
export function useIsHostLost(): boolean {
  return useContext(HostStatusContext) === 'lost';
}
