import type { Connection } from '../../../shared/ipc/schemas/connections.ts';
import { EmbeddedNodeNotes } from '../../components/EmbeddedNodeNotes.tsx';
import styles from './endpoints.module.css';

/** Where the embedded node answers in this run. There is nothing to change. */
export function EmbeddedFacts({ connection }: { readonly connection: Connection }) {
  const rows = [
    ['HTTP address', connection.httpUrl],
    ['WebSocket address', connection.wsUrl],
    ['Miner API address', connection.minerUrl],
    ['Control address', connection.controlUrl],
  ] as const;
  return (
    <div className={styles.form}>
      <EmbeddedNodeNotes isInset />
      <p className={styles.text}>It belongs to this program. Its addresses and tokens are new at every start, for this machine alone.</p>
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
