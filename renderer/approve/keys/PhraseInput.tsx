import { isRecoveryWord, nearestRecoveryWord } from '../../../shared/domain/recovery-words.ts';
import { WordField } from './WordField.tsx';
import styles from './words.module.css';

const WORD_COUNTS = [12, 15, 18, 21, 24] as const;

interface PhraseInputProps {
  /** As many as the phrase has words; empty where nothing was typed yet. */
  readonly words: readonly string[];
  readonly onChange: (words: readonly string[]) => void;
  readonly isTried: boolean;
}

/** A recovery phrase word by word: typed with completion, or pasted into any field. */
export function PhraseInput({ words, onChange, isTried }: PhraseInputProps) {
  function resize(count: number): void {
    onChange(Array.from({ length: count }, (_, index) => words[index] ?? ''));
  }

  function paste(at: number, pasted: readonly string[]): void {
    // A whole phrase decides how many words there are; a part of one goes where it was pasted.
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
            // The place of a word is what it is known by.
            // biome-ignore lint/suspicious/noArrayIndexKey: fields are never reordered
            key={index}
            position={index + 1}
            value={word}
            hasFocus={index === 0}
            isMissing={isTried && word === ''}
            error={isTried && word !== '' && !isRecoveryWord(word) ? `Not in the list. Perhaps ${nearestRecoveryWord(word)}?` : undefined}
            onChange={(text) => onChange(words.map((old, place) => (place === index ? text : old)))}
            onPaste={(pasted) => paste(index, pasted)}
          />
        ))}
      </div>
    </div>
  );
}
