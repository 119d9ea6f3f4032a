import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { type IdentifierSize, truncateCid } from '../../../shared/text/truncate.ts';
import { CopyButton } from '../inputs/CopyButton.tsx';
import styles from './identifier.module.css';

interface HashTextProps {
  readonly cid: string;
  /** `list` keeps the kind and 8 characters, `detail` 10 and 12, `whole` everything. */
  readonly size?: IdentifierSize;
  readonly hasCopy?: boolean;
}

/** A CID: its kind dimmed, the middle left out, the whole on hover and on copy. */
export function HashText({ cid, size = 'list', hasCopy = false }: HashTextProps) {
  const safe = sanitiseToText(cid, 200);
  const { kind, rest } = truncateCid(safe, size);
  return (
    <span className={styles.line}>
      <span className={size === 'whole' ? styles.whole : styles.identifier} title={safe} data-copy={cid}>
        <span className={styles.kind}>{kind}</span>
        {rest}
      </span>
      {hasCopy ? <CopyButton text={cid} label="Copy CID" /> : undefined}
    </span>
  );
}
