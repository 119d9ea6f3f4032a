import { IconX } from '@tabler/icons-react';
import type { CallSession } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatCount } from '../../../../shared/text/format.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { formatDateTime } from '../../../lib/shown-time.ts';
import { sizeText } from '../call/size-text.ts';
import styles from './session-controls.module.css';

const ORIGINS: Readonly<Record<CallSession['origin'], string>> = {
  session: 'A saved recording',
  har: 'A HAR file',
  text: 'A text',
};

interface SessionBannerProps {
  readonly session: CallSession;
  readonly isClosing: boolean;
  readonly onClose: () => void;
}

/** Where a recording came from, and what of it could not be read. */
export function SessionBanner({ session, isClosing, onClose }: SessionBannerProps) {
  const { problems } = session;
  return (
    <Note
      tone={problems.length === 0 ? 'info' : 'warning'}
      title={
        <>
          {ORIGINS[session.origin]}: <UntrustedText text={session.name} maximumLength={80} />
        </>
      }
      actions={
        <Button size="small" icon={IconX} isBusy={isClosing} onClick={onClose}>
          Close recording
        </Button>
      }
    >
      {formatCount(session.callCount, 'call')}, {sizeText(session.sizeBytes)}
      {session.savedAtMs === undefined ? undefined : `, saved ${formatDateTime(session.savedAtMs)}`}
      {session.version === undefined ? undefined : (
        <>
          {' '}
          by Sextant <UntrustedText text={session.version} maximumLength={40} />
        </>
      )}
      . Read-only. Trust it only as far as its sender.
      {problems.length === 0 ? undefined : (
        <details className={styles.problems}>
          <summary>{problems.length === 1 ? 'Could not read one entry' : `Could not read ${problems.length} entries`}</summary>
          <ul>
            {problems.slice(0, 50).map((problem, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={index}>
                <UntrustedText text={problem} maximumLength={300} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Note>
  );
}
