import { IconSearch } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, type RefObject, useId, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { isForExplaining, isWholeExchange } from '../../shared/pasted/pasted-form.ts';
import { looksSecret, SECRET_WORDS } from '../../shared/text/secret.ts';
import { Keys } from '../components/inputs/Keys.tsx';
import { UntrustedText } from '../components/values/UntrustedText.tsx';
import { EXPLAIN_ROUTE, handOverPasted } from '../stores/pasted-text.ts';
import styles from './search-field.module.css';
import { HIT_GROUPS, shownHits } from './search-hits.ts';
import { useSearch } from './use-search.ts';

const MAX_LENGTH = 400;

/** Search field for everything identifiable on the chain. Enter opens the highlighted hit. */
export function SearchField({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const id = useId();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  /** A secret was pasted and discarded immediately; only this note of it remains. */
  const [wasSecret, setWasSecret] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  /** Enter was pressed before the answer came: the first hit is opened as soon as it does. */
  const [isWanted, setIsWanted] = useState(false);
  const { result, error, isSearching } = useSearch(text);
  const hits = useMemo(() => shownHits(result?.hits ?? []), [result]);
  const isExplained = isForExplaining(text);
  const isShown = isOpen && (text.trim() !== '' || wasSecret);

  function explain(pasted: string): void {
    setIsOpen(false);
    setText('');
    field.current?.blur();
    handOverPasted(pasted);
    navigate(EXPLAIN_ROUTE);
  }

  function open(index: number): void {
    const path = hits[index]?.path;
    if (path === undefined) {
      setIsWanted(false);
      return;
    }
    setIsOpen(false);
    setIsWanted(false);
    setText('');
    field.current?.blur();
    navigate(path);
  }
  if (isWanted && hits.length > 0) queueMicrotask(() => open(0));

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Escape') {
      setIsOpen(false);
      setText('');
      field.current?.blur();
    } else if (event.key === 'ArrowDown') setMarked(Math.min(hits.length - 1, marked + 1));
    else if (event.key === 'ArrowUp') setMarked(Math.max(0, marked - 1));
    else if (event.key === 'Enter') {
      if (isExplained && hits.length === 0 && !isSearching) explain(text);
      else if (hits.length === 0) setIsWanted(isSearching);
      else open(marked);
    } else return;
    event.preventDefault();
  }

  return (
    <search className={styles.search}>
      <div className={styles.field}>
        <IconSearch size={14} stroke={1.6} aria-hidden="true" />
        <input
          ref={field}
          value={text}
          role="combobox"
          aria-label="Search"
          aria-expanded={isShown}
          aria-controls={`${id}-hits`}
          aria-autocomplete="list"
          aria-activedescendant={isShown && hits.length > 0 ? `${id}-${marked}` : undefined}
          placeholder="Address, CID, epoch, deal or method"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={MAX_LENGTH}
          onChange={(event) => {
            const isSecret = looksSecret(event.currentTarget.value);
            setText(isSecret ? '' : event.currentTarget.value);
            setWasSecret(isSecret);
            setMarked(0);
            setIsWanted(false);
            setIsOpen(true);
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            // A name is never that long, and the text of an error must not be cut.
            if (!isWholeExchange(pasted) && !(pasted.length > MAX_LENGTH && isForExplaining(pasted))) return;
            event.preventDefault();
            explain(pasted);
          }}
          onFocus={() => setIsOpen(true)}
          onBlur={() => {
            setIsOpen(false);
            setWasSecret(false);
          }}
          onKeyDown={onKeyDown}
        />
        <Keys keys={['/']} />
      </div>
      <div id={`${id}-hits`} className={styles.hits} role="listbox" aria-label="Search results" hidden={!isShown}>
        {HIT_GROUPS.filter((group) => hits.some((hit) => hit.group === group)).map((group) => (
          <Fragment key={group}>
            <div className={styles.group} aria-hidden="true">
              {group}
            </div>
            {hits.map((hit, index) =>
              hit.group === group ? (
                <button
                  key={hit.key}
                  id={`${id}-${index}`}
                  type="button"
                  role="option"
                  aria-selected={index === marked}
                  tabIndex={-1}
                  className={styles.hit}
                  data-leads={hit.path !== undefined || undefined}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => open(index)}
                >
                  <span className="ell">{hit.title}</span>{' '}
                  {hit.detail === undefined ? undefined : <span className={styles.detail}>{hit.detail}</span>}
                </button>
              ) : undefined,
            )}
          </Fragment>
        ))}
        {isExplained ? (
          <button
            type="button"
            role="option"
            aria-selected={hits.length === 0}
            tabIndex={-1}
            className={styles.hit}
            data-leads
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => explain(text)}
          >
            <span className="ell">Explain this text</span> <span className={styles.detail}>as an error, a request or a reply</span>
          </button>
        ) : undefined}
        {(hits.length > 0 || isExplained) && result?.problem !== undefined ? (
          <div className={styles.note}>
            <UntrustedText text={result.problem} />
          </div>
        ) : undefined}
        {hits.length > 0 || isExplained ? undefined : (
          <div className={styles.none} role="option" aria-selected={false} aria-disabled="true" tabIndex={-1}>
            {wasSecret ? (
              SECRET_WORDS
            ) : isSearching ? (
              'Searching'
            ) : (
              <UntrustedText text={error?.message ?? result?.problem ?? 'No results.'} />
            )}
          </div>
        )}
      </div>
    </search>
  );
}
