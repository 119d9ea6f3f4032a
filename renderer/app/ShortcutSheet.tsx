import { Modal } from '@mantine/core';
import { Keys } from '../components/inputs/Keys.tsx';
import { COMMANDS, LIST_KEYS } from './commands.ts';
import styles from './shortcut-sheet.module.css';

interface ShortcutSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** All shortcuts, read from the same registry that answers them. */
export function ShortcutSheet({ isOpen, onClose }: ShortcutSheetProps) {
  const withKeys = COMMANDS.filter((command) => command.keys !== undefined);
  const [commands, places] = (['Commands', 'Places'] as const).map((group) => withKeys.filter((command) => command.group === group));
  return (
    <Modal opened={isOpen} onClose={onClose} title="Shortcuts" size={640} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={styles.sheet}>
        <div>
          <Shortcuts title="Anywhere" entries={commands ?? []} />
          <Shortcuts title="In a list" entries={LIST_KEYS} />
        </div>
        <Shortcuts title="Go to" entries={places ?? []} />
      </div>
    </Modal>
  );
}

interface ShortcutsProps {
  readonly title: string;
  readonly entries: readonly { readonly title: string; readonly keys?: readonly string[] }[];
}

function Shortcuts({ title, entries }: ShortcutsProps) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {entries.map((entry) => (
          <li key={entry.title}>
            <span>{entry.title}</span>
            <Keys keys={(entry.keys ?? []).flatMap((key) => key.split('+'))} />
          </li>
        ))}
      </ul>
    </section>
  );
}
