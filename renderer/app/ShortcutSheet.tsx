import { Modal } from '@mantine/core';
import { Keys } from '../components/Keys.tsx';
import { COMMANDS, LIST_KEYS } from './commands.ts';
import styles from './shortcut-sheet.module.css';

interface ShortcutSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** All shortcuts, read from the same registry that answers them. */
export function ShortcutSheet({ isOpen, onClose }: ShortcutSheetProps) {
  const withKeys = COMMANDS.filter((command) => command.keys !== undefined);
  return (
    <Modal opened={isOpen} onClose={onClose} title="Shortcuts" size={640} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={styles.sheet}>
        <section>
          <h3>Anywhere</h3>
          <ul>
            {withKeys.map((command) => (
              <li key={command.id}>
                <span>{command.group === 'Places' ? `Go to ${command.title.toLowerCase()}` : command.title}</span>
                <Keys keys={(command.keys ?? []).flatMap((key) => key.split('+'))} />
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3>In a list</h3>
          <ul>
            {LIST_KEYS.map((entry) => (
              <li key={entry.title}>
                <span>{entry.title}</span>
                <Keys keys={entry.keys} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Modal>
  );
}
