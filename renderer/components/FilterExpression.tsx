import { IconBookmark, IconFilter, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type FilterLanguage, parseFilter } from '../../shared/filter/filter.ts';
import { sanitiseToText } from '../../shared/text/sanitise.ts';
import { useFreshAnswer } from '../hooks/use-fresh-answer.ts';
import {
  type Completion,
  completionPlace,
  completions,
  type FieldValue,
  fieldToLookUp,
  type KeptFilter,
} from '../lib/filter-completion.ts';
import {
  appliedTextOf,
  EMPTY_DRAFT,
  type FilterDraft,
  type FilterPiece,
  filterPieces,
  filterTextOf,
  settleDraft,
  takeUpAfter,
  takeUpBefore,
  takeUpPiece,
  withDraft,
  withoutPiece,
} from '../lib/filter-pieces.ts';
import { showInScroller } from '../lib/show-in-scroller.ts';
import styles from './filter-expression.module.css';
import { UntrustedText } from './UntrustedText.tsx';

interface FilterExpressionProps {
  readonly language: FilterLanguage;
  readonly value: string;
  /** `isSettled`: a term was finished, taken away or chosen, rather than typed in part. */
  readonly onChange: (value: string, isSettled: boolean) => void;
  /** What it is called for those who do not see it: `Filter the deals`. */
  readonly label: string;
  /** Examples, while it is empty. */
  readonly placeholder: string;
  /** Right end: how many of how many. */
  readonly count?: ReactNode;
  /** Beside the count: saved filters. */
  readonly actions?: ReactNode;
  /** What the rows are in a field, the most frequent first, of those that hold `prefix`. Another list of rows wants another `key`. */
  readonly lookUp?: (field: string, prefix: string) => Promise<readonly FieldValue[]>;
  /** What a row is called and what several are, beside the values that are looked up. */
  readonly unit?: readonly [one: string, several: string];
  readonly saved?: readonly KeptFilter[];
}

const TYPING_PAUSE_MS = 200;
const MOST_TYPED_LENGTH = 200;
/** A filter may come with a link. */
const MOST_SHOWN_LENGTH = 120;
const NO_VALUES: readonly FieldValue[] = [];
const NO_FILTERS: readonly KeptFilter[] = [];

/** A filter: finished terms are tokens, the rest is typed with completion. Esc empties it. */
export function FilterExpression(props: FilterExpressionProps) {
  const { language, value, onChange, label, placeholder, count, actions, lookUp, unit = ['row', 'rows'], saved = NO_FILTERS } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<FilterDraft>({ ...EMPTY_DRAFT, before: value });
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);

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
  const draftCount = pieces.length - beforeCount - useMemo(() => filterPieces(state.after, language).length, [state.after, language]);
  const applied = appliedTextOf(state, language);
  const problem = useMemo(() => parseFilter(applied, language).problems[0]?.message, [applied, language]);

  const latestTell = useRef(tell);
  latestTell.current = tell;
  useEffect(() => {
    if (applied === value) return;
    const timer = setTimeout(() => latestTell.current(applied, false), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [applied, value]);

  const place = completionPlace(state.draft, language);
  const lookedUp = isOpen && lookUp !== undefined ? fieldToLookUp(place) : undefined;
  const values = useFreshAnswer(
    lookedUp === undefined ? undefined : JSON.stringify([lookedUp, place.typed]),
    async () => ({
      field: lookedUp,
      values: (await lookUp?.(lookedUp ?? '', place.typed.replaceAll('*', '').slice(0, MOST_TYPED_LENGTH))) ?? NO_VALUES,
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the tokens change
  useEffect(() => {
    if (document.activeElement === input.current) input.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [state.before, state.after]);

  function apply(next: FilterDraft, isSettled: boolean): void {
    setState(next);
    setActiveIndex(-1);
    if (isSettled) tell(appliedTextOf(next, language), true);
  }

  function tell(next: string, isSettled: boolean): void {
    setTold(next);
    onChange(next, isSettled);
  }

  function choose(option: Completion): void {
    if (option.kind === 'saved') {
      apply({ ...EMPTY_DRAFT, before: option.text }, true);
      setIsOpen(false);
    } else if (option.kind === 'value') {
      apply(settleDraft({ ...state, draft: option.text }), true);
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
        apply(settleDraft(state), true);
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

  const piece = (entry: FilterPiece, index: number) => (
    <Piece
      key={`${entry.from} ${text.slice(entry.from, entry.to)}`}
      piece={entry}
      words={sanitiseToText(text.slice(entry.from, entry.to), MOST_SHOWN_LENGTH)}
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
  const isWrong = problem !== undefined;
  return (
    <div className={styles.frame}>
      <div className={styles.field} data-wrong={isWrong || undefined}>
        <IconFilter size={14} stroke={1.6} aria-hidden="true" />
        <span className={styles.pieces}>
          {pieces.slice(0, beforeCount).map(piece)}
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
            aria-activedescendant={active === undefined ? undefined : `${id}-${activeIndex}`}
            aria-autocomplete="list"
            aria-invalid={isWrong}
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
              if (state.draft.trim() !== '') apply(settleDraft(state), true);
            }}
          />
          {pieces.slice(beforeCount + draftCount).map((entry, index) => piece(entry, beforeCount + draftCount + index))}
        </span>
        <span id={`${id}-about`} className={styles.problem} title={problem}>
          {problem}
        </span>
        <span className={styles.count}>{count}</span>
        {actions}
        {text === '' ? undefined : (
          <button type="button" className={styles.clear} aria-label="Clear the filter" onClick={() => apply(EMPTY_DRAFT, true)}>
            <IconX size={12} stroke={1.8} aria-hidden="true" />
          </button>
        )}
      </div>
      <div className={styles.list} hidden={!isListShown}>
        <div id={`${id}-list`} role="listbox" aria-label="What can be written here">
          {options.map((option, index) => (
            <div
              key={option.key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              ref={index === activeIndex ? showOption : undefined}
              onPointerDown={(event) => {
                // The field keeps the focus.
                event.preventDefault();
                if (event.button === 0) choose(option);
              }}
            >
              <span className="mono">
                {option.head}
                {option.kind === 'saved' ? <IconBookmark size={12} stroke={1.8} aria-label="Saved" /> : undefined}
                <b>
                  <UntrustedText text={option.label} maximumLength={60} />
                </b>
              </span>
              <span className={styles.detail}>
                <UntrustedText text={option.detail} maximumLength={60} />
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function showOption(element: HTMLDivElement | null): void {
  if (element !== null) showInScroller(element, 'nearest');
}

interface PieceProps {
  readonly piece: FilterPiece;
  /** As written. */
  readonly words: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** A finished term, or a word that joins two. */
function Piece({ piece, words, onEdit, onRemove }: PieceProps) {
  return (
    <span
      className={styles.piece}
      data-term={piece.isTerm || undefined}
      data-wrong={piece.problem !== undefined || undefined}
      title={piece.problem}
    >
      <button type="button" className={styles.words} aria-label={`Change ${words}`} aria-description={piece.problem} onClick={onEdit}>
        {piece.parts.map((part, index) => (
          <span key={part.from} data-kind={part.kind}>
            {sanitiseToText(part.text, MOST_SHOWN_LENGTH)}
            {(piece.parts[index + 1]?.from ?? 0) > part.from + part.text.length ? ' ' : ''}
          </span>
        ))}
      </button>
      <button type="button" className={styles.remove} aria-label={`Remove ${words}`} onClick={onRemove}>
        <IconX size={11} stroke={1.8} aria-hidden="true" />
      </button>
    </span>
  );
}
