import { useContext, useId, useState } from 'react';
import { methodDoc } from '../../../../shared/domain/methods/actor-method-docs.ts';
import { type ActorMethod, methodForms } from '../../../../shared/domain/methods/actor-methods.ts';
import type { ActorType } from '../../../../shared/domain/methods/actor-type.ts';
import type { MethodShape } from '../../../../shared/domain/methods/method-shape.ts';
import type { DraftParams } from '../../../../shared/ipc/schemas/drafts.ts';
import { SegmentedControl } from '../../../components/inputs/SegmentedControl.tsx';
import { ContractEditor } from './ContractEditor.tsx';
import { fieldWords } from './field-words.ts';
import { FormContext, NestedEditorContext, type ParamsEditorProps } from './form-context.ts';
import { ProposalPicker } from './ProposalPicker.tsx';
import styles from './params.module.css';
import { emptyParams, layOutJson, readJson, writeJson } from './params-json.ts';
import { ShapeFields, ShapeInput } from './ShapeFields.tsx';

type View = 'form' | 'json' | 'hex' | 'base64' | 'contract';

const VIEW_LABELS: Readonly<Record<View, string>> = { contract: 'Function', form: 'Form', json: 'JSON', hex: 'Hex', base64: 'Base64' };
/** Method number of InvokeContract, which only EVM actors have. */
export const INVOKE_CONTRACT_TEXT = '3844450837';

/** Editor for method parameters: fields if their types are known, otherwise JSON or bytes. */
export function ParamsEditor({ type, recipient, method, params, onChange, error, contract }: ParamsEditorProps) {
  const { networkVersion } = useContext(FormContext);
  const form = formOf(type, method, networkVersion);
  const shape = form?.params;
  const [chosen, setChosen] = useState<View | undefined>(undefined);
  if (method === '0' && params.kind === 'none') return undefined;
  const isContract = contract !== undefined && method === INVOKE_CONTRACT_TEXT;
  const views = viewsFor(shape, isContract, params);
  if (views.length === 0) return <p className={styles.doc}>This method takes no parameters.</p>;
  const own = viewOf(params, views, chosen);

  function change(view: View): void {
    setChosen(view);
    if (view === 'hex' || view === 'base64') {
      if (params.kind !== 'bytes' || params.encoding !== view) onChange({ kind: 'bytes', encoding: view, text: '' });
    } else if (view === 'contract') {
      if (params.kind !== 'contract') onChange({ kind: 'contract', declaration: '', argumentsJson: '[]' });
    } else if (params.kind !== 'fields' && shape !== undefined) {
      onChange({ kind: 'fields', json: writeJson(emptyParams(shape)) });
    } else if (view === 'json' && params.kind === 'fields') {
      onChange({ kind: 'fields', json: layOutJson(params.json) });
    }
  }

  return (
    <div className={styles.fields}>
      <div className={styles.switch}>
        <span>Parameters</span>
        <div className={styles.switchEnd}>
          <SegmentedControl
            label="Parameter format"
            options={views.map((view) => ({ value: view, label: VIEW_LABELS[view] }))}
            value={own}
            onChange={change}
          />
        </div>
      </div>
      {own === 'contract' && contract !== undefined ? (
        <NestedEditorContext value={ParamsEditor}>
          <ContractEditor abi={contract.abi} onAbi={contract.onAbi} params={params} onChange={onChange} />
        </NestedEditorContext>
      ) : own === 'form' && form !== undefined ? (
        <NestedEditorContext value={ParamsEditor}>
          <MethodForm type={type} recipient={recipient} form={form} params={params} onChange={onChange} />
        </NestedEditorContext>
      ) : (
        <ParamsText view={own} params={params} onChange={onChange} />
      )}
      {error === undefined ? undefined : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function formOf(type: ActorType | undefined, method: string, networkVersion: number | undefined): ActorMethod | undefined {
  return /^\d{1,20}$/.test(method) ? methodForms(type, BigInt(method), networkVersion)[0] : undefined;
}

function viewsFor(shape: MethodShape | undefined, isContract: boolean, params: DraftParams): readonly View[] {
  if (isContract) return ['contract', 'hex', 'base64'];
  if (shape === undefined) return params.kind === 'fields' ? ['json', 'hex', 'base64'] : ['hex', 'base64'];
  if (shape.fields.length > 0) return ['form', 'json', 'hex', 'base64'];
  // A method without parameters shows only parameters that were entered anyway.
  return params.kind === 'bytes' && params.text !== '' ? ['hex', 'base64'] : [];
}

function viewOf(params: DraftParams, views: readonly View[], chosen: View | undefined): View {
  const isFitting = (view: View): boolean => {
    switch (params.kind) {
      case 'bytes':
        return view === params.encoding;
      case 'contract':
        return view === 'contract';
      case 'fields':
        return view === 'json' || (view === 'form' && readJson(params.json) !== undefined);
      case 'none':
        return view === 'form' || view === 'hex' || view === 'contract';
      default:
        return params satisfies never;
    }
  };
  if (chosen !== undefined && views.includes(chosen) && isFitting(chosen)) return chosen;
  return views.find(isFitting) ?? views[0] ?? 'hex';
}

interface MethodFormProps {
  readonly type: ActorType | undefined;
  readonly recipient: string | undefined;
  readonly form: ActorMethod;
  readonly params: DraftParams;
  readonly onChange: (params: DraftParams) => void;
}

function MethodForm({ type, recipient, form, params, onChange }: MethodFormProps) {
  const shape = form.params;
  const docs = (type === undefined ? undefined : methodDoc(type, form.name)?.params) ?? {};
  const json = params.kind === 'fields' ? readJson(params.json) : undefined;
  const [only] = shape.fields;
  const write = (next: Parameters<typeof writeJson>[0]): void => onChange({ kind: 'fields', json: writeJson(next) });
  if (shape.isRaw && only !== undefined) {
    return (
      <ShapeInput
        name={only.name}
        label={fieldWords(only.name)}
        shape={only.shape}
        value={json ?? emptyParams(shape)}
        onChange={write}
        docs={docs}
      />
    );
  }
  const isOfProposal = type === 'multisig' && (form.name === 'Approve' || form.name === 'Cancel');
  return (
    <>
      {isOfProposal && recipient !== undefined ? <ProposalPicker multisig={recipient} value={json} onChange={write} /> : undefined}
      <ShapeFields fields={shape.fields} value={json} onChange={write} docs={docs} />
    </>
  );
}

interface ParamsTextProps {
  readonly view: View;
  readonly params: DraftParams;
  readonly onChange: (params: DraftParams) => void;
}

const TEXT_LABELS: Readonly<Record<'json' | 'hex' | 'base64', string>> = {
  json: 'Parameters as Lotus JSON',
  hex: 'Parameters as CBOR in hex',
  base64: 'Parameters as CBOR in base64',
};

function ParamsText({ view, params, onChange }: ParamsTextProps) {
  const id = useId();
  const text = params.kind === 'bytes' ? params.text : params.kind === 'fields' ? params.json : '';
  const shown = view === 'json' || view === 'base64' ? view : 'hex';
  return (
    <div className={styles.area}>
      <label htmlFor={id}>{TEXT_LABELS[shown]}</label>
      <textarea
        id={id}
        rows={shown === 'json' ? Math.min(16, Math.max(4, text.split('\n').length + 1)) : 4}
        value={text}
        maxLength={200_000}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => {
          const next = event.currentTarget.value;
          onChange(shown === 'json' ? { kind: 'fields', json: next } : { kind: 'bytes', encoding: shown, text: next });
        }}
      />
    </div>
  );
}
