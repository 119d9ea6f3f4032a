import type { Connection } from '../../../shared/ipc/schemas/connections.ts';
import { EmbeddedNodeNotes } from '../../components/feedback/EmbeddedNodeNotes.tsx';
import styles from './endpoints.module.css';

/** URLs of the embedded node in this run, read-only. */
export function EmbeddedFacts({ connection }: { readonly connection: Connection }) {
  const rows = [
    ['HTTP URL', connection.httpUrl],
    ['WebSocket URL', connection.wsUrl],
    ['Miner API URL', connection.minerUrl],
    ['Control URL', connection.controlUrl],
  ] as const;
  return (
    <div className={styles.form}>
      <EmbeddedNodeNotes isInset />
      <p className={styles.text}>URLs and tokens change at every start and work only on this machine.</p>
      <dl className={styles.addresses}>
        {rows.map(([label, url]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="mono">{url}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
