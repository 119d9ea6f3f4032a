import { IconShieldLock } from '@tabler/icons-react';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import { Button } from '../inputs/Button.tsx';
import { UntrustedText } from '../values/UntrustedText.tsx';
import { Note } from './Note.tsx';
import { TrustedDocumentNote } from './TrustedDocumentNote.tsx';
import { useTrustedDocument } from './use-trusted-document.ts';

interface PrepareProblemProps {
  readonly title: string;
  readonly error: ErrorEnvelope;
  readonly isInset?: boolean;
}

/** Why nothing was put before the signer. Where too many approvals wait, with the way to their list. */
export function PrepareProblem({ title, error, isInset = false }: PrepareProblemProps) {
  const trusted = useTrustedDocument();
  return (
    <>
      <Note
        tone="danger"
        title={title}
        isInset={isInset}
        actions={
          error.code === 'approvals-full' ? (
            <Button
              size="small"
              icon={IconShieldLock}
              isBusy={trusted.state.status === 'opening'}
              onClick={() => void trusted.open({ name: 'approvals' })}
            >
              Show waiting approvals
            </Button>
          ) : undefined
        }
      >
        <UntrustedText text={error.message} />
      </Note>
      <TrustedDocumentNote control={trusted} title="Waiting approvals open in a separate window">
        Reject some of them, then prepare this again.
      </TrustedDocumentNote>
    </>
  );
}
