/** What own accounts held when they were last read, attoFIL by address; told by the overview, which reads them. */
import { createStore } from 'zustand/vanilla';

export interface OwnBalances {
  /** The network that they were read on. */
  readonly genesisCid: string | undefined;
  readonly byAddress: ReadonlyMap<string, bigint>;
}

export const ownBalances = createStore<OwnBalances>(() => ({ genesisCid: undefined, byAddress: new Map() }));
