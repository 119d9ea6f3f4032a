import { Popover } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { AppClient } from '../../client/client-context.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { TextField } from '../../components/inputs/TextField.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './compose.module.css';
import { type DraftFields, draftStore, toMessageDraft } from './draft.ts';
import { draftName } from './draft-name.ts';

interface SaveInput {
  readonly name: string;
  readonly fields: DraftFields;
  readonly isNew: boolean;
}

const save = (client: AppClient, { name, fields, isNew }: SaveInput) =>
  client.messages.saveDraft({
    name,
    draft: toMessageDraft(fields),
    ...(isNew || fields.savedId === undefined ? {} : { id: fields.savedId }),
  });

/** Saves the form under a name, as a new draft or over the loaded one. */
export function SaveDraft({ fields, disabledReason }: { readonly fields: DraftFields; readonly disabledReason: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const saved = useTopic('messages.draftsChanged', (drafts) => drafts?.find(({ id }) => id === fields.savedId));
  const saving = useCommand(save);

  function open(): void {
    setName(saved?.name ?? draftName(fields));
    setIsOpen(true);
  }

  async function submit(isNew: boolean): Promise<void> {
    const answer = await saving.run({ name: name.trim(), fields, isNew });
    if (answer === undefined) return;
    draftStore.setState({ savedId: answer.id });
    setIsOpen(false);
  }

  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="top-end" withinPortal trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <span>
          <Button size="large" isExpanded={isOpen} disabledReason={disabledReason} onClick={open}>
            Save draft
          </Button>
        </span>
      </Popover.Target>
      <Popover.Dropdown className={styles.menu} role="dialog" aria-label="Save draft">
        <form
          className={styles.saveForm}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void submit(saved === undefined);
          }}
        >
          <TextField label="Name" layout="above" value={name} onChange={setName} error={saving.error?.message} />
          <div className={styles.saveActions}>
            {saved === undefined ? undefined : (
              <Button size="small" onClick={() => void submit(true)}>
                Save as new
              </Button>
            )}
            <Button
              kind="primary"
              size="small"
              type="submit"
              isBusy={saving.isRunning}
              disabledReason={name.trim() === '' ? 'Enter a name.' : undefined}
            >
              {saved === undefined ? 'Save' : 'Overwrite'}
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
