import { useSyncExternalStore } from 'react';
import type { Connection } from '../client/connect.ts';
import styles from './host-status.module.css';

/** Says that this window has lost Sextant itself; the node's own state is in the top bar. */
export function HostStatus({ connection }: { readonly connection: Connection<'app'> }) {
  const status = useSyncExternalStore(
    (listener) => connection.onStatus(listener),
    () => connection.getStatus(),
  );
  if (status === 'connected' || status === 'connecting' || status === 'closed') return undefined;
  return (
    <div className={styles.banner} role="alert">
      {status === 'lost' ? (
        <>
          <b>Sextant does not answer.</b> It may have been stopped. This window tries again by itself; what it shows is what was known last.
        </>
      ) : (
        <>
          <b>This window is not known to Sextant.</b> Open the address that Sextant printed when it was started, or start it again.
        </>
      )}
    </div>
  );
}
