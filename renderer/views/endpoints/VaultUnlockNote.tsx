import { IconLockOpen } from '@tabler/icons-react';
import { Note } from '../../components/feedback/Note.tsx';
import { TrustedDocumentNote } from '../../components/feedback/TrustedDocumentNote.tsx';
import { useTrustedDocument } from '../../components/feedback/use-trusted-document.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';

interface VaultUnlockNoteProps {
  readonly title: string;
  readonly text: string;
  readonly isInset?: boolean;
}

/** Asks to unlock the vault that seals a token. The passphrase is entered in the trusted document. */
export function VaultUnlockNote({ title, text, isInset = false }: VaultUnlockNoteProps) {
  const trusted = useTrustedDocument();
  return (
    <>
      <Note
        tone="warning"
        title={title}
        isInset={isInset}
        actions={
          <Button
            size="small"
            icon={IconLockOpen}
            isBusy={trusted.state.status === 'opening'}
            onClick={() => void trusted.open({ name: 'unlock' })}
          >
            Unlock
          </Button>
        }
      >
        <UntrustedText text={text} />
      </Note>
      <TrustedDocumentNote control={trusted} title="Enter the passphrase in the other window">
        This page cannot read it.
      </TrustedDocumentNote>
    </>
  );
}
