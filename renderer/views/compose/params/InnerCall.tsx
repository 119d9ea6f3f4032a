import { useContext } from 'react';
import { methodForms } from '../../../../shared/domain/actor-methods.ts';
import { ACTOR_TYPES, type ActorType } from '../../../../shared/domain/actor-type.ts';
import { base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from '../../../../shared/domain/bytes.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { decodeParams } from '../../../../shared/domain/method-decode.ts';
import { decodedToJson, encodeParams, type Json } from '../../../../shared/domain/method-json.ts';
import type { DraftParams } from '../../../../shared/ipc/schemas/drafts.ts';
import { hexDigits } from '../../../../shared/text/hex-digits.ts';
import { useResolvedAddress } from '../use-resolved-address.ts';
import { FormContext } from './form-context.ts';
import { MethodField } from './MethodField.tsx';
import { ParamsEditor } from './ParamsEditor.tsx';
import styles from './params.module.css';
import { emptyParams, hasUnreadable, type InnerCallNames, readJson, writeJson } from './params-json.ts';
import { unreadable, unreadableText } from './scalar-text.ts';

interface InnerCallProps {
  readonly names: InnerCallNames;
  readonly value: { readonly [name: string]: Json };
  readonly docs: Readonly<Record<string, string>>;
  readonly onChange: (part: { readonly [name: string]: Json }) => void;
}

/** Method and parameters of a call inside of another, composed as the outer call is: by what the recipient is. */
export function InnerCall({ names, value, docs, onChange }: InnerCallProps) {
  const { letter, networkVersion, isOffline } = useContext(FormContext);
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
      <ParamsEditor
        type={type}
        recipient={resolved?.address}
        method={method || '0'}
        params={params}
        onChange={(next) => onChange({ [names.params]: encodedParams({ type, method, networkVersion }, next) })}
      />
    </fieldset>
  );
}

interface Called {
  readonly type: ActorType | undefined;
  readonly method: string;
  readonly networkVersion: number | undefined;
}

/** What is no number is shown as nothing: a default that is not in the draft would look filled in. */
function methodText(json: Json | undefined): string {
  return typeof json === 'number' || typeof json === 'bigint' ? json.toString() : '';
}

/** What the bytes of the inner call say, or the form that is not complete yet and is kept as text. */
function innerParams({ type, method, networkVersion }: Called, json: Json | undefined, letter: 'f' | 't'): DraftParams {
  const kept = unreadableText(json);
  if (kept !== undefined)
    return kept.startsWith('hex:') ? { kind: 'bytes', encoding: 'hex', text: kept.slice(4) } : { kind: 'fields', json: kept };
  if (typeof json !== 'string' || json === '') return { kind: 'none' };
  const bytes = base64ToBytes(json);
  const decoded = decodeParams(type, BigInt(method), bytes, { networkVersion });
  if (decoded.form !== 'typed') return { kind: 'bytes', encoding: 'hex', text: bytesToHex(bytes) };
  return { kind: 'fields', json: writeJson(decodedToJson(decoded, letter)) };
}

function encodedParams({ type, method, networkVersion }: Called, params: DraftParams): Json {
  if (params.kind === 'none' || params.kind === 'contract') return null;
  if (params.kind === 'bytes') {
    const digits = hexDigits(params.text);
    if (params.encoding === 'base64' || !/^([0-9a-f]{2})*$/i.test(digits)) return unreadable(`hex:${params.text}`);
    return digits === '' ? null : bytesToBase64(hexToBytes(digits));
  }
  const json = readJson(params.json);
  if (json === undefined || hasUnreadable(json)) return unreadable(params.json);
  try {
    const bytes = encodeParams(type, BigInt(method), json, networkVersion);
    return bytes.length === 0 ? null : bytesToBase64(bytes);
  } catch (error) {
    if (error instanceof DomainError) return unreadable(params.json);
    throw error;
  }
}
