import { type ReactNode, useState } from 'react';
import { TrustedNote } from '../TrustedNote.tsx';
import { KeyPage } from './KeyPage.tsx';
import { PASSPHRASE_CODES, type Seal } from './use-seal.tsx';
import type { Task } from './use-task.ts';
import { WordField } from './WordField.tsx';
import words from './words.module.css';

export interface AskedWord {
  readonly position: number;
  readonly word: string;
}

interface BackupCheckProps {
  readonly mnemonic: string;
  /** Which words are asked back, from 1. */
  readonly places: readonly number[];
  /** Opens the vault where that is needed. */
  readonly seal: Seal;
  readonly task: Task;
  readonly onRight: (answers: readonly AskedWord[]) => Promise<void>;
  readonly onBack: () => void;
  readonly extra: ReactNode;
}

/** Some words of the phrase, asked back from the paper. */
export function BackupCheck({ mnemonic, places, seal, task, onRight, onBack, extra }: BackupCheckProps) {
  const [answers, setAnswers] = useState<readonly string[]>(places.map(() => ''));
  /** What was compared last: the marks stay with the words they were about. */
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
      lead="From what you wrote down, not from memory. It shows that the paper is complete and in order."
      step="Step 3 of 3"
      isWide
      task={task}
      failureTitle="The check was not recorded"
      fieldCodes={seal.fields === undefined ? [] : PASSPHRASE_CODES}
      primary={{ label: 'Check', busyLabel: 'Checking' }}
      onSubmit={submit}
      onBack={onBack}
      backLabel="Back to the words"
      extra={extra}
      hint="The right words prove the backup; wrong ones change nothing."
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
              compared[index] !== '' && compared[index] === answers[index] && isWrong(index, compared[index]) ? 'Not this word' : undefined
            }
            onChange={(word) => setAnswers(answers.map((old, at) => (at === index ? word : old)))}
          />
        ))}
      </div>
      {wrong.length === 0 ? undefined : (
        <TrustedNote
          tone="danger"
          title={wrong.length === 1 ? `Word ${wrong[0]} is another one` : `Words ${listPlaces(wrong)} are other ones`}
          role="alert"
        >
          Compare the paper with the words on the page before, and write it anew where it differs.
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
