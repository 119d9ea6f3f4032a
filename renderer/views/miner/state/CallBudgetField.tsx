import { useState } from 'react';
import { MOST_CALLS } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import { NumberInput } from './NumberInput.tsx';
import { typedNumber } from './typed-number.ts';

interface CallBudgetFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (calls: number) => void;
}

/** How many calls a read may make. Text that is no such number changes nothing, and says so. */
export function CallBudgetField({ label, value, onChange }: CallBudgetFieldProps) {
  const [text, setText] = useState(String(value));

  function type(next: string): void {
    setText(next);
    const calls = callsOf(next);
    if (calls !== undefined) onChange(calls);
  }

  return (
    <NumberInput
      label={label}
      text={text}
      problem={callsOf(text) === undefined ? `A number from 1 to ${formatInteger(MOST_CALLS)}` : undefined}
      onType={type}
      onBlur={() => setText(String(value))}
    />
  );
}

function callsOf(text: string): number | undefined {
  const calls = typedNumber(text, { least: 1, most: MOST_CALLS });
  return Number.isNaN(calls) ? undefined : calls;
}
