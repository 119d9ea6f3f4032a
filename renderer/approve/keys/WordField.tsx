import { type KeyboardEvent, useId, useState } from 'react';
import { isRecoveryWord, recoveryWordsBeginning } from '../../../shared/domain/keys/recovery-words.ts';
import { firstSecretField, secretField } from '../secret-field.ts';
import styles from './words.module.css';

const MAX_SUGGESTIONS = 5;

interface WordFieldProps {
  /** Counted from 1. */
  readonly position: number;
  readonly value: string;
  readonly onChange: (word: string) => void;
  /** Called with several words pasted at once. */
  readonly onPaste?: (words: readonly string[]) => void;
  readonly error?: string | undefined;
  /** Whether the required word is missing. */
  readonly isMissing?: boolean;
  readonly hasFocus?: boolean;
}

/** Input for one word of a recovery phrase, with completion from the word list. */
export function WordField({ position, value, onChange, onPaste, error, isMissing = false, hasFocus = false }: WordFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const id = useId();
  const isInvalid = isMissing || error !== undefined;
  const found = isOpen && !isRecoveryWord(value) ? recoveryWordsBeginning(value, MAX_SUGGESTIONS) : [];
  const chosen = found[active];

  function type(text: string): void {
    onChange(text);
    setIsOpen(true);
    setActive(0);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const field = event.currentTarget;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (found.length === 0) return;
      event.preventDefault();
      setActive((active + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
    } else if (event.key === 'Escape' && found.length > 0) {
      event.preventDefault();
      setIsOpen(false);
    } else if (event.key === ' ' || (event.key === 'Enter' && chosen !== undefined) || (event.key === 'Tab' && !event.shiftKey)) {
      if (chosen !== undefined && (event.key !== ' ' || found.length === 1)) onChange(chosen);
      setIsOpen(false);
      if (event.key === 'Tab') return;
      event.preventDefault();
      if (value !== '') nextWordField(field)?.focus();
    }
  }

  return (
    <div className={styles.word} data-invalid={isInvalid}>
      <label htmlFor={id}>
        <span className={styles.hiddenText}>Word </span>
        {position}
      </label>
      <input
        id={id}
        data-word
        value={value}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen}`}
        aria-invalid={isInvalid}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        data-1p-ignore
        data-lpignore="true"
        data-bwignore
        maxLength={40}
        ref={hasFocus ? firstSecretField : secretField}
        onChange={(event) => type(event.currentTarget.value.toLowerCase().replace(/\s/g, ''))}
        onPaste={(event) => {
          const words = event.clipboardData.getData('text').trim().toLowerCase().split(/\s+/);
          if (words.length < 2 || onPaste === undefined) return;
          event.preventDefault();
          setIsOpen(false);
          onPaste(words);
        }}
        onKeyDown={press}
        onBlur={() => setIsOpen(false)}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={`Words for place ${position}`}
        className={styles.suggestions}
        hidden={found.length === 0}
      >
        {found.map((word, index) => (
          <div
            key={word}
            id={`${id}-${word}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            // Runs before blur, which closes the list.
            onMouseDown={(event) => {
              event.preventDefault();
              onChange(word);
              setIsOpen(false);
            }}
          >
            <b>{value}</b>
            {word.slice(value.length)}
          </div>
        ))}
      </div>
      {error === undefined ? undefined : (
        <p id={`${id}-error`} className={styles.wordError}>
          {error}
        </p>
      )}
    </div>
  );
}

function nextWordField(field: HTMLInputElement): HTMLInputElement | undefined {
  const fields = [...(field.form?.querySelectorAll<HTMLInputElement>('input[data-word]') ?? [])];
  return fields[fields.indexOf(field) + 1];
}
