import { useSyncExternalStore } from 'react';
import type { BaseLocationHook } from 'wouter';
import { splitFragment } from '../lib/fragment.ts';

interface NavigateOptions {
  readonly replace?: boolean;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
}

function navigate(to: string, { replace = false }: NavigateOptions = {}): void {
  const address = `#${to.startsWith('/') ? to : `/${to}`}`;
  history[replace ? 'replaceState' : 'pushState'](undefined, '', address);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

const pathNow = (): string => splitFragment(location.hash)[0];
const searchNow = (): string => splitFragment(location.hash)[1];

/**
 * Where the app is, as the router wants to know it. Path and query both live in the fragment, so that the files can lie anywhere, a
 * link can be opened in a tab of its own, and a query ends with the place that it belonged to.
 */
export const useHashLocation: BaseLocationHook = () => [useSyncExternalStore(subscribe, pathNow), navigate];
useHashLocation.searchHook = () => useSyncExternalStore(subscribe, searchNow);
useHashLocation.hrefs = (href) => `#${href}`;
