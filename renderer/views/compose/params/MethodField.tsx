import { useContext, useState } from 'react';
import { methodDoc } from '../../../../shared/domain/actor-method-docs.ts';
import { type ActorMethod, methodName, methodsOf } from '../../../../shared/domain/actor-methods.ts';
import type { ActorType } from '../../../../shared/domain/actor-type.ts';
import { ComboField } from '../../../components/ComboField.tsx';
import { FormContext } from './form-context.ts';

const SEND = 'Send';
const SEND_SUMMARY = 'A plain transfer, without a call.';

interface MethodFieldProps {
  readonly label: string;
  /** What the recipient is, where it is known: its methods are offered then. */
  readonly type: ActorType | undefined;
  /** The number, as text. */
  readonly method: string;
  readonly onChange: (method: string) => void;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
}

/** A method by its name, its number or what it does. */
export function MethodField({ label, type, method, onChange, help, error }: MethodFieldProps) {
  const { networkVersion } = useContext(FormContext);
  const [query, setQuery] = useState<string | undefined>(undefined);
  const name = /^\d{1,20}$/.test(method) ? methodName(type, BigInt(method), networkVersion) : undefined;
  const found = findActorMethods(type, query ?? '', networkVersion);
  const summary = type === undefined || name === undefined || name === SEND ? undefined : methodDoc(type, name)?.summary;

  function change(text: string): void {
    setQuery(text);
    // A number is a method whether or not it is known here; so is a name that is written in full.
    if (/^\d{1,20}$/.test(text.trim())) onChange(text.trim());
    const exact = found.find((candidate) => candidate.name.toLowerCase() === text.trim().toLowerCase());
    if (exact !== undefined) onChange(exact.number.toString());
  }

  return (
    <ComboField
      label={label}
      value={query ?? name ?? method}
      onChange={change}
      onChoose={(id) => onChange(id)}
      onLeave={() => setQuery(undefined)}
      options={found.map((candidate) => ({
        id: candidate.number.toString(),
        title: candidate.name,
        note: candidate.number.toString(),
        detail: candidate.name === SEND ? SEND_SUMMARY : type === undefined ? undefined : methodDoc(type, candidate.name)?.summary,
      }))}
      placeholder="Name or number"
      suffix={query !== undefined || name === undefined || method === '0' ? undefined : `method ${method}`}
      error={error}
      help={method === '0' ? SEND_SUMMARY : (summary ?? help ?? 'A method that is not known here: its parameters are bytes.')}
    />
  );
}

/**
 * Methods whose name, number or description has the words, what is written in full first: Enter takes the first one. A plain transfer
 * comes before the others, exported numbers after the plain ones.
 */
export function findActorMethods(
  type: ActorType | undefined,
  query: string,
  networkVersion?: number,
): readonly Pick<ActorMethod, 'number' | 'name'>[] {
  const text = query.trim().toLowerCase();
  const words = text.split(/\s+/);
  const methods = type === undefined ? [] : methodsOf(type, networkVersion).filter(({ name }) => name !== 'Constructor');
  const rankOf = ({ name, number }: Pick<ActorMethod, 'number' | 'name'>): number => {
    if (name.toLowerCase() === text || number.toString() === text) return 0;
    return name.toLowerCase().startsWith(text) ? 1 : 2;
  };
  return [{ number: 0n, name: SEND }, ...methods]
    .filter((method) => {
      const summary = type === undefined ? undefined : methodDoc(type, method.name)?.summary;
      const said = `${method.name} ${method.number} ${summary ?? ''}`.toLowerCase();
      return words.every((word) => said.includes(word));
    })
    .toSorted((left, right) => rankOf(left) - rankOf(right));
}
