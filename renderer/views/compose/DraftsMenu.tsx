import { Popover } from '@mantine/core';
import { IconFolder, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { SavedDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { formatRelative } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './compose.module.css';

const removeDraft = (client: AppClient, id: string) => client.messages.removeDraft({ id });

/** Saved drafts, to load or delete. */
export function DraftsMenu({ onLoad }: { readonly onLoad: (saved: SavedDraft) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const nowMs = useNow();
  const drafts = useTopic('messages.draftsChanged') ?? [];
  const remove = useCommand(removeDraft);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" withinPortal trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <span>
          <Button
            size="small"
            icon={IconFolder}
            isExpanded={isOpen}
            disabledReason={drafts.length === 0 ? 'No saved drafts.' : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            {drafts.length === 0 ? 'Drafts' : `Drafts (${drafts.length})`}
          </Button>
        </span>
      </Popover.Target>
      <Popover.Dropdown className={styles.menu} role="dialog" aria-label="Saved drafts">
        {remove.error === undefined ? undefined : (
          <p role="alert">
            <UntrustedText text={remove.error.message} />
          </p>
        )}
        {drafts
          .toSorted((a, b) => b.savedAtMs - a.savedAtMs)
          .map((saved) => (
            <div key={saved.id} className={styles.menuRow}>
              <button
                type="button"
                className={styles.menuItem}
                onClick={() => {
                  onLoad(saved);
                  setIsOpen(false);
                }}
              >
                <span>{sanitiseToText(saved.name, 100)}</span>
                <span className={styles.menuDetail}>saved {formatRelative(saved.savedAtMs, nowMs)}</span>
              </button>
              <Button kind="quiet" size="small" icon={IconTrash} isIconOnly onClick={() => void remove.run(saved.id)}>
                {`Delete ${sanitiseToText(saved.name, 100)}`}
              </Button>
            </div>
          ))}
      </Popover.Dropdown>
    </Popover>
  );
}
