import { createContext, useContext } from 'react';
import type { AppStores } from './app-stores.ts';

export const StoresContext = createContext<AppStores | undefined>(undefined);

export function useStores(): AppStores {
  const stores = useContext(StoresContext);
  if (stores === undefined) throw new Error('There are no stores above this component.');
  return stores;
}
