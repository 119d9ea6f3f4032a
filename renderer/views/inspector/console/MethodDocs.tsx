import { IconBook2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { plainValue, readJsonText } from '../../../../shared/rpc/json-text.ts';
import { lotusCommand } from '../../../../shared/rpc/lotus-command.ts';
import { type MethodDocs as Docs, methodDocs } from '../../../../shared/rpc/method-docs.ts';
import type { RpcVersion } from '../../../../shared/rpc/methods.ts';
import { PanelState } from '../../../components/feedback/PanelState.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { CopyButton } from '../../../components/inputs/CopyButton.tsx';
import { KeyValue } from '../../../components/values/KeyValue.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import styles from './console.module.css';

const PERMISSIONS: Readonly<Record<Docs['permission'], string>> = {
  read: 'read: most endpoints allow it without a token',
  write: 'write: changes the node’s state',
  sign: 'sign: uses a key of the node',
  admin: 'admin: requires the node’s admin token',
};

interface MethodDocsProps {
  readonly method: string;
  readonly apiVersion: RpcVersion | undefined;
  /** Parameters as they are written now. */
  readonly params: string;
  /** Writes a call of another method. */
  readonly onChoose: (method: string) => void;
}

/** What is known of a method: what it does, its parameters in order, who serves it, and what to call where it is not served. */
export function MethodDocs({ method, apiVersion, params, onChoose }: MethodDocsProps) {
  const docs = methodDocs(method, apiVersion);
  return (
    <aside className={styles.docs} aria-label="Documentation">
      <header className={styles.docsHead}>
        {docs === undefined ? (
          <h2>Documentation</h2>
        ) : (
          <h2 className="mono">
            <UntrustedText text={docs.name} maximumLength={60} />
          </h2>
        )}
      </header>
      {docs === undefined ? (
        <PanelState icon={IconBook2} title={method === '' ? 'No method' : 'Not in the catalogue'}>
          {method === ''
            ? 'Type a method to see what it does, its parameters and an example.'
            : 'Sextant has no documentation for it. You can still send it.'}
        </PanelState>
      ) : (
        <Content docs={docs} params={params} onChoose={onChoose} />
      )}
    </aside>
  );
}

interface ContentProps extends Pick<MethodDocsProps, 'params' | 'onChoose'> {
  readonly docs: Docs;
}

function Content({ docs, params, onChoose }: ContentProps) {
  const { alternative } = docs;
  const command = useMemo(() => commandFor(docs.name, params) ?? commandFor(docs.name, docs.example), [docs, params]);
  return (
    <>
      <div className={styles.docsPart}>
        <p>{docs.summary}</p>
        {docs.note === undefined ? undefined : <p className={styles.docsNote}>{docs.note}</p>}
      </div>
      <div className={styles.docsPart}>
        <h3>{docs.params.length < 2 ? 'Parameters' : 'Parameters, in order'}</h3>
        {docs.params.length === 0 ? (
          <p className={styles.why}>None (empty list).</p>
        ) : (
          <ol className={styles.params}>
            {docs.params.map((parameter) => (
              <li key={parameter.name}>
                <p>
                  <b className="mono">{parameter.name}</b> <span className="t3">{parameter.type}</span>
                </p>
                <p className={styles.why}>
                  {parameter.meaning}
                  {parameter.isOptional ? ' May be left out.' : ''}
                </p>
              </li>
            ))}
          </ol>
        )}
      </div>
      <div className={styles.docsPart}>
        <h3>Result</h3>
        <p>{docs.result}</p>
      </div>
      <div className={styles.docsPart}>
        <h3>
          Example
          <CopyButton text={docs.example} label="Copy example" />
        </h3>
        <p className={styles.example}>{docs.example}</p>
      </div>
      {command === undefined ? undefined : (
        <div className={styles.docsPart}>
          <h3>
            Lotus command
            <CopyButton text={command} label="Copy command" />
          </h3>
          <p className={styles.example}>{command}</p>
        </div>
      )}
      <div className={styles.docsPart}>
        <h3>Facts</h3>
        <KeyValue
          labelWidthPx={112}
          rows={[
            { label: 'Served by', value: docs.api === 'miner' ? 'the storage miner' : 'the node' },
            docs.api === 'miner' ? undefined : { label: 'Public gateways', value: docs.isInGateway ? 'serve it' : 'do not serve it' },
            { label: 'Permission', value: PERMISSIONS[docs.permission], isWrapped: true },
            docs.isHeavy ? { label: 'Cost', value: 'can be slow or return many megabytes', isWrapped: true } : undefined,
            docs.isStream ? { label: 'Answers', value: 'a stream of items over a WebSocket', isWrapped: true } : undefined,
            docs.isV0Only ? { label: 'Version', value: 'only in /rpc/v0' } : undefined,
            docs.isV2Only ? { label: 'Version', value: 'only in /rpc/v2' } : undefined,
            docs.alias === undefined ? undefined : { label: 'Also called', value: <span className="mono">{docs.alias}</span> },
          ]}
        />
      </div>
      {alternative === undefined ? undefined : (
        <div className={styles.docsPart}>
          <h3>Alternatives</h3>
          <p>{alternative.sentence}</p>
          {alternative.methods.length === 0 ? undefined : (
            <div className={styles.alternatives}>
              {alternative.methods.map((name) => (
                <Button key={name} size="small" onClick={() => onChoose(name)}>
                  {name}
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </>
  );
}

/** The reference client's command with these parameters, where there is one that they fit. */
function commandFor(method: string, params: string): string | undefined {
  const reading = readJsonText(params);
  return 'problem' in reading ? undefined : lotusCommand(method, plainValue(reading.node))?.command;
}
