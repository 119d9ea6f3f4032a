import { Popover } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { FilteredList, SavedFilter, SavedFilterName } from '../../../shared/ipc/schemas/filters.ts';
import type { AppClient } from '../../client/client-context.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { Button } from '../inputs/Button.tsx';
import popover from '../inputs/popover-form.module.css';
import { TextField } from '../inputs/TextField.tsx';
import { UntrustedText } from '../values/UntrustedText.tsx';
import styles from './saved-filters.module.css';

interface SavedFiltersProps {
  readonly list: FilteredList;
  /** Those of the list. */
  readonly saved: readonly SavedFilter[];
  /** The filter that is shown. */
  readonly filter: string;
  readonly onChoose: (filter: string) => void;
}

const saveFilter = (client: AppClient, filter: SavedFilter) => client.filters.saveFilter(filter);
const removeFilter = (client: AppClient, filter: SavedFilterName) => client.filters.removeFilter(filter);

/** Filters of a list under a name: kept, used and taken away. */
export function SavedFilters({ list, saved, filter, onChoose }: SavedFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={340} withRoles={false} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={styles.bookmark}
          aria-label="Saved filters"
          title="Saved filters"
          aria-expanded={isOpen}
          onClick={() => setIsOpen((before) => !before)}
        >
          <IconBookmark size={13} stroke={1.8} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" className={popover.dropdown} aria-label="Saved filters">
        {isOpen ? (
          <SavedForm
            list={list}
            saved={saved}
            filter={filter}
            onChoose={(text) => {
              setIsOpen(false);
              onChoose(text);
            }}
          />
        ) : undefined}
      </Popover.Dropdown>
    </Popover>
  );
}

function SavedForm({ list, saved, filter, onChoose }: SavedFiltersProps) {
  const [name, setName] = useState('');
  const save = useCommand(saveFilter);
  const remove = useCommand(removeFilter);
  const error = save.error ?? remove.error;
  const reason = filter === '' ? 'No filter to save.' : name.trim() === '' ? 'Enter a name first.' : undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (reason !== undefined) return;
    void save.run({ list, name: name.trim(), text: filter }).then((done) => {
      if (done !== undefined) setName('');
    });
  }

  return (
    <form className={popover.form} onSubmit={submit}>
      <h2>Saved filters</h2>
      {saved.length === 0 ? (
        <p className={popover.help}>No saved filters.</p>
      ) : (
        <ul className={styles.saved}>
          {saved.map((entry) => (
            <li key={entry.name}>
              <button type="button" onClick={() => onChoose(entry.text)}>
                <UntrustedText text={entry.name} maximumLength={60} />
                <span className="mono t3 s12 ell">
                  <UntrustedText text={entry.text} maximumLength={80} />
                </span>
              </button>
              <Button kind="quiet" size="small" icon={IconX} isIconOnly onClick={() => void remove.run({ list, name: entry.name })}>
                {`Remove ${entry.name}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextField label="Save this filter as" layout="above" value={name} onChange={setName} placeholder="Name" error={error?.message} />
      <div className={popover.actions}>
        <Button type="submit" icon={IconBookmark} isBusy={save.isRunning} disabledReason={reason}>
          Save filter
        </Button>
      </div>
    </form>
  );
}
