import { IconActivity, IconPin } from '@tabler/icons-react';
import { Link } from 'wouter';
import { formatInteger } from '../../shared/text/format.ts';
import { Keys } from '../components/Keys.tsx';
import { useTopic } from '../hooks/use-topic.ts';
import styles from './status-line.module.css';

interface StatusLineProps {
  readonly onShortcuts: () => void;
  readonly onDensity: () => void;
}

/** The line at the bottom: what is read at which tipset, what is under way. */
export function StatusLine({ onShortcuts, onDensity }: StatusLineProps) {
  const height = useTopic('chain.headChanged', (head) => head?.head?.height);
  const density = useTopic('settings.changed', (settings) => settings?.density);
  const pendingCount = useTopic('inspector.changed', (recording) => recording?.inFlightCount ?? 0);
  return (
    <footer className={styles.line}>
      <span className={styles.part}>
        <IconPin size={12} stroke={1.6} aria-hidden="true" />
        {height === undefined ? 'No tipset yet' : `Head is tipset ${formatInteger(height)}; each screen names the tipset it is read at`}
      </span>
      <Link href="/inspector" className={`${styles.part} end`}>
        <IconActivity size={12} stroke={1.6} aria-hidden="true" />
        {pendingCount === 1 ? '1 call in flight' : `${formatInteger(pendingCount)} calls in flight`}
      </Link>
      <button type="button" className={`${styles.part} hide-narrow`} onClick={onDensity} title="Change the height of rows">
        {density === 'roomy' ? 'Roomy rows' : 'Dense rows'}
      </button>
      <button type="button" className={styles.part} onClick={onShortcuts}>
        <Keys keys={['?']} />
        Shortcuts
      </button>
    </footer>
  );
}
