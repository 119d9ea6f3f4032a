import { isRecoveryWord, nearestRecoveryWord } from '../../../shared/domain/keys/recovery-words.ts';
import { WordField } from './WordField.tsx';
import styles from './words.module.css';

const WORD_COUNTS = [12, 15, 18, 21, 24] as const;

interface PhraseInputProps {
  /** One entry per word; empty strings for words not entered yet. */
  readonly words: readonly string[];
  readonly onChange: (words: readonly string[]) => void;
  readonly isTried: boolean;
}

/** Input for a recovery phrase, word by word with completion, or pasted into any field. */
export function PhraseInput({ words, onChange, isTried }: PhraseInputProps) {
  function resize(count: number): void {
    onChange(Array.from({ length: count }, (_, index) => words[index] ?? ''));
  }

  function paste(at: number, pasted: readonly string[]): void {
    // Pasting a whole phrase sets the number of words. A part of a phrase is inserted at its field.
    const isWhole = WORD_COUNTS.some((count) => count === pasted.length);
    if (isWhole) onChange(pasted);
    else onChange(words.map((word, index) => pasted[index - at] ?? word));
  }

  return (
    <div>
      <fieldset className={styles.counts}>
        <legend>Number of words</legend>
        {WORD_COUNTS.map((count) => (
          <label key={count}>
            <input type="radio" name="word-count" checked={words.length === count} onChange={() => resize(count)} />
            {count}
          </label>
        ))}
      </fieldset>
      <div className={styles.input}>
        {words.map((word, index) => (
          <WordField
            // Words are identified by their position.
            // biome-ignore lint/suspicious/noArrayIndexKey: fields are never reordered
            key={index}
            position={index + 1}
            value={word}
            hasFocus={index === 0}
            isMissing={isTried && word === ''}
            error={
              isTried && word !== '' && !isRecoveryWord(word)
                ? `Not in the word list. Did you mean ${nearestRecoveryWord(word)}?`
                : undefined
            }
            onChange={(text) => onChange(words.map((old, place) => (place === index ? text : old)))}
            onPaste={(pasted) => paste(index, pasted)}
          />
        ))}
      </div>
    </div>
  );
}
