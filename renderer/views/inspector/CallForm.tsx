import { IconBook2, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useId, useMemo } from 'react';
import { type LintCall, type LintFinding, lintCall } from '../../../shared/rpc/lint.ts';
import { fullMethodName, type MethodFacts, methodFacts } from '../../../shared/rpc/methods.ts';
import { KINDS, parameterFacts } from '../../../shared/rpc/parameter-kinds.ts';
import { Button } from '../../components/Button.tsx';
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
  readonly headKey: readonly string[] | undefined;
  readonly onFocus: () => void;
  readonly onChange: (call: DraftCall) => void;
  readonly onChoose: (call: DraftCall, facts: MethodFacts) => void;
  readonly onSend: () => void;
  readonly onRemove: (() => void) | undefined;
}

/** One call as it is written: its method, its parameters, and what is wrong with them. */
export function CallForm({ call, number, endpoint, headKey, onFocus, onChange, onChoose, onSend, onRemove }: CallFormProps) {
  const id = useId();
  const method = call.method.trim();
  const namespace = endpoint.namespace ?? 'Filecoin';
  const findings = useMemo(
    () => (method === '' ? [] : lintCall({ ...endpoint, method, paramsText: call.params })),
    [endpoint, method, call.params],
  );
  const params = useMemo(() => paramsHelp(method, headKey, endpoint.headEpoch), [method, headKey, endpoint.headEpoch]);
  const example = exampleParams(method);
  const label = number === undefined ? 'Parameters' : `Parameters of call ${number}`;

  function fix(finding: LintFinding): void {
    if (finding.fix === undefined) return;
    onChange({ ...call, params: finding.fix.paramsText, ...(finding.fix.method === undefined ? {} : { method: finding.fix.method }) });
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
            onChoose({ ...call, method: facts.name, params: isUntouched ? (exampleParams(facts.name) ?? '[]') : call.params }, facts);
          }}
          onSend={onSend}
          help={
            method === '' ? (
              'A name with a dot and eth_, net_, web3_ and trace_ names are sent as they are; before others the prefix of the endpoint is put'
            ) : (
              <>
                Sent as <span className="mono">{fullMethodName(method, namespace)}</span>
                {methodFacts(method) === undefined ? ', which is not in the catalogue' : ''}
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
            Fill in the example
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
        JSON, sent without changing a digit. Ctrl+Space completes, Ctrl+Enter sends, Tab leaves the field.
      </p>
      <LintFindings findings={findings} onFix={fix} />
    </section>
  );
}

function paramsHelp(method: string, headKey: readonly string[] | undefined, headEpoch: number | undefined): readonly ParamHelp[] {
  return (methodFacts(method)?.params ?? []).map((name) => {
    const facts = parameterFacts(name);
    if (facts === undefined) return { name, kind: 'JSON', meaning: '', suggestions: [] };
    const suggestions: ParamSuggestion[] = [];
    if (facts.isNullable) suggestions.push({ text: 'null', detail: facts.kind === 'tipsetKey' ? 'the head' : 'none' });
    if (facts.kind === 'tipsetKey' && headKey !== undefined) {
      suggestions.push({ text: JSON.stringify(headKey.map((cid) => ({ '/': cid }))), detail: 'the head’s key as it is now' });
    }
    if (facts.kind === 'epoch' && headEpoch !== undefined) suggestions.push({ text: String(headEpoch), detail: 'the head’s epoch' });
    if (facts.kind === 'boolean') suggestions.push({ text: 'true', detail: '' }, { text: 'false', detail: '' });
    if (facts.example !== 'null' && facts.kind !== 'boolean') suggestions.push({ text: facts.example, detail: 'example' });
    return { name, kind: KINDS[facts.kind].words, meaning: facts.meaning, suggestions };
  });
}
