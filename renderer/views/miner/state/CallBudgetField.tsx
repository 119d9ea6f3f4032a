import { useState } from 'react';
import { MAX_CALLS } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import { NumberInput } from './NumberInput.tsx';
import { typedNumber } from './typed-number.ts';

const RANGE = `1 to ${formatInteger(MAX_CALLS)}`;
/** Why a read cannot be started. */
export const NO_BUDGET = `Enter a number of calls from ${RANGE}.`;

interface CallBudgetFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  /** Told undefined for text that is no such number. */
  readonly onChange: (calls: number | undefined) => void;
  readonly hasRange?: boolean;
}

/** Call limit of a read. */
export function CallBudgetField({ label, value, onChange, hasRange = false }: CallBudgetFieldProps) {
  const [text, setText] = useState(String(value ?? ''));

  function type(next: string): void {
    setText(next);
    onChange(callsOf(next));
  }

  return (
    <NumberInput
      label={label}
      text={text}
      problem={callsOf(text) === undefined ? RANGE : undefined}
      {...(hasRange ? { range: RANGE } : {})}
      onType={type}
    />
  );
}

function callsOf(text: string): number | undefined {
  const calls = typedNumber(text, { least: 1, most: MAX_CALLS });
  return Number.isNaN(calls) ? undefined : calls;
}
