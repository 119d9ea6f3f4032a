import type { Replacement } from '../../../shared/ipc/schemas/drafts.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import styles from './compose.module.css';

/** The premium needed to replace a message, next to its current fees. */
export function ReplacementFacts({ replacement }: { readonly replacement: Replacement }) {
  return (
    <div className={styles.replacement}>
      <Note
        tone={replacement.isEnough ? 'info' : 'warning'}
        isInset
        title={replacement.isEnough ? 'Replaces a pending message' : 'Premium too low to replace the pending message'}
      >
        <dl className={styles.replacementFacts}>
          <dt>Current premium</dt>
          <dd>
            <AmountText value={replacement.oldPremium} unit="nanoFIL" />
          </dd>
          <dt>Minimum accepted</dt>
          <dd>
            <AmountText value={replacement.leastPremium} unit="nanoFIL" /> <span className="t3">110 % + 1 attoFIL</span>
          </dd>
          <dt>Recommended premium</dt>
          <dd>
            <AmountText value={replacement.safePremium} unit="nanoFIL" /> <span className="t3">125 % + 1 attoFIL</span>
          </dd>
          <dt>Current fee cap</dt>
          <dd>
            <AmountText value={replacement.oldFeeCap} unit="nanoFIL" />
          </dd>
        </dl>
      </Note>
    </div>
  );
}
