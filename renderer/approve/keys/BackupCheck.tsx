import { type ReactNode, useState } from 'react';
import { TrustedNote } from '../TrustedNote.tsx';
import { KeyPage } from './KeyPage.tsx';
import { PASSPHRASE_CODES, type Seal } from './use-seal.tsx';
import type { Task } from './use-task.ts';
import { WordField } from './WordField.tsx';
import words from './words.module.css';

interface AskedWord {
  readonly position: number;
  readonly word: string;
}

interface BackupCheckProps {
  readonly mnemonic: string;
  /** Positions of the words to re-enter, counted from 1. */
  readonly places: readonly number[];
  /** Opens the vault if it is locked. */
  readonly seal: Seal;
  readonly task: Task;
  readonly onRight: (answers: readonly AskedWord[]) => Promise<void>;
  readonly onBack: () => void;
  readonly extra: ReactNode;
}

/** Asks for some words of the phrase, to check the paper backup. */
export function BackupCheck({ mnemonic, places, seal, task, onRight, onBack, extra }: BackupCheckProps) {
  const [answers, setAnswers] = useState<readonly string[]>(places.map(() => ''));
  /** The words of the last check. Marks apply to these words only. */
  const [compared, setCompared] = useState<readonly string[]>([]);
  const written = mnemonic.split(' ');
  const isWrong = (index: number, word: string | undefined): boolean => word !== written[(places[index] ?? 0) - 1];
  const wrong = places.filter((_, index) => compared[index] !== undefined && compared[index] !== '' && isWrong(index, compared[index]));

  function submit(): void {
    setCompared(answers);
    const isRight = answers.every((word, index) => !isWrong(index, word));
    void task.attempt(isRight && seal.isReady, () => onRight(places.map((position, index) => ({ position, word: answers[index] ?? '' }))));
  }

  return (
    <KeyPage
      title={`Type words ${listPlaces(places)}`}
      lead="Enter them from your paper, not from memory. This checks that the paper is complete and in order."
      step="Step 3 of 3"
      isWide
      task={task}
      failureTitle="Could not save the backup check"
      fieldCodes={seal.fields === undefined ? [] : PASSPHRASE_CODES}
      primary={{ label: 'Check', busyLabel: 'Checking' }}
      onSubmit={submit}
      onBack={onBack}
      backLabel="Back to the words"
      extra={extra}
      hint="Wrong words change nothing."
    >
      <div className={words.input}>
        {places.map((position, index) => (
          <WordField
            key={position}
            position={position}
            value={answers[index] ?? ''}
            hasFocus={index === 0}
            isMissing={compared[index] === '' && answers[index] === ''}
            error={
              compared[index] !== '' && compared[index] === answers[index] && isWrong(index, compared[index]) ? 'Wrong word.' : undefined
            }
            onChange={(word) => setAnswers(answers.map((old, at) => (at === index ? word : old)))}
          />
        ))}
      </div>
      {wrong.length === 0 ? undefined : (
        <TrustedNote
          tone="danger"
          title={wrong.length === 1 ? `Word ${wrong[0]} is wrong` : `Words ${listPlaces(wrong)} are wrong`}
          role="alert"
        >
          Compare your paper with the words on the previous page and correct it.
        </TrustedNote>
      )}
      {seal.fields}
    </KeyPage>
  );
}

/** "3, 9, 14 and 22". */
function listPlaces(places: readonly number[]): string {
  return places.length < 2 ? places.join('') : `${places.slice(0, -1).join(', ')} and ${places.at(-1)}`;
}
