import type { ReactNode } from 'react';
import { AddressText } from '../../components/AddressText.tsx';
import { ComboField } from '../../components/ComboField.tsx';
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

/** An address, typed or chosen from those that this machine knows by their labels. */
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
      // A line that disappears as the field is left moves what is being pressed below it.
      error={meant === undefined ? error : undefined}
      help={help}
      suffix={suffix}
    />
  );
}
