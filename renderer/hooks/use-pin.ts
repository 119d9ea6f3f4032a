import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { withQuery } from '../lib/with-query.ts';

/** Where a screen reads: at the head, or at one epoch that the route names. */
export interface Pin {
  /** The epoch that the screen is pinned to; undefined while it follows the head. */
  readonly at: number | undefined;
  /** The route names something else than an epoch. */
  readonly isUnreadable?: boolean;
  /** Pins the screen to an epoch. Moving a pin leaves no step to go back to; pinning and following do. */
  readonly pinAt: (epoch: number) => void;
  readonly follow: () => void;
}

/** The pin of a screen, from `?at=` of its route, so that back works and a link names the epoch. */
export function usePin(): Pin {
  const [path, navigate] = useLocation();
  const search = useSearch();
  return useMemo(() => {
    const at = pinOf(search);
    return {
      at,
      isUnreadable: at === undefined && new URLSearchParams(search).has('at'),
      pinAt: (epoch) => navigate(withPin(path, search, epoch), { replace: at !== undefined }),
      follow: () => navigate(withPin(path, search, undefined)),
    };
  }, [path, search, navigate]);
}

/** The epoch in a query; undefined where there is none that could be one. */
export function pinOf(search: string): number | undefined {
  const text = new URLSearchParams(search).get('at') ?? '';
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

/** The same place pinned to another epoch, or to none. What else the query says stays. */
export function withPin(path: string, search: string, epoch: number | undefined): string {
  return withQuery(path, search, { at: epoch });
}
