import { IconRoute2 } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { originWords } from '../../lib/origin-words.ts';
import { formatDateTime } from '../../lib/shown-time.ts';
import styles from './call-link.module.css';

interface CallLinkProps {
  /** The calls behind what is shown, the most telling one first. */
  readonly calls: readonly CallRef[];
}

/** Where a panel's figures came from: the call and its time. Opens the inspector at that call. */
export function CallLink({ calls }: CallLinkProps) {
  const [first] = calls;
  if (first === undefined) return undefined;
  // Of a recording that was opened it is the word of a file.
  const method = sanitiseToText(first.method, 80);
  const figure = calls.length > 1 ? `${calls.length} calls` : originWords(first);
  return (
    <Link
      href={`/inspector/${first.id}`}
      className={styles.via}
      title={`Open the ${first.isFrame ? 'frame' : 'call'} ${method}, ${first.isFrame ? 'received' : 'answered'} ${formatDateTime(first.atMs)}`}
      data-call-href={`/inspector/${first.id}`}
    >
      <IconRoute2 size={12} stroke={1.8} aria-hidden="true" />
      <span className={styles.method}>{method}</span>
      <span>{figure}</span>
    </Link>
  );
}
