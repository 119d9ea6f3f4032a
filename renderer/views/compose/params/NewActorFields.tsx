import { useContext } from 'react';
import type { ActorType } from '../../../../shared/domain/methods/actor-type.ts';
import type { Json } from '../../../../shared/domain/methods/method-json.ts';
import { FormContext, NestedEditorContext } from './form-context.ts';
import { encodedParams, innerParams } from './inner-params.ts';
import styles from './params.module.css';

const CONSTRUCTOR = '1';

interface NewActorFieldsProps {
  /** What is made, by the code that the draft names. */
  readonly type: ActorType;
  readonly value: Json | undefined;
  readonly onChange: (json: Json) => void;
}

/** What the constructor of a new actor takes, field by field. */
export function NewActorFields({ type, value, onChange }: NewActorFieldsProps) {
  const { letter, networkVersion } = useContext(FormContext);
  const NestedEditor = useContext(NestedEditorContext);
  const called = { type, method: CONSTRUCTOR, networkVersion };
  return (
    <fieldset className={styles.group}>
      <legend>{type === 'multisig' ? 'New multisig' : `New ${type}`}</legend>
      <NestedEditor
        type={type}
        recipient={undefined}
        method={CONSTRUCTOR}
        params={innerParams(called, value, letter)}
        onChange={(next) => onChange(encodedParams(called, next))}
      />
    </fieldset>
  );
}
