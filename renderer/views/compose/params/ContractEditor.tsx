import { useContext, useId, useMemo, useState } from 'react';
import type { Json } from '../../../../shared/domain/methods/method-json.ts';
import type { DraftParams } from '../../../../shared/ipc/schemas/drafts.ts';
import { sanitiseToText } from '../../../../shared/text/sanitise.ts';
import { ComboField } from '../../../components/inputs/ComboField.tsx';
import { type ContractFunction, readAbi } from './abi-text.ts';
import { FormContext } from './form-context.ts';
import styles from './params.module.css';
import { emptyRecord, isRecord, readJson, shapeOfAbiType, writeJson } from './params-json.ts';
import { ShapeFields } from './ShapeFields.tsx';

interface ContractEditorProps {
  readonly abi: string;
  readonly onAbi: (abi: string) => void;
  readonly params: DraftParams;
  readonly onChange: (params: DraftParams) => void;
}

/** A contract function, chosen from its ABI, and its arguments. */
export function ContractEditor({ abi, onAbi, params, onChange }: ContractEditorProps) {
  const id = useId();
  const surroundings = useContext(FormContext);
  const [query, setQuery] = useState<string | undefined>(undefined);
  const reading = useMemo(() => readAbi(abi), [abi]);
  const chosenText = params.kind === 'contract' ? params.declaration : '';
  const chosen = reading.functions.find(({ declaration }) => declaration === chosenText);
  const words = (query ?? '').trim().toLowerCase();
  const offered = reading.functions.filter(({ declaration }) => words === '' || declaration.toLowerCase().includes(words)).slice(0, 100);

  function choose(declaration: string): void {
    const found = reading.functions.find((candidate) => candidate.declaration === declaration);
    if (found !== undefined) onChange(emptyCall(found));
  }

  function changeAbi(text: string): void {
    onAbi(text);
    const { functions } = readAbi(text);
    const [only] = functions;
    if (functions.length === 1 && only !== undefined) onChange(emptyCall(only));
    else if (!functions.some(({ declaration }) => declaration === chosenText)) {
      onChange({ kind: 'contract', declaration: '', argumentsJson: '[]' });
    }
  }

  const fields = chosen?.declared.parameters.map(({ name, type }) => ({ name, shape: shapeOfAbiType(type) })) ?? [];
  return (
    <FormContext value={{ ...surroundings, dialect: 'contract' }}>
      <div className={styles.area}>
        <label htmlFor={id}>Contract ABI</label>
        <textarea
          id={id}
          rows={3}
          value={abi}
          maxLength={500_000}
          placeholder={'transfer(address to, uint256 amount)'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={'problem' in reading}
          aria-describedby={`${id}-about`}
          onChange={(event) => changeAbi(event.currentTarget.value)}
        />
        <p id={`${id}-about`} className={'problem' in reading ? styles.error : styles.doc}>
          {'problem' in reading
            ? reading.problem
            : 'Paste ABI JSON, or one declaration per line. Sextant cannot verify it against the contract: use a trusted source.'}
        </p>
      </div>
      {reading.functions.length === 0 ? undefined : (
        <ComboField
          label="Function"
          value={query ?? sanitiseToText(chosenText, 200)}
          onChange={setQuery}
          onChoose={choose}
          onLeave={() => setQuery(undefined)}
          isMono
          placeholder="Choose a function"
          options={offered.map(({ declaration, declared, isReadOnly }) => ({
            id: declaration,
            title: sanitiseToText(declaration, 200),
            note: isReadOnly ? 'only reads' : declared.selector,
          }))}
          help={
            chosen === undefined
              ? undefined
              : `Selector ${chosen.declared.selector}${chosen.isReadOnly ? '. It only reads: a message to it changes nothing and still costs gas.' : ''}`
          }
        />
      )}
      {chosen === undefined ? undefined : (
        <ShapeFields
          key={chosen.declaration}
          fields={fields}
          value={argumentsOf(params)}
          onChange={(json) => onChange({ kind: 'contract', declaration: chosen.declaration, argumentsJson: writeJson(json) })}
          docs={{}}
        />
      )}
    </FormContext>
  );
}

function emptyCall({ declaration, declared }: ContractFunction): DraftParams {
  const fields = declared.parameters.map(({ name, type }) => ({ name, shape: shapeOfAbiType(type) }));
  return { kind: 'contract', declaration, argumentsJson: fields.length === 0 ? '[]' : writeJson(emptyRecord(fields, 'contract')) };
}

function argumentsOf(params: DraftParams): Json | undefined {
  const json = params.kind === 'contract' ? readJson(params.argumentsJson) : undefined;
  return isRecord(json) ? json : undefined;
}
