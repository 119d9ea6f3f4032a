import { useEffect, useState } from 'react';
import type { StateSectorFilter } from '../../../../shared/ipc/schemas/state-read.ts';
import { SegmentedControl } from '../../../components/SegmentedControl.tsx';
import { NumberInput } from './NumberInput.tsx';
import { changedFilter, NUMBER_FILTERS, SECTOR_PARTS } from './sector-filter.ts';
import { typedNumber } from './typed-number.ts';

interface SectorFiltersProps {
  readonly filter: StateSectorFilter;
  readonly onFilter: (filter: StateSectorFilter) => void;
}

/** Which sectors are listed: by state, by place, from a number on. */
export function SectorFilters({ filter, onFilter }: SectorFiltersProps) {
  return (
    <>
      <SegmentedControl
        label="State of the sectors"
        value={filter.status ?? 'live'}
        onChange={(status) => onFilter({ ...filter, status })}
        options={SECTOR_PARTS}
      />
      {NUMBER_FILTERS.map(({ field, label, most }) => (
        <NumberField
          key={field}
          label={label}
          most={most}
          value={filter[field]}
          onChange={(value) => onFilter(changedFilter(filter, { [field]: value }))}
        />
      ))}
    </>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly most: number;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** Text that is no number of the kind filters nothing, and is marked. Esc empties it. */
function NumberField({ label, most, value, onChange }: NumberFieldProps) {
  const [text, setText] = useState('');
  // The filter may be changed from elsewhere.
  useEffect(() => setText((before) => (taken(before, most) === value ? before : String(value ?? ''))), [value, most]);

  function type(next: string): void {
    setText(next);
    onChange(taken(next, most));
  }

  return (
    <NumberInput
      label={label}
      text={text}
      problem={Number.isNaN(typedNumber(text, { most })) ? rangeOf(most) : undefined}
      placeholder="any"
      onType={type}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return;
        event.preventDefault();
        type('');
      }}
    />
  );
}

function taken(text: string, most: number): number | undefined {
  const typed = typedNumber(text, { most });
  return Number.isNaN(typed) ? undefined : typed;
}

function rangeOf(most: number): string {
  return most === Number.MAX_SAFE_INTEGER ? 'a whole number' : `0 to ${most}`;
}
