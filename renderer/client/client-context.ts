import { createContext, useContext } from 'react';
import type { SextantContract } from '../../shared/ipc/contract.ts';
import type { ClientOf } from '../../shared/ipc/derive.ts';

/** The app document's client: every call and topic of the contract with the zone `app`. */
export type AppClient = ClientOf<SextantContract, 'app'>;

export const ClientContext = createContext<AppClient | undefined>(undefined);

/** The client of this document. Only below the provider that `App` sets up. */
export function useClient(): AppClient {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('There is no client above this component.');
  return client;
}
