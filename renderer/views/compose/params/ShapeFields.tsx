import { IconPlus, IconX } from '@tabler/icons-react';
import { useContext, useId } from 'react';
import type { Json } from '../../../../shared/domain/methods/method-json.ts';
import type { Shape, ShapeField } from '../../../../shared/domain/methods/method-shape.ts';
import { formatCount } from '../../../../shared/text/format.ts';
import { Button } from '../../../components/inputs/Button.tsx';
import { useActorTypeOfCode } from '../../../hooks/use-network-version.ts';
import { fieldWords, itemWords } from './field-words.ts';
import { FormContext } from './form-context.ts';
import { InnerCall } from './InnerCall.tsx';
import { NewActorFields } from './NewActorFields.tsx';
import styles from './params.module.css';
import { emptyRecord, emptyValue, type InnerCallNames, innerCallOf, isRecord } from './params-json.ts';
import { ScalarField } from './ScalarField.tsx';

/** Maximum list items shown as fields; longer lists are edited as JSON. */
const MAX_ITEMS = 200;

interface ShapeFieldsProps {
  readonly fields: readonly ShapeField[];
  readonly value: Json | undefined;
  readonly onChange: (json: Json) => void;
  /** Descriptions of the fields by name. */
  readonly docs: Readonly<Record<string, string>>;
}

/** The fields of a tuple. An inner call uses the same form as the outer one. */
export function ShapeFields({ fields, value, onChange, docs }: ShapeFieldsProps) {
  const { dialect } = useContext(FormContext);
  const record = { ...emptyRecord(fields, dialect), ...(isRecord(value) ? value : {}) };
  const actorTypeOfCode = useActorTypeOfCode();
  const inner = innerCallOf(fields);
  const change = (name: string, json: Json): void => onChange({ ...record, [name]: json });
  return (
    <>
      {fields.map(({ name, shape }) => {
        if (inner?.method === name) return undefined;
        const made = shape.type === 'scalar' && shape.unit === 'constructor' ? actorTypeOfCode(codeOf(record)) : undefined;
        if (made !== undefined) {
          return <NewActorFields key={name} type={made} value={record[name]} onChange={(json) => change(name, json)} />;
        }
        if (inner?.params === name) {
          return <InnerCall key={name} names={inner} value={record} docs={docs} onChange={(part) => onChange({ ...record, ...part })} />;
        }
        return (
          <ShapeInput
            key={name}
            name={name}
            label={labelOf(name, inner)}
            shape={shape}
            value={record[name]}
            onChange={(json) => change(name, json)}
            docs={docs}
          />
        );
      })}
    </>
  );
}

/** The code CID of the actor that Exec creates; empty if not set. */
function codeOf({ CodeCID }: { readonly [name: string]: Json }): string {
  const code = isRecord(CodeCID) ? CodeCID['/'] : CodeCID;
  return typeof code === 'string' ? code : '';
}

/** Labels that distinguish recipient and amount of a proposal from those of the message. */
function labelOf(name: string, inner: InnerCallNames | undefined): string {
  if (inner?.value !== undefined && name === inner.to) return 'Recipient of the proposal';
  if (inner?.value !== undefined && name === inner.value) return 'Amount of the proposal';
  return fieldWords(name);
}

interface ShapeInputProps {
  readonly name: string;
  readonly label: string;
  readonly shape: Shape;
  readonly value: Json | undefined;
  readonly onChange: (json: Json) => void;
  readonly docs: Readonly<Record<string, string>>;
}

/** One field of any type. */
export function ShapeInput({ name, label, shape, value, onChange, docs }: ShapeInputProps) {
  const id = useId();
  const doc = Object.hasOwn(docs, name) ? docs[name] : undefined;
  switch (shape.type) {
    case 'scalar':
      return <ScalarField name={name} label={label} shape={shape} value={value} onChange={onChange} doc={doc} />;
    case 'tuple':
      return (
        <fieldset className={styles.group}>
          <legend>{label}</legend>
          {doc === undefined ? undefined : <p className={styles.doc}>{doc}</p>}
          <ShapeFields fields={shape.fields} value={value} onChange={onChange} docs={docs} />
        </fieldset>
      );
    case 'optional': {
      const isThere = value !== null && value !== undefined;
      return (
        <div className={styles.optional}>
          <div className={styles.tick}>
            <label htmlFor={id}>
              <input
                id={id}
                type="checkbox"
                checked={isThere}
                onChange={(event) => onChange(event.currentTarget.checked ? emptyValue(shape.of) : null)}
              />
              With {label.toLowerCase()}
            </label>
          </div>
          {isThere ? <ShapeInput name={name} label={label} shape={shape.of} value={value} onChange={onChange} docs={docs} /> : undefined}
        </div>
      );
    }
    case 'list':
      return <ListInput name={name} label={label} item={shape.item} value={value} onChange={onChange} docs={docs} />;
    case 'embedded':
      // Nested CBOR is only used between actors.
      return <ScalarField name={name} label={label} shape={{ type: 'scalar', kind: 'B' }} value={value} onChange={onChange} doc={doc} />;
    default:
      return shape satisfies never;
  }
}

interface ListInputProps extends Omit<ShapeInputProps, 'shape'> {
  readonly item: Shape;
}

function ListInput({ name, label, item, value, onChange, docs }: ListInputProps) {
  const { dialect } = useContext(FormContext);
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  const doc = Object.hasOwn(docs, name) ? docs[name] : undefined;
  if (items.length > MAX_ITEMS) {
    return (
      <p className={styles.doc}>
        {label}: {formatCount(items.length, 'item')}. Edit long lists as JSON.
      </p>
    );
  }
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {doc === undefined ? undefined : <p className={styles.doc}>{doc}</p>}
      {items.map((json, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are identified by their position
        <div key={index} className={styles.item}>
          <div className={styles.itemFields}>
            <ShapeInput
              name={name}
              label={itemWords(label, index + 1)}
              shape={item}
              value={json}
              onChange={(next) => onChange(items.map((before, place) => (place === index ? next : before)))}
              docs={item.type === 'scalar' ? {} : docs}
            />
          </div>
          <Button
            kind="quiet"
            size="small"
            icon={IconX}
            isIconOnly
            onClick={() => onChange(items.filter((_, place) => place !== index))}
          >{`Remove ${itemWords(label, index + 1).toLowerCase()}`}</Button>
        </div>
      ))}
      <div>
        <Button size="small" icon={IconPlus} onClick={() => onChange([...items, emptyValue(item, dialect)])}>
          Add item
        </Button>
      </div>
    </fieldset>
  );
}
