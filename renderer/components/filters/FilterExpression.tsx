import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { FilterLanguage } from '../../../shared/filter/filter.ts';
import type { FilteredList } from '../../../shared/ipc/schemas/filters.ts';
import { useFilterDraft } from '../../hooks/use-filter-draft.ts';
import { useFreshAnswer } from '../../hooks/use-fresh-answer.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { type Completion, completionPlace, completions, type FieldValue, fieldToLookUp } from '../../lib/filter-completion.ts';
import {
  EMPTY_DRAFT,
  type FilterDraft,
  type FilterPiece,
  groupedTextOf,
  settleDraft,
  takeUpAfter,
  takeUpBefore,
  takeUpPiece,
  withDraft,
  withoutPiece,
} from '../../lib/filter-pieces.ts';
import { FilterCompletions } from './FilterCompletions.tsx';
import { FilterFrame } from './FilterFrame.tsx';
import { FilterToken } from './FilterToken.tsx';
import styles from './filter-expression.module.css';
import { SavedFilters } from './SavedFilters.tsx';

interface FilterExpressionProps {
  readonly language: FilterLanguage;
  /** What is filtered: its filters are saved apart from those of others. */
  readonly list: FilteredList;
  readonly value: string;
  /** `isSettled`: a term was finished, taken away or chosen, rather than typed in part. */
  readonly onChange: (value: string, isSettled: boolean) => void;
  /** What it is called for those who do not see it: `Filter the deals`. */
  readonly label: string;
  /** Examples, while it is empty. */
  readonly placeholder: string;
  /** Right end: how many of how many. */
  readonly count?: ReactNode;
  /** What the rows are in a field, the most frequent first, of those that hold `prefix`. Another list of rows wants another `key`. */
  readonly lookUp?: (field: string, prefix: string) => Promise<readonly FieldValue[]>;
  /** What a row is called and what several are, beside the values that are looked up. */
  readonly unit?: readonly [one: string, several: string];
}

const MAX_TYPED_LENGTH = 200;
const NO_VALUES: readonly FieldValue[] = [];

/** A filter: finished terms are tokens, the rest is typed with completion. Esc empties it. */
export function FilterExpression(props: FilterExpressionProps) {
  const { language, list, value, onChange, label, placeholder, count, lookUp, unit = ['row', 'rows'] } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const draft = useFilterDraft({ language, value, onChange });
  const { state, text, pieces, beforeCount, problem } = draft;
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  const allSaved = useTopic('filters.changed');
  const saved = useMemo(() => (allSaved ?? []).filter((filter) => filter.list === list), [allSaved, list]);

  const place = completionPlace(state.draft, language);
  const lookedUp = isOpen && lookUp !== undefined ? fieldToLookUp(place) : undefined;
  const values = useFreshAnswer(
    lookedUp === undefined ? undefined : JSON.stringify([lookedUp, place.typed]),
    async () => ({
      field: lookedUp,
      values: (await lookUp?.(lookedUp ?? '', place.typed.replaceAll('*', '').slice(0, MAX_TYPED_LENGTH))) ?? NO_VALUES,
    }),
    { revision: 0, pauseMs: 1000 },
  );
  const isAlone = state.before === '' && state.after === '';
  const options = isOpen
    ? completions({
        language,
        unit,
        place,
        values: values.data?.field === lookedUp ? (values.data?.values ?? NO_VALUES) : NO_VALUES,
        saved,
        isAlone,
      })
    : [];
  const active = options[activeIndex];
  const isListShown = isOpen && options.length > 0;

  // The caret stays in view behind more tokens than there is room for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the tokens change
  useEffect(() => {
    if (document.activeElement === input.current) input.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [state.before, state.after]);

  function apply(next: FilterDraft, isSettled: boolean): void {
    setActiveIndex(-1);
    draft.apply(next, isSettled);
  }

  function choose(option: Completion): void {
    if (option.kind === 'saved') {
      apply({ ...EMPTY_DRAFT, before: option.text }, true);
      setIsOpen(false);
    } else if (option.kind === 'value') {
      // Typing goes on: an `or` behind it joins the two.
      apply(withDraft(state, `${option.text} `, language), true);
      setIsOpen(false);
    } else {
      apply(withDraft(state, option.text, language), false);
      setIsOpen(true);
    }
    input.current?.focus();
  }

  function moveActive(step: number): void {
    setIsOpen(true);
    const next = activeIndex + step;
    setActiveIndex(next < -1 ? options.length - 1 : next >= options.length ? -1 : next);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const isAtStart = selectionStart === 0 && selectionEnd === 0;
    const isAtEnd = selectionStart === state.draft.length && selectionEnd === selectionStart;
    const [first] = options;
    if (event.key === 'ArrowDown') moveActive(1);
    else if (event.key === 'ArrowUp') moveActive(-1);
    else if (event.key === 'Enter') {
      if (active !== undefined) choose(active);
      else {
        apply(settleDraft(state, language), true);
        setIsOpen(false);
      }
    } else if (event.key === 'Tab' && !event.shiftKey && isListShown && state.draft.trim() !== '' && first !== undefined) {
      choose(active ?? first);
    } else if (event.key === 'Escape' && isListShown) {
      setIsOpen(false);
      setActiveIndex(-1);
    } else if (event.key === 'Escape' && text !== '') apply(EMPTY_DRAFT, true);
    else if ((event.key === 'Backspace' || event.key === 'ArrowLeft') && isAtStart && state.before !== '')
      apply(takeUpBefore(state, language), false);
    else if (event.key === 'ArrowRight' && isAtEnd && state.after !== '') apply(takeUpAfter(state, language), false);
    else return;
    event.preventDefault();
  }

  const token = (piece: FilterPiece, index: number) => (
    <FilterToken
      key={`${piece.from} ${text.slice(piece.from, piece.to)}`}
      piece={piece}
      text={text.slice(piece.from, piece.to)}
      onEdit={() => {
        apply(takeUpPiece(text, index, language), false);
        input.current?.focus();
      }}
      onRemove={() => {
        apply({ ...EMPTY_DRAFT, before: withoutPiece(text, index, language) }, true);
        input.current?.focus();
      }}
    />
  );
  const afterFrom = beforeCount + draft.draftCount;
  return (
    <div className={styles.frame}>
      <FilterFrame
        isWrong={problem !== undefined}
        count={count ?? ''}
        actions={
          <SavedFilters list={list} saved={saved} filter={value} onChoose={(next) => apply({ ...EMPTY_DRAFT, before: next }, true)} />
        }
        onClear={text === '' ? undefined : () => apply(EMPTY_DRAFT, true)}
      >
        <span className={styles.pieces}>
          {pieces.slice(0, beforeCount).map(token)}
          <input
            ref={input}
            className={styles.input}
            value={state.draft}
            style={text === '' ? undefined : { width: `${Math.max(6, state.draft.length + 2)}ch` }}
            data-alone={state.after === '' || undefined}
            placeholder={text === '' ? placeholder : undefined}
            aria-label={label}
            role="combobox"
            aria-expanded={isListShown}
            aria-controls={`${id}-list`}
            aria-activedescendant={active === undefined ? undefined : `${id}-list-${activeIndex}`}
            aria-autocomplete="list"
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-about`}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={1000}
            onChange={(event) => {
              apply(withDraft(state, event.currentTarget.value, language), false);
              setIsOpen(true);
            }}
            onClick={() => setIsOpen(true)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setIsOpen(false);
              if (state.draft.trim() !== '' || groupedTextOf(state, language) !== text) apply(settleDraft(state, language), true);
            }}
          />
          {pieces.slice(afterFrom).map((piece, index) => token(piece, afterFrom + index))}
        </span>
        <span id={`${id}-about`} className={styles.problem} title={problem}>
          {problem}
        </span>
      </FilterFrame>
      <FilterCompletions id={`${id}-list`} options={options} activeIndex={activeIndex} isShown={isListShown} onChoose={choose} />
    </div>
  );
}
