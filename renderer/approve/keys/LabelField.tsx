import { focusOnce } from '../focus-once.ts';
import { TrustedField } from '../TrustedField.tsx';

const LONGEST = 60;

interface LabelFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isTried: boolean;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly hasFocus?: boolean;
}

/** The name of a key. */
export function LabelField({ value, onChange, isTried, help, error, hasFocus }: LabelFieldProps) {
  return (
    <TrustedField label="Key name" help={help} error={error ?? (isTried && value.trim() === '' ? 'Enter a name.' : undefined)}>
      {(input) => (
        <input
          {...input}
          value={value}
          maxLength={LONGEST}
          autoComplete="off"
          spellCheck={false}
          ref={hasFocus === true ? focusOnce : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </TrustedField>
  );
}
