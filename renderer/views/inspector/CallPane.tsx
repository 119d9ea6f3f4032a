import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallDetail, CallSummary } from '../../../shared/ipc/schemas/inspector.ts';
import { formatClock, formatInteger, formatLatency } from '../../../shared/text/format.ts';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { DetailPane } from '../../components/DetailPane.tsx';
import { JsonTree } from '../../components/JsonTree.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { QueryContent } from '../../components/QueryContent.tsx';
import { Tabs } from '../../components/Tabs.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { CorrectedRequest } from './CorrectedRequest.tsx';
import styles from './inspector.module.css';
import { CallStatus } from './inspector-columns.tsx';
import { paramsOfRequest } from './params-text.ts';
import { sizeText } from './size-text.ts';

interface CallPaneProps {
  readonly id: number;
  /** The row in the list, where it is still there: it changes when a pending call is answered. */
  readonly summary: CallSummary | undefined;
  readonly onClose: () => void;
  readonly onEdit: (method: string, params: string) => void;
}

type Face = 'explained' | 'request' | 'response' | 'headers';

/** One call: what it means, what was sent, what came back. */
export function CallPane({ id, summary, onClose, onEdit }: CallPaneProps) {
  const [face, setFace] = useState<Face>('explained');
  const query = useQuery(`call ${id} ${summary?.status ?? ''}`, (client) => client.inspector.getCall({ id }));
  const detail = query.data?.summary.id === id ? query.data : undefined;
  const shown = detail?.summary ?? summary;
  const params = detail === undefined ? undefined : paramsOfRequest(detail.request);
  return (
    <DetailPane
      title={
        <span className="mono">
          <UntrustedText text={shown === undefined ? `Call ${id}` : shown.method} maximumLength={80} />
        </span>
      }
      sub={
        shown === undefined ? undefined : (
          <>
            Call {formatInteger(id)}, <UntrustedText text={shown.connectionName} maximumLength={40} />, {formatClock(shown.atMs)} UTC
          </>
        )
      }
      onClose={onClose}
      footer={
        detail === undefined ? undefined : (
          <>
            <Button
              icon={IconPencil}
              disabledReason={params === undefined ? 'The recording of the request cannot be edited.' : undefined}
              onClick={() => onEdit(detail.summary.method, params ?? '[]')}
            >
              Edit and send
            </Button>
            <CopyButton text={detail.curl} label="Copy as curl" hasLabel />
          </>
        )
      }
    >
      <QueryContent query={query}>
        {(call) => (
          <Tabs
            label="Faces of the call"
            value={face}
            onChange={setFace}
            tabs={[
              { value: 'explained', label: 'Explained' },
              { value: 'request', label: 'Request' },
              { value: 'response', label: 'Response' },
              { value: 'headers', label: 'Headers' },
            ]}
          >
            {face === 'explained' ? <Explained call={call} onEdit={onEdit} /> : undefined}
            {face === 'request' ? (
              <Body label="Request" text={call.request} isTruncated={call.isRequestTruncated} sizeBytes={call.summary.requestBytes} />
            ) : undefined}
            {face === 'response' ? (
              <Body label="Response" text={call.response} isTruncated={call.isResponseTruncated} sizeBytes={call.summary.responseBytes} />
            ) : undefined}
            {face === 'headers' ? <Headers call={call} /> : undefined}
          </Tabs>
        )}
      </QueryContent>
    </DetailPane>
  );
}

function Explained({ call, onEdit }: { readonly call: CallDetail; readonly onEdit: CallPaneProps['onEdit'] }) {
  const { summary, explanation } = call;
  return (
    <>
      <div className={styles.section}>
        {explanation === undefined ? (
          <p className={styles.explained}>{plainWords(summary)}</p>
        ) : (
          <div className={styles.explained}>
            <Badge tone="danger">
              {[
                summary.errorCode === undefined ? undefined : String(summary.errorCode).replace('-', '−'),
                summary.httpStatus === undefined ? undefined : `HTTP ${summary.httpStatus}`,
              ]
                .filter((part) => part !== undefined)
                .join(', ') || explanation.layer}
            </Badge>
            <p>
              <b>{explanation.title}</b>
            </p>
            <p>{explanation.cause}</p>
            <p>
              <b>What to do:</b> {explanation.fix}
            </p>
          </div>
        )}
        {summary.errorMessage === undefined ? undefined : (
          <p className={`${styles.quiet} mono`}>
            <UntrustedText text={summary.errorMessage} maximumLength={2000} />
          </p>
        )}
      </div>
      {explanation?.repair === undefined ? undefined : <CorrectedRequest repair={explanation.repair} onEdit={onEdit} />}
      <div className={styles.section}>
        <h3>Facts</h3>
        <KeyValue
          labelWidthPx={96}
          rows={[
            { label: 'Status', value: <CallStatus call={summary} /> },
            summary.kind === 'frame'
              ? undefined
              : {
                  label: 'Took',
                  value: summary.tookMs === undefined ? <span className="t3">not answered</span> : formatLatency(summary.tookMs),
                },
            {
              label: 'Sizes',
              value: `${sizeText(summary.requestBytes)} sent, ${summary.responseBytes === undefined ? 'nothing received' : `${sizeText(summary.responseBytes)} received`}`,
            },
            { label: 'Caused by', value: <UntrustedText text={summary.cause} maximumLength={120} /> },
            { label: 'Address', value: <span className={styles.url}>{call.url}</span>, isWrapped: true },
          ]}
        />
      </div>
    </>
  );
}

function plainWords(summary: CallSummary): string {
  if (summary.status === 'pending') return 'The node has not answered yet.';
  if (summary.kind === 'frame') return 'One item of a subscription, as the node sent it.';
  if (summary.transport === 'cache') return 'Answered from what is known already: nothing under this key can change. No call was made.';
  return 'The node answered as expected.';
}

interface BodyProps {
  readonly label: string;
  readonly text: string | undefined;
  readonly isTruncated: boolean;
  readonly sizeBytes: number | undefined;
}

function Body({ label, text, isTruncated, sizeBytes }: BodyProps) {
  return (
    <div className={styles.section}>
      <h3>
        {label}
        {sizeBytes === undefined ? undefined : <span className="t3">{sizeText(sizeBytes)}</span>}
        {text === undefined || text === '' ? undefined : <CopyButton text={text} label={`Copy the ${label.toLowerCase()}`} />}
      </h3>
      {text === undefined || text === '' ? (
        <p className={styles.quiet}>Nothing.</p>
      ) : (
        <div className={styles.body}>
          <JsonTree text={text} label={label} openDepth={4} />
        </div>
      )}
      {isTruncated ? <p className={styles.quiet}>Only the beginning was recorded: the recording keeps to its size.</p> : undefined}
      <p className={styles.quiet}>Tokens and signatures are masked.</p>
    </div>
  );
}

function Headers({ call }: { readonly call: CallDetail }) {
  const headers = Object.entries(call.requestHeaders);
  return (
    <div className={styles.section}>
      <h3>Headers as sent</h3>
      {headers.length === 0 ? (
        <p className={styles.quiet}>None of its own: it went over a connection that was open already.</p>
      ) : (
        <dl className={styles.headers}>
          {headers.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
