import type { Replacement } from '../../../shared/ipc/schemas/drafts.ts';
import { AmountText } from '../../components/AmountText.tsx';
import { Note } from '../../components/Note.tsx';
import styles from './compose.module.css';

/** What a message must offer to take the place of another, beside what that one offers. */
export function ReplacementFacts({ replacement }: { readonly replacement: Replacement }) {
  return (
    <div className={styles.replacement}>
      <Note
        tone={replacement.isEnough ? 'info' : 'warning'}
        isInset
        title={
          replacement.isEnough ? 'Takes the place of a message that waits' : 'The premium is too low to take the place of the other message'
        }
      >
        <dl className={styles.replacementFacts}>
          <dt>Premium of the other</dt>
          <dd>
            <AmountText value={replacement.oldPremium} unit="nanoFIL" />
          </dd>
          <dt>Minimum accepted</dt>
          <dd>
            <AmountText value={replacement.leastPremium} unit="nanoFIL" /> <span className="t3">110 % of it, and 1 attoFIL</span>
          </dd>
          <dt>Safe for every node</dt>
          <dd>
            <AmountText value={replacement.safePremium} unit="nanoFIL" /> <span className="t3">125 % of it, and 1 attoFIL</span>
          </dd>
          <dt>Fee cap of the other</dt>
          <dd>
            <AmountText value={replacement.oldFeeCap} unit="nanoFIL" />
          </dd>
        </dl>
      </Note>
    </div>
  );
}
