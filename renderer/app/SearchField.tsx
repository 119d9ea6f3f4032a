import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { looksSecret, SECRET_WORDS } from '../../shared/text/secret.ts';
import { Keys } from '../components/Keys.tsx';
import { UntrustedText } from '../components/UntrustedText.tsx';
import styles from './search-field.module.css';
import { hitPath, hitTitle } from './search-hits.ts';
import { useSearch } from './use-search.ts';

/** One field for everything that has a name on the chain. Enter goes to the marked hit. */
export function SearchField({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const id = useId();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  /** A secret was pasted: it was thrown away at once, and this is all that remains of it. */
  const [wasSecret, setWasSecret] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  /** Enter was pressed before the answer came: the first hit is opened as soon as it does. */
  const [isWanted, setIsWanted] = useState(false);
  const { result, error, isSearching } = useSearch(text);
  const hits = result?.hits ?? [];
  const isShown = isOpen && (text.trim() !== '' || wasSecret);

  function open(index: number): void {
    const hit = hits[index];
    if (hit === undefined) return;
    setIsOpen(false);
    setIsWanted(false);
    setText('');
    field.current?.blur();
    navigate(hitPath(hit));
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
      if (hits.length === 0) setIsWanted(isSearching);
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
          maxLength={400}
          onChange={(event) => {
            const isSecret = looksSecret(event.currentTarget.value);
            setText(isSecret ? '' : event.currentTarget.value);
            setWasSecret(isSecret);
            setMarked(0);
            setIsWanted(false);
            setIsOpen(true);
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
      <div id={`${id}-hits`} className={styles.hits} role="listbox" aria-label="Search hits" hidden={!isShown}>
        {hits.map((hit, index) => (
          <button
            key={hitPath(hit)}
            id={`${id}-${index}`}
            type="button"
            role="option"
            aria-selected={index === marked}
            tabIndex={-1}
            className={styles.hit}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => open(index)}
          >
            {hitTitle(hit)}
          </button>
        ))}
        {hits.length > 0 ? undefined : (
          <div className={styles.none} role="option" aria-selected={false} aria-disabled="true" tabIndex={-1}>
            {wasSecret ? (
              SECRET_WORDS
            ) : isSearching ? (
              'Asking the node'
            ) : (
              <UntrustedText text={error?.message ?? result?.problem ?? 'Nothing has this name.'} />
            )}
          </div>
        )}
      </div>
    </search>
  );
}
