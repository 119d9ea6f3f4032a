import type { Connection } from '../../../shared/ipc/schemas/connections.ts';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import styles from './endpoints.module.css';

/** A saved endpoint as Lotus API info. */
export function ApiInfoCopy({ connection }: { readonly connection: Connection }) {
  const { id, httpUrl, wsUrl, minerUrl, hasToken, hasMinerToken } = connection;
  const key = `api info ${id} ${httpUrl} ${wsUrl ?? ''} ${minerUrl ?? ''} ${hasToken} ${hasMinerToken}`;
  const text = useQuery(key, (client) => client.connections.getApiInfo({ id }));
  return (
    <DetailSection title="Lotus API info">
      {text.error === undefined ? undefined : <p className={styles.text}>{text.error.message}</p>}
      {[text.data?.node, text.data?.miner].map((line) =>
        line === undefined ? undefined : (
          <div key={line} className={styles.line}>
            <code>{line}</code>
            <CopyButton text={line} label={`Copy ${line.split('=')[0] ?? ''}`} />
          </div>
        ),
      )}
      {hasToken || hasMinerToken ? <p className={styles.text}>Replace TOKEN with the token. Stored tokens are never shown.</p> : undefined}
    </DetailSection>
  );
}
