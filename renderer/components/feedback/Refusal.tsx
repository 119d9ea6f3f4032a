import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import { Button } from '../inputs/Button.tsx';
import { UntrustedText } from '../values/UntrustedText.tsx';
import { Note } from './Note.tsx';

interface RefusalProps {
  /** What was not done. */
  readonly title: string;
  readonly error: ErrorEnvelope;
  readonly onDismiss: () => void;
}

/** Why what somebody asked for was not done, until it is dismissed. */
export function Refusal({ title, error, onDismiss }: RefusalProps) {
  return (
    <div role="alert">
      <Note
        tone="danger"
        title={title}
        actions={
          <Button size="small" onClick={onDismiss}>
            Dismiss
          </Button>
        }
      >
        <UntrustedText text={error.message} maximumLength={300} />
      </Note>
    </div>
  );
}
