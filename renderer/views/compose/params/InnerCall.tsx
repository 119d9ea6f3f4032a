import { useContext } from 'react';
import { methodForms } from '../../../../shared/domain/methods/actor-methods.ts';
import { ACTOR_TYPES } from '../../../../shared/domain/methods/actor-type.ts';
import type { Json } from '../../../../shared/domain/methods/method-json.ts';
import { useResolvedAddress } from '../use-resolved-address.ts';
import { FormContext, NestedEditorContext } from './form-context.ts';
import { encodedParams, innerParams } from './inner-params.ts';
import { MethodField } from './MethodField.tsx';
import styles from './params.module.css';
import { emptyParams, type InnerCallNames, writeJson } from './params-json.ts';
import { unreadable } from './scalar-text.ts';

interface InnerCallProps {
  readonly names: InnerCallNames;
  readonly value: { readonly [name: string]: Json };
  readonly docs: Readonly<Record<string, string>>;
  readonly onChange: (part: { readonly [name: string]: Json }) => void;
}

/** Method and parameters of a call inside of another, composed as the outer call is: by what the recipient is. */
export function InnerCall({ names, value, docs, onChange }: InnerCallProps) {
  const { letter, networkVersion, isOffline } = useContext(FormContext);
  const NestedEditor = useContext(NestedEditorContext);
  const to = typeof value[names.to] === 'string' ? String(value[names.to]) : '';
  const resolved = useResolvedAddress(isOffline ? '' : to);
  const type = ACTOR_TYPES.find((known) => known === resolved?.actorType);
  const method = methodText(value[names.method]);
  const params = innerParams({ type, method, networkVersion }, value[names.params], letter);

  function choose(next: string): void {
    const [form] = methodForms(type, BigInt(next || '0'), networkVersion);
    const isWithFields = form !== undefined && form.params.fields.length > 0;
    onChange({
      [names.method]: Number(next || '0'),
      [names.params]: isWithFields ? unreadable(writeJson(emptyParams(form.params))) : null,
    });
  }

  return (
    <fieldset className={styles.group}>
      <legend>Call</legend>
      <MethodField label="Inner call" type={type} method={method} onChange={choose} help={docs[names.method]} />
      <NestedEditor
        type={type}
        recipient={resolved?.address}
        method={method || '0'}
        params={params}
        onChange={(next) => onChange({ [names.params]: encodedParams({ type, method, networkVersion }, next) })}
      />
    </fieldset>
  );
}

/** What is no number is shown as nothing: a default that is not in the draft would look filled in. */
function methodText(json: Json | undefined): string {
  return typeof json === 'number' || typeof json === 'bigint' ? json.toString() : '';
}
