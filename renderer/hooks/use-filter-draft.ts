import { useEffect, useMemo, useRef, useState } from 'react';
import { type FilterLanguage, parseFilter } from '../../shared/filter/filter.ts';
import { appliedTextOf, EMPTY_DRAFT, type FilterDraft, type FilterPiece, filterPieces, filterTextOf } from '../lib/filter-pieces.ts';

const TYPING_PAUSE_MS = 200;

interface FilterDraftOptions {
  readonly language: FilterLanguage;
  /** The filter that holds. */
  readonly value: string;
  /** `isSettled`: a term was finished, taken away or chosen, rather than typed in part. */
  readonly onChange: (value: string, isSettled: boolean) => void;
}

export interface DraftedFilter {
  readonly state: FilterDraft;
  /** All of it, and its pieces; of these so many are settled before what is being written, and so many are of that. */
  readonly text: string;
  readonly pieces: readonly FilterPiece[];
  readonly beforeCount: number;
  readonly draftCount: number;
  /** Why what holds does not all make sense, in one sentence. */
  readonly problem: string | undefined;
  apply(next: FilterDraft, isSettled: boolean): void;
}

/** A filter while it is written. It is told when a term is settled, and after a pause where what is typed makes sense so far. */
export function useFilterDraft({ language, value, onChange }: FilterDraftOptions): DraftedFilter {
  const [state, setState] = useState<FilterDraft>({ ...EMPTY_DRAFT, before: value });

  // Another filter from outside: back was pressed, a saved one was chosen. What was told from here comes back later than the next
  // letter is typed.
  const [told, setTold] = useState(value);
  const [shownValue, setShownValue] = useState(value);
  if (value !== shownValue) {
    setShownValue(value);
    if (value !== told) {
      setTold(value);
      setState({ ...EMPTY_DRAFT, before: value });
    }
  }

  const text = filterTextOf(state);
  const pieces = useMemo(() => filterPieces(text, language), [text, language]);
  const beforeCount = useMemo(() => filterPieces(state.before, language).length, [state.before, language]);
  const afterCount = useMemo(() => filterPieces(state.after, language).length, [state.after, language]);
  const applied = appliedTextOf(state, language);
  const problem = useMemo(() => parseFilter(applied, language).problems[0]?.message, [applied, language]);

  const latestTell = useRef(tell);
  latestTell.current = tell;
  useEffect(() => {
    if (applied === value) return;
    const timer = setTimeout(() => latestTell.current(applied, false), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [applied, value]);

  function tell(next: string, isSettled: boolean): void {
    setTold(next);
    onChange(next, isSettled);
  }

  return {
    state,
    text,
    pieces,
    beforeCount,
    draftCount: pieces.length - beforeCount - afterCount,
    problem,
    apply(next, isSettled) {
      setState(next);
      if (isSettled) tell(appliedTextOf(next, language), true);
    },
  };
}
