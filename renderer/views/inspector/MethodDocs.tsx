import { IconBook2 } from '@tabler/icons-react';
import { methodFacts } from '../../../shared/rpc/methods.ts';
import { KINDS, parameterFacts } from '../../../shared/rpc/parameter-kinds.ts';
import { KeyValue } from '../../components/KeyValue.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import styles from './console.module.css';

const PERMISSIONS = {
  read: 'read: any token, or none where the node allows it',
  write: 'write: changes something on the node',
  sign: 'sign: uses a key of the node',
  admin: 'admin: the node’s own token',
} as const;

/** What is known of a method: parameters in order, who may call it, and what it costs. */
export function MethodDocs({ method }: { readonly method: string }) {
  const facts = methodFacts(method);
  return (
    <aside className={styles.docs} aria-label="Documentation">
      <header className={styles.docsHead}>
        <h2 className="mono">
          <UntrustedText text={facts?.name ?? (method === '' ? 'Documentation' : method)} maximumLength={60} />
        </h2>
      </header>
      {facts === undefined ? (
        <PanelState icon={IconBook2} title={method === '' ? 'No method yet' : 'Not in the catalogue'}>
          {method === ''
            ? 'Name one, and its parameters, its permission and an example stand here.'
            : 'It can be sent all the same; what it takes is not known here.'}
        </PanelState>
      ) : (
        <>
          <div className={styles.docsPart}>
            <h3>Parameters, in this order</h3>
            {facts.params.length === 0 ? (
              <p className={styles.why}>None: an empty list.</p>
            ) : (
              <ol className={styles.params}>
                {facts.params.map((name) => {
                  const parameter = parameterFacts(name);
                  return (
                    <li key={name}>
                      <p>
                        <b className="mono">{name}</b>{' '}
                        <span className="t3">{parameter === undefined ? '' : KINDS[parameter.kind].words}</span>
                      </p>
                      {parameter === undefined ? undefined : (
                        <>
                          <p className={styles.why}>
                            {parameter.meaning}
                            {parameter.isNullable ? ' May be null.' : ''}
                          </p>
                          <p className={styles.example}>{parameter.example}</p>
                        </>
                      )}
                    </li>
                  );
                })}
              </ol>
            )}
          </div>
          <div className={styles.docsPart}>
            <h3>Facts</h3>
            <KeyValue
              labelWidthPx={96}
              rows={[
                { label: 'Served by', value: facts.api === 'miner' ? 'the storage miner' : 'the node' },
                { label: 'Permission', value: PERMISSIONS[facts.permission], isWrapped: true },
                facts.isHeavy ? { label: 'Cost', value: 'may take long or answer with many megabytes', isWrapped: true } : undefined,
                facts.isStream ? { label: 'Answers', value: 'with a stream of items, over a WebSocket', isWrapped: true } : undefined,
              ]}
            />
          </div>
        </>
      )}
    </aside>
  );
}
