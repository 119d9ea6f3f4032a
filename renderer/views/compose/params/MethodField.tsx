import { useContext, useState } from 'react';
import { defined } from '../../../../shared/collections/defined.ts';
import { availabilityWords } from '../../../../shared/domain/messages/certain-failure.ts';
import { methodDoc } from '../../../../shared/domain/methods/actor-method-docs.ts';
import { CALLERS } from '../../../../shared/domain/methods/actor-method-limits.ts';
import { methodAvailability, methodName, methodNumbersOf, methodsOf } from '../../../../shared/domain/methods/actor-methods.ts';
import type { ActorType } from '../../../../shared/domain/methods/actor-type.ts';
import { explainExitCode } from '../../../../shared/domain/methods/exit-code.ts';
import { ComboField } from '../../../components/inputs/ComboField.tsx';
import { FormContext } from './form-context.ts';

const SEND = 'Send';
const SEND_SUMMARY = 'Plain transfer without a call.';

interface MethodFieldProps {
  readonly label: string;
  /** Actor type of the recipient, whose methods are suggested; undefined if unknown. */
  readonly type: ActorType | undefined;
  /** The method number as text. */
  readonly method: string;
  readonly onChange: (method: string) => void;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
}

/** Method input with search by name, number or description. */
export function MethodField({ label, type, method, onChange, help, error }: MethodFieldProps) {
  const { networkVersion } = useContext(FormContext);
  const [query, setQuery] = useState<string | undefined>(undefined);
  const name = /^\d{1,20}$/.test(method) ? methodName(type, BigInt(method), networkVersion) : undefined;
  const found = findActorMethods(type, query ?? '', networkVersion);
  const summary = type === undefined || name === undefined || name === SEND ? undefined : methodDoc(type, name)?.summary;
  const refusal = type === undefined || !/^\d{1,20}$/.test(method) ? undefined : refusalOf(type, BigInt(method), networkVersion);

  function change(text: string): void {
    setQuery(text);
    // Any number is a method, known or not; so is a full method name.
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
        note: candidate.refusal === undefined ? candidate.number.toString() : `${candidate.number}, ${candidate.refusal.mark}`,
        detail:
          candidate.refusal?.reason ??
          (candidate.name === SEND ? SEND_SUMMARY : type === undefined ? undefined : methodDoc(type, candidate.name)?.summary),
      }))}
      placeholder="Name or number"
      suffix={query !== undefined || name === undefined || method === '0' ? undefined : `method ${method}`}
      error={error}
      help={
        method === '0' ? (
          SEND_SUMMARY
        ) : refusal === undefined ? (
          (summary ?? help ?? 'Unknown method: enter its parameters as bytes.')
        ) : (
          <span className="warn">{refusal.reason}</span>
        )
      }
    />
  );
}

interface FoundMethod {
  readonly number: bigint;
  readonly name: string;
  /** The reason why every call fails at this network version. */
  readonly refusal?: Refusal;
}

interface Refusal {
  readonly mark: 'frozen' | 'removed' | 'not available';
  readonly reason: string;
}

const MARKS = { frozen: 'frozen', removed: 'removed', absent: 'not available' } as const;
const RANKS = { frozen: 6, removed: 9, 'not available': 12 } as const;

function refusalOf(type: ActorType, method: bigint, networkVersion: number | undefined): Refusal | undefined {
  if (networkVersion === undefined) return undefined;
  const availability = methodAvailability(type, method, networkVersion);
  if (availability.kind === 'served') return undefined;
  const name = methodName(type, method, networkVersion) ?? `Method ${method}`;
  const { exitCode } = availability;
  const { name: exitName } = explainExitCode(exitCode, { calledActor: type, networkVersion });
  const words = availabilityWords(name, type, availability, networkVersion);
  return { mark: MARKS[availability.kind], reason: `${words} It ends with ${exitName} (exit ${exitCode}).` };
}

/** All methods of the actor type at the network version, plus marked methods of other versions. Uses the newest version if unknown. */
function methodsToOffer(type: ActorType | undefined, networkVersion: number | undefined): readonly FoundMethod[] {
  if (type === undefined) return [];
  if (networkVersion === undefined) return methodsOf(type);
  return methodNumbersOf(type).flatMap((number) => {
    const name = methodName(type, number, networkVersion);
    const refusal = refusalOf(type, number, networkVersion);
    return name === undefined ? [] : [{ number, name, ...defined({ refusal }) }];
  });
}

/**
 * Methods whose name, number or description matches, exact matches first: Enter takes the first one. A plain transfer
 * comes before the others, exported numbers after the plain ones, then methods only actors can call, then methods that
 * are frozen, removed or not available at the network version.
 */
export function findActorMethods(type: ActorType | undefined, query: string, networkVersion?: number): readonly FoundMethod[] {
  const text = query.trim().toLowerCase();
  const words = text.split(/\s+/);
  const methods = methodsToOffer(type, networkVersion).filter(({ name }) => name !== 'Constructor');
  const rankOf = ({ name, number, refusal }: FoundMethod): number => {
    const place = name.toLowerCase() === text || number.toString() === text ? 0 : name.toLowerCase().startsWith(text) ? 1 : 2;
    if (refusal !== undefined) return place + RANKS[refusal.mark];
    const caller = type === undefined ? undefined : CALLERS[type][name];
    return caller === undefined || caller === 'key' ? place : place + 3;
  };
  return [{ number: 0n, name: SEND }, ...methods]
    .filter((method) => {
      const summary = type === undefined ? undefined : methodDoc(type, method.name)?.summary;
      const said = `${method.name} ${method.number} ${summary ?? ''}`.toLowerCase();
      return words.every((word) => said.includes(word));
    })
    .toSorted((left, right) => rankOf(left) - rankOf(right));
}
