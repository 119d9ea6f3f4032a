import type { Connection } from '../../../shared/ipc/schemas/connections.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { DetailSection } from '../../components/DetailPane.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import styles from './endpoints.module.css';

/** A saved endpoint in the form that the Lotus command line takes, to be used elsewhere. */
export function ApiInfoCopy({ connection }: { readonly connection: Connection }) {
  const { id, httpUrl, wsUrl, minerUrl, hasToken, hasMinerToken } = connection;
  const key = `api info ${id} ${httpUrl} ${wsUrl ?? ''} ${minerUrl ?? ''} ${hasToken} ${hasMinerToken}`;
  const text = useQuery(key, (client) => client.connections.getApiInfo({ id }));
  return (
    <DetailSection title="For the Lotus command line">
      {text.error === undefined ? undefined : <p className={styles.text}>{text.error.message}</p>}
      {[text.data?.node, text.data?.miner].map((line) =>
        line === undefined ? undefined : (
          <div key={line} className={styles.line}>
            <code>{line}</code>
            <CopyButton text={line} label={`Copy ${line.split('=')[0] ?? ''}`} />
          </div>
        ),
      )}
      {hasToken || hasMinerToken ? <p className={styles.text}>Put the token in place of TOKEN: a stored one is never shown.</p> : undefined}
    </DetailSection>
  );
}
