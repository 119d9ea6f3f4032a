import { IconCheck } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useClient } from '../../../client/client-context.ts';
import { toEnvelope } from '../../../hooks/use-query.ts';
import styles from './call-pane.module.css';

const MAX_CHARACTERS = 4000;

interface CallNoteProps {
  readonly id: number;
  readonly note: string;
  /** Why it cannot be written. */
  readonly readOnlyReason: string | undefined;
  readonly onSaved: () => void;
}

/** Words of the user beside a call. Saved when the field is left, with Ctrl+Enter, and when the pane closes. */
export function CallNote({ id, note, readOnlyReason, onSaved }: CallNoteProps) {
  const client = useClient();
  const fieldId = useId();
  const [text, setText] = useState(note);
  const [state, setState] = useState<'saved' | string | undefined>(undefined);
  const latest = useRef({ text: note, saved: note });
  latest.current.text = text;
  const told = useRef(onSaved);
  told.current = onSaved;

  const save = useCallback(async (): Promise<void> => {
    const { current } = latest;
    if (current.text === current.saved) return;
    const before = current.saved;
    current.saved = current.text;
    try {
      await client.inspector.annotateCall({ id, note: current.text });
      setState('saved');
      told.current();
    } catch (error) {
      current.saved = before;
      setState(toEnvelope(error).message);
    }
  }, [client, id]);

  useEffect(() => () => void save(), [save]);

  // What is recorded may be newer than what this field began with; what is being written here is newer still.
  useEffect(() => {
    const { current } = latest;
    if (current.text !== current.saved) return;
    current.saved = note;
    setText(note);
  }, [note]);

  return (
    <div className={styles.section}>
      <h3>
        <label htmlFor={fieldId}>Note</label>
        <span className={styles.noteState} role="status">
          {state === 'saved' && text === latest.current.saved ? (
            <>
              <IconCheck size={12} stroke={2} aria-hidden="true" /> Saved
            </>
          ) : text.length > MAX_CHARACTERS - 200 ? (
            `${MAX_CHARACTERS - text.length} characters left`
          ) : undefined}
        </span>
      </h3>
      <textarea
        id={fieldId}
        className={styles.note}
        value={text}
        maxLength={MAX_CHARACTERS}
        rows={text === '' ? 2 : Math.min(10, text.split('\n').length + 1)}
        placeholder={readOnlyReason ?? 'Your note. Calls with a note are not dropped.'}
        readOnly={readOnlyReason !== undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void save();
          }
        }}
      />
      {state === undefined || state === 'saved' ? undefined : <p className={styles.error}>Could not save the note: {state}</p>}
    </div>
  );
}
