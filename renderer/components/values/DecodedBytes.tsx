import { formatCount } from '../../../shared/text/format.ts';
import { CopyButton } from '../inputs/CopyButton.tsx';
import styles from './decoded-tree.module.css';

/** Bytes shown in full, and the ends of longer ones. */
const WHOLE_BYTES = 32;
const HEAD_DIGITS = 24;
const TAIL_DIGITS = 8;

/** Bytes as hex, with their number; all of them for the clipboard. */
export function DecodedBytes({ hex, sizeBytes }: { readonly hex: string; readonly sizeBytes: number }) {
  if (sizeBytes === 0) return <span className="t3">empty</span>;
  const isComplete = hex.length === sizeBytes * 2;
  const isWhole = isComplete && sizeBytes <= WHOLE_BYTES;
  const tail = isComplete ? hex.slice(-TAIL_DIGITS) : '';
  return (
    <span className={styles.line}>
      <span className="mono">{isWhole ? hex : `${hex.slice(0, HEAD_DIGITS)}…${tail}`}</span>
      <span className="t3">{formatCount(sizeBytes, 'byte')}</span>
      {isComplete ? <CopyButton text={hex} label="Copy bytes" /> : undefined}
    </span>
  );
}
