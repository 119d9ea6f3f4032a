import { useSyncExternalStore } from 'react';
import type { BaseLocationHook } from 'wouter';

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

/** Path and query of the fragment: `#/inspector/7?path=result` is `/inspector/7` and `path=result`. */
export function splitFragment(fragment: string): readonly [path: string, search: string] {
  const text = fragment.replace(/^#?\/?/, '');
  const mark = text.indexOf('?');
  return mark === -1 ? [`/${text}`, ''] : [`/${text.slice(0, mark)}`, text.slice(mark + 1)];
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
