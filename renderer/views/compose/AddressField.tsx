import type { ReactNode } from 'react';
import { ComboField } from '../../components/inputs/ComboField.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { addressByLabel, type KnownAddress, matchingAddresses } from './use-known-addresses.ts';

interface AddressFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly known: readonly KnownAddress[];
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly suffix?: ReactNode;
  readonly placeholder?: string;
}

/** Address input with suggestions of known labels. */
export function AddressField({ label, value, onChange, known, help, error, suffix, placeholder }: AddressFieldProps) {
  const named = known.find(({ address }) => address === value.trim());
  const meant = addressByLabel(known, value);
  return (
    <ComboField
      label={label}
      value={value}
      onChange={onChange}
      onChoose={onChange}
      isMono
      isCutInMiddle
      placeholder={placeholder ?? 'f0, f1, f2, f3, f4 or 0x'}
      options={matchingAddresses(known, value).map(({ address, label: name, note }) => ({
        id: address,
        title: name === '' ? <AddressText address={address} /> : <AddressText address={address} name={name} />,
        note,
      }))}
      onLeave={() => {
        if (meant !== undefined) onChange(meant);
      }}
      prefix={named === undefined || named.label === '' ? undefined : named.label}
      // A help line that disappears on blur would move the element that is being clicked.
      error={meant === undefined ? error : undefined}
      help={help}
      suffix={suffix}
    />
  );
}
