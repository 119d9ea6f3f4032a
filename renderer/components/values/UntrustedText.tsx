import { formatInteger } from '../../../shared/text/format.ts';
import { sanitise } from '../../../shared/text/sanitise.ts';
import { classNames } from '../../lib/class-names.ts';
import styles from './untrusted-text.module.css';

interface UntrustedTextProps {
  readonly text: string;
  readonly maximumLength?: number;
  readonly isMono?: boolean;
  /** Whether line breaks are kept. */
  readonly isMultiline?: boolean;
}

/**
 * The only way in which a node's words reach the screen: as text, never as markup, with everything invisible or reordering
 * drawn as a mark, with a direction of its own, and with a cap on the length.
 */
export function UntrustedText({ text, maximumLength = 500, isMono = false, isMultiline = false }: UntrustedTextProps) {
  const { segments, cutCount } = sanitise(text, maximumLength, isMultiline);
  let offset = 0;
  return (
    <bdi className={classNames(styles.text, isMono && 'mono', isMultiline && styles.lines)}>
      {segments.map((segment) => {
        const key = offset;
        offset += segment.text.length;
        return segment.kind === 'text' ? (
          <span key={key}>{segment.text}</span>
        ) : (
          <span key={key} className={styles.mark} title="An invisible or reordering character">
            {segment.text}
          </span>
        );
      })}
      {cutCount === 0 ? undefined : <span className={styles.cut}>… {formatInteger(cutCount)} more characters</span>}
    </bdi>
  );
}
