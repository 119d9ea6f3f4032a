import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type FilterLanguage, parseFilter } from '../../../shared/filter/filter.ts';
import { PanelState } from '../feedback/PanelState.tsx';
import { Button } from '../inputs/Button.tsx';

interface NothingMatchesProps {
  readonly language: FilterLanguage;
  readonly filter: string;
  /** `No deal matches`. */
  readonly title: string;
  /** How many there are without the filter. */
  readonly children: ReactNode;
  readonly clearLabel: string;
  readonly onClear: () => void;
}

/** In place of a list that a filter leaves empty: what was not understood of the filter lets nothing through, and is said first. */
export function NothingMatches({ language, filter, title, children, clearLabel, onClear }: NothingMatchesProps) {
  const { problems } = parseFilter(filter, language);
  return (
    <PanelState
      icon={IconFilterOff}
      title={problems.length === 0 ? title : 'Invalid filter'}
      actions={
        <Button size="small" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    >
      {problems.length === 0 ? children : problems.map(({ message }) => message).join(' ')}
    </PanelState>
  );
}
