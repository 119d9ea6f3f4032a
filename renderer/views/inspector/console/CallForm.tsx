import { IconBook2, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useId, useMemo } from 'react';
import { defined } from '../../../../shared/collections/defined.ts';
import type { LintCall, LintFinding } from '../../../../shared/rpc/lint.ts';
import { methodDocs } from '../../../../shared/rpc/method-docs.ts';
import { fullMethodName, type MethodFacts, methodFacts } from '../../../../shared/rpc/methods.ts';
import { parameterFacts } from '../../../../shared/rpc/parameter-kinds.ts';
import { Button } from '../../../components/inputs/Button.tsx';
import styles from './console.module.css';
import type { DraftCall } from './console-draft.ts';
import { exampleParams } from './console-draft.ts';
import type { ParamHelp, ParamSuggestion } from './JsonEditor.tsx';
import { LintFindings } from './LintFindings.tsx';
import { MethodField } from './MethodField.tsx';

/** The editor is large and only wanted here: a bundle of its own. */
const JsonEditor = lazy(async () => ({ default: (await import('./JsonEditor.tsx')).JsonEditor }));

interface CallFormProps {
  readonly call: DraftCall;
  /** Counted from 1, where there are several. */
  readonly number: number | undefined;
  /** What is known of the endpoint. */
  readonly endpoint: Omit<LintCall, 'method' | 'paramsText' | 'params'>;
  /** What is wrong with the call. */
  readonly findings: readonly LintFinding[];
  readonly headKey: readonly string[] | undefined;
  readonly onFocus: () => void;
  readonly onChange: (call: DraftCall) => void;
  readonly onChoose: (call: DraftCall, facts: MethodFacts) => void;
  readonly onPreview: (method: string | undefined) => void;
  readonly onSend: () => void;
  readonly onRemove: (() => void) | undefined;
}

/** One call as it is written: its method, its parameters, and what is wrong with them. */
export function CallForm({
  call,
  number,
  endpoint,
  findings,
  headKey,
  onFocus,
  onChange,
  onChoose,
  onPreview,
  onSend,
  onRemove,
}: CallFormProps) {
  const id = useId();
  const method = call.method.trim();
  const namespace = endpoint.namespace ?? 'Filecoin';
  const params = useMemo(() => paramsHelp(endpoint, method, headKey), [endpoint, method, headKey]);
  const example = exampleParams(method, endpoint.apiVersion);
  const label = number === undefined ? 'Parameters' : `Parameters of call ${number}`;

  function fix(finding: LintFinding): void {
    if (finding.fix === undefined) return;
    onChange({ ...call, params: finding.fix.paramsText, ...defined({ method: finding.fix.method }) });
  }

  return (
    <section className={styles.call} aria-label={number === undefined ? 'Call' : `Call ${number}`}>
      <div className={styles.callHead}>
        <MethodField
          value={call.method}
          onFocus={onFocus}
          onChange={(typed) => onChange({ ...call, method: typed })}
          onChoose={(facts) => {
            // What was not typed by hand makes way for the new method's example.
            const isUntouched = call.params.trim() === '' || call.params.trim() === '[]' || call.params === example;
            onChoose(
              { ...call, method: facts.name, params: isUntouched ? (exampleParams(facts.name, endpoint.apiVersion) ?? '[]') : call.params },
              facts,
            );
          }}
          onPreview={onPreview}
          onSend={onSend}
          help={
            method === '' ? (
              'Names with a dot and eth_, net_, web3_ and trace_ names are sent as is. Other names get the endpoint’s prefix.'
            ) : (
              <>
                Sent as <span className="mono">{fullMethodName(method, namespace)}</span>
                {methodFacts(method) === undefined ? ', not in the catalogue' : ''}
              </>
            )
          }
        />
        {onRemove === undefined ? undefined : (
          <Button kind="quiet" size="small" icon={IconTrash} isIconOnly onClick={onRemove}>
            {`Remove call ${number ?? ''}`}
          </Button>
        )}
      </div>
      <div className={styles.paramsHead}>
        <span>{label}</span>
        {example === undefined || call.params === example ? undefined : (
          <Button kind="quiet" size="small" icon={IconBook2} onClick={() => onChange({ ...call, params: example })}>
            Insert example
          </Button>
        )}
      </div>
      <Suspense fallback={<div className={styles.editor} />}>
        <JsonEditor
          label={label}
          describedBy={`${id}-about`}
          value={call.params}
          findings={findings}
          params={params}
          onChange={(text) => onChange({ ...call, params: text })}
          onFix={fix}
          onSend={onSend}
        />
      </Suspense>
      <p id={`${id}-about`} className={styles.help}>
        JSON, sent exactly as written. Ctrl+Space completes, Ctrl+Enter sends, Tab leaves the field.
      </p>
      <LintFindings findings={findings} onFix={fix} />
    </section>
  );
}

function paramsHelp(
  { apiVersion, headEpoch }: CallFormProps['endpoint'],
  method: string,
  headKey: CallFormProps['headKey'],
): readonly ParamHelp[] {
  return (methodDocs(method, apiVersion)?.params ?? []).map(({ name, type, meaning }) => {
    const facts = parameterFacts(name);
    const suggestions: ParamSuggestion[] = [];
    if (facts?.isNullable === true) suggestions.push({ text: 'null', detail: facts.kind === 'tipsetKey' ? 'the head' : 'none' });
    if (facts?.kind === 'tipsetKey' && headKey !== undefined) {
      suggestions.push({ text: JSON.stringify(headKey.map((cid) => ({ '/': cid }))), detail: 'current key of the head' });
    }
    if (facts?.kind === 'epoch' && headEpoch !== undefined)
      suggestions.push({ text: String(headEpoch), detail: 'current height of the head' });
    if (facts?.kind === 'boolean') suggestions.push({ text: 'true', detail: '' }, { text: 'false', detail: '' });
    else if (facts !== undefined && facts.example !== 'null') suggestions.push({ text: facts.example, detail: 'example' });
    return { name, kind: type, meaning, suggestions };
  });
}
