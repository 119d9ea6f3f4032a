import { IconPlugConnectedX } from '@tabler/icons-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { Connection } from '../client/connect.ts';
import { PanelState } from '../components/feedback/PanelState.tsx';
import styles from './host-status.module.css';
import { HostStatusContext } from './host-status-context.ts';
import { Logo } from './Logo.tsx';

interface HostStatusProps {
  readonly connection: Connection<'app'>;
  /** The app, shown while this window belongs to a running Sextant, or did until a moment ago. */
  readonly children: ReactNode;
}

/** Says that this window has lost Sextant itself; the node's own state is in the top bar. */
export function HostStatus({ connection, children }: HostStatusProps) {
  const status = useSyncExternalStore(
    (listener) => connection.onStatus(listener),
    () => connection.getStatus(),
  );
  if (status === 'unauthorised') {
    return (
      <main className={styles.page}>
        <h1 className={styles.brand}>
          <Logo />
          Sextant
        </h1>
        <PanelState icon={IconPlugConnectedX} tone="warning" title="This window is not paired with Sextant" isAlert>
          A start link works only once. Run the command that started Sextant again, with the same profile, to get a new link.
        </PanelState>
      </main>
    );
  }
  return (
    <HostStatusContext value={status}>
      <div className={styles.window}>
        {children}
        {status === 'lost' ? (
          <div className={styles.banner} role="alert">
            <b>Sextant is not responding.</b> It may have been stopped. This window retries automatically and shows the last known data.
          </div>
        ) : undefined}
      </div>
    </HostStatusContext>
  );
}
