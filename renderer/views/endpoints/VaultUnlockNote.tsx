import { IconLockOpen } from '@tabler/icons-react';
import { Button } from '../../components/Button.tsx';
import { Note } from '../../components/Note.tsx';
import { TrustedDocumentNote } from '../../components/TrustedDocumentNote.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useTrustedDocument } from '../../components/use-trusted-document.ts';

interface VaultUnlockNoteProps {
  readonly title: string;
  readonly text: string;
  readonly isInset?: boolean;
}

/** Something waits for a token that the locked vault seals; the passphrase is typed in the trusted document. */
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
      <TrustedDocumentNote control={trusted} title="Type the passphrase in the other window">
        Sextant asks for it there, where this page cannot see it. What waits goes on by itself.
      </TrustedDocumentNote>
    </>
  );
}
