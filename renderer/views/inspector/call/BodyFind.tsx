import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { FoundInBody } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import type { AppClient } from '../../../client/client-context.ts';
import { Button } from '../../../components/inputs/Button.tsx';
import { useCommand } from '../../../hooks/use-command.ts';
import styles from './call-pane.module.css';
import type { BodyPlace } from './use-body-source.ts';

const findInBody = (client: AppClient, input: BodyPlace & { readonly text: string; readonly index: number }) =>
  client.inspector.findInBody(input);

/** Where a match is: its byte in the recorded text, and the value that it stands in. */
export interface BodyMatch {
  readonly offset: number;
  readonly path: string;
}

interface BodyFindProps {
  readonly place: BodyPlace;
  readonly onFound: (match: BodyMatch) => void;
}

/** Finds a text in a body of any size: Enter goes to the next match, Shift+Enter to the previous one. */
export function BodyFind({ place, onFound }: BodyFindProps) {
  const [text, setText] = useState('');
  const [shown, setShown] = useState<{ readonly text: string; readonly index: number; readonly found: FoundInBody } | undefined>(undefined);
  const find = useCommand(findInBody);
  const last = shown?.text === text ? shown : undefined;

  async function step(by: 1 | -1): Promise<void> {
    if (text === '') return;
    const count = last?.found.count ?? 0;
    const index = last === undefined || count === 0 ? 0 : (last.index + by + count) % count;
    const found = await find.run({ ...place, text, index });
    if (found === undefined) return;
    setShown({ text, index, found });
    if (found.offset !== undefined) onFound({ offset: found.offset, path: found.path ?? '' });
  }

  const reason = text === '' ? 'Enter text to find.' : undefined;
  return (
    <search className={styles.find}>
      <IconSearch size={14} stroke={1.6} aria-hidden="true" />
      <input
        value={text}
        aria-label={`Find in the ${place.side}`}
        placeholder="Find"
        maxLength={1000}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void step(event.shiftKey ? -1 : 1);
        }}
      />
      <span className="t3" role="status">
        {find.error?.message ?? (last === undefined ? '' : matchWords(last.index, last.found))}
      </span>
      <Button size="small" kind="quiet" icon={IconChevronUp} isIconOnly disabledReason={reason} onClick={() => void step(-1)}>
        Previous match
      </Button>
      <Button size="small" kind="quiet" icon={IconChevronDown} isIconOnly disabledReason={reason} onClick={() => void step(1)}>
        Next match
      </Button>
    </search>
  );
}

function matchWords(index: number, { count, isCountExact }: FoundInBody): string {
  if (count === 0) return isCountExact ? 'No match' : 'No match in the loaded part';
  return `${formatInteger(index + 1)} of ${isCountExact ? '' : 'at least '}${formatInteger(count)}`;
}
