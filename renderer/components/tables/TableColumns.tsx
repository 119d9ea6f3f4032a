import { Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useClient } from '../../client/client-context.ts';
import { toEnvelope } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { classNames } from '../../lib/class-names.ts';
import { type ColumnChoices, type FittedColumn, isWanted } from '../../lib/fit-columns.ts';
import { showToast } from '../../lib/toast.tsx';
import { Button } from '../inputs/Button.tsx';
import styles from './table-menu.module.css';

interface TableColumnsProps {
  /** The name under which the choice is kept. */
  readonly table: string;
  readonly columns: readonly (FittedColumn & { readonly head: string; readonly textName?: string })[];
  readonly shown: readonly FittedColumn[];
  readonly choices: ColumnChoices;
}

/** Which columns of a table are shown. The first one always is. */
export function TableColumns({ table, columns, shown, choices }: TableColumnsProps) {
  const client = useClient();
  const all = useTopic('settings.changed', (settings) => settings?.columnChoices);
  const [isOpen, setIsOpen] = useState(false);

  function keep(next: ColumnChoices): void {
    const { [table]: _, ...others } = all ?? {};
    const columnChoices = Object.keys(next).length === 0 ? others : { ...others, [table]: next };
    client.settings.updateSettings({ columnChoices }).catch((error: unknown) => {
      showToast({ tone: 'danger', title: 'Could not save the columns', message: toEnvelope(error).message });
    });
  }

  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="top-end" withinPortal trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <span>
          <Button
            size="small"
            kind="quiet"
            icon={IconColumns3}
            isIconWhenNarrow
            hint="Choose columns"
            isExpanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            Columns
          </Button>
        </span>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} role="dialog" aria-label="Columns">
        {columns.slice(1).map((column) => {
          const isOn = isWanted(column, choices);
          return (
            <label key={column.id} className={styles.item}>
              <input type="checkbox" checked={isOn} onChange={(event) => keep({ ...choices, [column.id]: event.currentTarget.checked })} />
              {column.head === '' ? (column.textName ?? column.id) : column.head}
              {isOn && !shown.some(({ id }) => id === column.id) ? <span className={styles.note}>hidden: too narrow</span> : undefined}
            </label>
          );
        })}
        <button
          type="button"
          className={classNames(styles.item, styles.reset)}
          aria-disabled={Object.keys(choices).length === 0 || undefined}
          onClick={() => {
            if (Object.keys(choices).length > 0) keep({});
          }}
        >
          Default columns
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}
