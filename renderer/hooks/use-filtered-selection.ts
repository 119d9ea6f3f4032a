import { useCallback } from 'react';
import { withQuery } from '../lib/with-query.ts';
import { useScreenRoute } from './use-screen-route.ts';

interface FilteredSelection {
  readonly selected: string | undefined;
  readonly filter: string;
}

interface FilteredSelectionControls extends FilteredSelection {
  /** `undefined` goes back to the screen itself. */
  readonly select: (id: string | undefined) => void;
  /** Leaves no step to go back to: it is typed letter by letter. */
  readonly setFilter: (filter: string) => void;
}

const MAX_FILTER_LENGTH = 1000;

/** What is selected in the list of a screen and what the list is narrowed to, both from the route: `/accounts/f1abc?filter=cold`. */
export function useFilteredSelection(screenPath: string): FilteredSelectionControls {
  const write = useCallback(
    ({ selected, filter }: FilteredSelection, search: string) =>
      withQuery(selected === undefined ? screenPath : `${screenPath}/${encodeURIComponent(selected)}`, search, { filter }),
    [screenPath],
  );
  const [address, go] = useScreenRoute(readFilteredSelection, write);
  const select = useCallback((selected: string | undefined) => go({ selected }), [go]);
  const setFilter = useCallback((filter: string) => go({ filter }, { replace: true }), [go]);
  return { ...address, select, setFilter };
}

function readFilteredSelection(id: string | undefined, search: string): FilteredSelection {
  return { selected: id, filter: (new URLSearchParams(search).get('filter') ?? '').slice(0, MAX_FILTER_LENGTH) };
}
