import { IconDeviceFloppy } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { AddressEntry } from '../../../shared/ipc/schemas/addresses.ts';
import type { AppClient } from '../../client/client-context.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { Note } from '../feedback/Note.tsx';
import { Button } from '../inputs/Button.tsx';
import { TextField } from '../inputs/TextField.tsx';
import styles from './address-editor.module.css';

type Change = Pick<AddressEntry, 'address' | 'label' | 'note' | 'isWatched'>;

const saveAddress = (client: AppClient, change: Change) => client.addresses.saveAddress(change);

interface AddressEditorProps {
  /** Absent for one that is still to be typed. */
  readonly address?: string;
  /** What is kept of it now. */
  readonly entry?: AddressEntry | undefined;
  readonly isWatchedAtFirst?: boolean;
  readonly onSaved?: (address: string) => void;
}

/** What is kept of an address: its label, a note, and whether it stands among the accounts. */
export function AddressEditor({ address, entry, isWatchedAtFirst = false, onSaved }: AddressEditorProps) {
  const kept = { label: entry?.label ?? '', note: entry?.note ?? '', isWatched: entry?.isWatched ?? isWatchedAtFirst };
  const [typed, setTyped] = useState('');
  const [fields, setFields] = useState(kept);
  const save = useCommand(saveAddress);
  const wanted = address ?? typed.trim();
  const isSame = entry !== undefined && fields.label === kept.label && fields.note === kept.note && fields.isWatched === kept.isWatched;
  const isEmpty = fields.label.trim() === '' && fields.note.trim() === '' && !fields.isWatched;
  const disabledReason = isSame
    ? 'No changes.'
    : wanted === ''
      ? 'Enter an address first.'
      : entry === undefined && isEmpty
        ? 'Enter a label first.'
        : undefined;
  const errors = save.error?.details?.fields;
  const isFieldError = errors?.address !== undefined || errors?.label !== undefined || errors?.note !== undefined;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (disabledReason !== undefined) return;
    const answer = await save.run({ address: wanted, label: fields.label.trim(), note: fields.note.trim(), isWatched: fields.isWatched });
    if (answer !== undefined) {
      setFields((before) => ({ ...before, label: before.label.trim(), note: before.note.trim() }));
      onSaved?.(answer.address);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      {address === undefined ? (
        <TextField
          label="Address"
          layout="above"
          value={typed}
          onChange={setTyped}
          isMono
          placeholder="f0, f1, f2, f3, f4 or 0x"
          error={errors?.address}
        />
      ) : undefined}
      <TextField
        label="Label"
        layout="above"
        value={fields.label}
        onChange={(label) => setFields({ ...fields, label: label.slice(0, 60) })}
        error={errors?.label}
        help="Shown before the address throughout the app"
      />
      <TextField
        label="Note"
        layout="above"
        value={fields.note}
        onChange={(note) => setFields({ ...fields, note: note.slice(0, 2000) })}
        error={errors?.note}
        help="Stored unencrypted on this machine. Do not enter keys or recovery phrases"
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={fields.isWatched}
          onChange={(event) => setFields({ ...fields, isWatched: event.currentTarget.checked })}
        />
        Watch: show its balance under Accounts
      </label>
      {save.error === undefined || isFieldError ? undefined : (
        <Note tone="danger" title="Could not save the entry" isInset>
          {save.error.message}
        </Note>
      )}
      {address !== undefined && errors?.address !== undefined ? (
        <Note tone="danger" title="Could not save the entry" isInset>
          {errors.address}
        </Note>
      ) : undefined}
      <div>
        <Button type="submit" icon={IconDeviceFloppy} isBusy={save.isRunning} disabledReason={disabledReason}>
          Save
        </Button>
      </div>
    </form>
  );
}
