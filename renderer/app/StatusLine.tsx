import { IconActivity, IconPin } from '@tabler/icons-react';
import { useCallback, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand/react';
import { formatCount, formatInteger } from '../../shared/text/format.ts';
import type { DroppedUpdates } from '../client/dropped-updates.ts';
import { Keys } from '../components/inputs/Keys.tsx';
import { useTopic } from '../hooks/use-topic.ts';
import { shownTipset } from '../stores/shown-tipset.ts';
import styles from './status-line.module.css';

interface StatusLineProps {
  readonly dropped: DroppedUpdates;
  readonly onShortcuts: () => void;
  readonly onDensity: () => void;
}

/** The line at the bottom: what is read at which tipset, what is under way. */
export function StatusLine({ dropped, onShortcuts, onDensity }: StatusLineProps) {
  const density = useTopic('settings.changed', (settings) => settings?.density);
  const pendingCount = useTopic('inspector.changed', (recording) => recording?.inFlightCount ?? 0);
  const droppedCount = useSyncExternalStore(
    useCallback((listener) => dropped.onChange(listener), [dropped]),
    () => dropped.count,
  );
  return (
    <footer className={styles.line}>
      <span className={styles.part}>
        <IconPin size={12} stroke={1.6} aria-hidden="true" />
        <ReadAt />
      </span>
      <Link href="/inspector" className={`${styles.part} end`}>
        <IconActivity size={12} stroke={1.6} aria-hidden="true" />
        {pendingCount === 1 ? '1 call in flight' : `${formatInteger(pendingCount)} calls in flight`}
      </Link>
      <span
        className={`${styles.part} hide-narrow`}
        title="Updates merged because they arrived faster than ten a second; the latest value is always shown"
      >
        {formatCount(droppedCount, 'update')} merged
      </span>
      <button type="button" className={`${styles.part} hide-narrow`} onClick={onDensity} title="Row height">
        {density === 'roomy' ? 'Roomy rows' : 'Dense rows'}
      </button>
      <button type="button" className={styles.part} onClick={onShortcuts}>
        <Keys keys={['?']} />
        Shortcuts
      </button>
    </footer>
  );
}

/** Which tipset the screen is read at. */
function ReadAt() {
  const { height, isPinned } = useStore(shownTipset);
  const headHeight = useTopic('chain.headChanged', (head) => head?.head?.height);
  if (height === undefined) return headHeight === undefined ? 'No tipset yet' : `Head is tipset ${formatInteger(headHeight)}`;
  return `Every figure here is read at tipset ${formatInteger(height)}${isPinned ? ', pinned' : ''}`;
}
