import type { CallDetail } from '../../../../shared/ipc/schemas/inspector.ts';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import styles from './call-pane.module.css';

/** What went beside the bodies. Tokens are masked before they are recorded. */
export function CallHeaders({ call }: { readonly call: CallDetail }) {
  return (
    <>
      <HeaderList
        title="Request headers"
        headers={call.requestHeaders}
        empty={
          call.summary.transport === 'http'
            ? 'Not recorded.'
            : call.summary.transport === 'ws'
              ? 'None: sent over an open WebSocket.'
              : 'Nothing was sent: answered from the cache.'
        }
      />
      <HeaderList title="Response headers" headers={call.responseHeaders ?? {}} empty="None received." />
    </>
  );
}

interface HeaderListProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly empty: string;
}

function HeaderList({ title, headers, empty }: HeaderListProps) {
  const entries = Object.entries(headers);
  return (
    <div className={styles.section}>
      <h3>{title}</h3>
      {entries.length === 0 ? (
        <p className={styles.quiet}>{empty}</p>
      ) : (
        <dl className={styles.headers}>
          {entries.map(([name, value]) => (
            <div key={name} className={styles.header}>
              <dt>
                <UntrustedText text={name} maximumLength={100} />
              </dt>
              <dd>
                <UntrustedText text={value} maximumLength={2000} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
