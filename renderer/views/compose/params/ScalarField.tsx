import { useContext, useId, useState } from 'react';
import { formatFil } from '../../../../shared/domain/amounts/amount.ts';
import type { Json } from '../../../../shared/domain/methods/method-json.ts';
import type { ScalarShape } from '../../../../shared/domain/methods/method-shape.ts';
import { formatCount, formatInteger } from '../../../../shared/text/format.ts';
import { TextField } from '../../../components/inputs/TextField.tsx';
import { AddressField } from '../AddressField.tsx';
import { FormContext } from './form-context.ts';
import styles from './params.module.css';
import { writeJson } from './params-json.ts';
import { scalarFromText, scalarToText } from './scalar-text.ts';

interface ScalarFieldProps {
  readonly label: string;
  /** JSON name of the field, used to find its "All" amount. */
  readonly name: string;
  readonly shape: ScalarShape;
  readonly value: Json | undefined;
  readonly onChange: (json: Json) => void;
  readonly doc?: string | undefined;
  readonly isRequired?: boolean;
}

/** Input for one value: text with immediate validation, or a checkbox. */
export function ScalarField({ label, name, shape, value, onChange, doc }: ScalarFieldProps) {
  const { known, dialect, available } = useContext(FormContext);
  const [typed, setTyped] = useState(() => scalarToText(shape, value));
  const checkboxId = useId();
  // Keeps the typed text until the value differs from its meaning.
  const isOwn = value !== undefined && writeJson(scalarFromText(shape, typed, dialect).json) === writeJson(value);
  const text = isOwn ? typed : scalarToText(shape, value);
  const read = scalarFromText(shape, text, dialect);
  const error = text.trim() === '' ? undefined : read.problem;

  function change(next: string): void {
    setTyped(next);
    onChange(scalarFromText(shape, next, dialect).json);
  }

  if (shape.kind === 'L') {
    return (
      <div className={styles.tick}>
        <label htmlFor={checkboxId}>
          <input id={checkboxId} type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
          {label}
        </label>
        {doc === undefined ? undefined : <p>{doc}</p>}
      </div>
    );
  }
  if (shape.kind === 'A') {
    return <AddressField label={label} value={text} onChange={change} known={known} error={error} help={doc} />;
  }
  const all = shape.kind === 'T' ? available[name] : undefined;
  return (
    <TextField
      label={label}
      value={text}
      onChange={change}
      error={error}
      isMono={shape.kind === 'B' || shape.kind === 'C' || shape.kind === 'G'}
      placeholder={placeholderOf(shape)}
      suffix={
        shape.kind === 'T' ? (
          <>
            FIL{' '}
            {all === undefined ? undefined : (
              <button type="button" className={styles.all} onClick={() => change(formatFil(BigInt(all)))}>
                All {grouped(formatFil(BigInt(all), { maximumPlaces: 4 }))}
              </button>
            )}
          </>
        ) : (
          suffixOf(shape)
        )
      }
      help={helpOf(shape, text, read.problem === undefined ? read.json : undefined, doc)}
    />
  );
}

/** Formats with thousands separators. */
function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  return fraction === undefined ? formatInteger(whole) : `${formatInteger(whole)}.${fraction}`;
}

function placeholderOf({ kind, unit, size }: ScalarShape): string {
  if (kind === 'B') {
    if (unit === 'peerId') return '12D3Koo…';
    return size === undefined ? 'hex, may be empty' : `${size} bytes as hex`;
  }
  if (kind === 'F') return '1-5, 8';
  if (kind === 'C') return 'baga… or bafy…';
  if (kind === 'G') return '01… or 02…, hex';
  if (unit === 'dataCap' || unit === 'dataCapToken' || unit === 'bytes') return '32 GiB';
  return kind === 'T' ? '0' : '';
}

function suffixOf({ kind, unit }: ScalarShape): string | undefined {
  if (unit === 'epoch') return 'epoch';
  if (unit === 'epochs') return 'epochs';
  return kind === 'B' && unit === 'multiaddr' ? 'hex' : undefined;
}

/** Help text, plus the exact parsed value if the text does not show it. */
function helpOf({ kind, unit }: ScalarShape, text: string, json: Json | undefined, doc: string | undefined): string | undefined {
  const isTyped = text.trim() !== '' && json !== undefined;
  if (kind === 'T' && isTyped && typeof json === 'string') return joined(`${formatInteger(json)} attoFIL`, doc);
  if ((unit === 'dataCap' || unit === 'dataCapToken' || unit === 'bytes') && isTyped && /[A-Za-z]/.test(text)) {
    return joined(formatInteger(String(json)), doc);
  }
  if (kind === 'B' && isTyped && unit !== 'peerId') return joined(formatCount(text.replace(/^0x|\s/g, '').length / 2, 'byte'), doc);
  return doc;
}

function joined(exact: string, doc: string | undefined): string {
  return doc === undefined ? exact : `${exact}. ${doc}`;
}
