import { useState } from 'react';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { Connection, ConnectionDraft, NodeFacts } from '../../../shared/ipc/schemas/connections.ts';
import { isApiInfoText } from '../../../shared/rpc/api-info-text.ts';
import { operatorOf } from '../../../shared/rpc/endpoint-presets.ts';
import { v1UrlOf } from '../../../shared/rpc/version-url.ts';
import { formatCount } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { useCommand } from '../../hooks/use-command.ts';
import {
  type ConnectionFields,
  completedUrl,
  connectionErrors,
  connectionWarnings,
  EMPTY_CONNECTION,
  type FormNotice,
  type FormWarning,
  fieldsOfConnection,
  fieldsOfUnderstood,
  guessFromHttpUrl,
  toConnectionDraft,
  tokenInUrl,
  withRpcPath,
} from './connection-form.ts';

const probe = (client: AppClient, input: { draft: ConnectionDraft; id?: string }) => client.connections.probeConnection(input);
const read = (client: AppClient, input: { text: string; api: 'node' | 'miner' }) => client.connections.readApiInfo(input);
const save = async (client: AppClient, input: { draft: ConnectionDraft; id: string | undefined }) => {
  if (input.id === undefined) return client.connections.addConnection(input.draft);
  await client.connections.updateConnection({ id: input.id, draft: input.draft });
  return { id: input.id };
};

export interface ConnectionFormState {
  readonly connection: Connection | undefined;
  readonly fields: ConnectionFields;
  readonly warnings: readonly FormWarning[];
  /** What Sextant changed in the input, for example a token moved out of a URL. */
  readonly notice: FormNotice | undefined;
  /** Result of the last check; undefined after any change of the form. */
  readonly facts: NodeFacts | undefined;
  readonly probeError: ErrorEnvelope | undefined;
  readonly saveError: ErrorEnvelope | undefined;
  readonly isProbing: boolean;
  readonly isSaving: boolean;
  /** Whether the field contains API info instead of a URL. */
  readonly canParse: { readonly httpUrl: boolean; readonly minerUrl: boolean };
  /** Whether the field contains a bare host and port. */
  readonly canComplete: { readonly httpUrl: boolean; readonly minerUrl: boolean };
  /** Counts finished checks and saves, so that the form scrolls to each result. */
  readonly answers: number;
  errorOf(field: keyof ConnectionFields): string | undefined;
  change(next: Partial<ConnectionFields>): void;
  changeUrl(field: 'httpUrl' | 'wsUrl' | 'minerUrl', text: string): void;
  changeName(name: string): void;
  /** Parses the API info in the field and fills in the form. */
  parseField(field: 'httpUrl' | 'minerUrl'): Promise<void>;
  /** Adds the scheme and the RPC path to bare hosts and ports. */
  complete(): void;
  check(): Promise<void>;
  store(): Promise<void>;
}

interface ConnectionFormOptions {
  /** The connection to change; undefined for a new one. */
  readonly connection: Connection | undefined;
  /** Initial values of a new connection. */
  readonly initial?: Partial<ConnectionFields>;
  readonly onSaved: (id: string) => void;
}

/** State of the endpoint form: fields, values derived from them, check and save. */
export function useConnectionForm({ connection, initial, onSaved }: ConnectionFormOptions): ConnectionFormState {
  const [fields, setFields] = useState<ConnectionFields>(
    connection === undefined ? { ...EMPTY_CONNECTION, ...initial } : fieldsOfConnection(connection),
  );
  const [hasTouchedWs, setHasTouchedWs] = useState(() => hasOwnWsUrl(fields));
  const [hasTouchedName, setHasTouchedName] = useState(connection !== undefined);
  const [tried, setTried] = useState<'check' | 'save' | undefined>(undefined);
  const [answers, setAnswers] = useState(0);
  const [notice, setNotice] = useState<FormNotice | undefined>(undefined);
  const [probed, setProbed] = useState<{ readonly of: string; readonly facts: NodeFacts } | undefined>(undefined);
  const probing = useCommand(probe);
  const saving = useCommand(save);
  const reading = useCommand(read);
  const errors = connectionErrors(fields);
  const draftKey = JSON.stringify(toConnectionDraft(fields));
  const facts = probed?.of === draftKey ? probed.facts : undefined;

  function change(next: Partial<ConnectionFields>): void {
    probing.clearError();
    saving.clearError();
    reading.clearError();
    setFields((before) => ({ ...before, ...next }));
  }

  function changeUrl(field: 'httpUrl' | 'wsUrl' | 'minerUrl', typed: string): void {
    const found = tokenInUrl(typed);
    const v1 = field === 'httpUrl' ? v1UrlOf(found?.url ?? typed) : undefined;
    const notices = [
      ...(found === undefined
        ? []
        : [{ title: 'Token moved', text: 'The URL contained a token. It is now in the Token field, where it is not shown.' }]),
      ...(v1 === undefined
        ? []
        : [{ title: 'v2 URL recognised', text: `It was moved to the v2 URL field. Sextant also uses v1, at ${v1}.` }]),
    ];
    const [first] = notices;
    setNotice(first === undefined ? undefined : { title: first.title, text: notices.map(({ text }) => text).join(' ') });
    if (field === 'wsUrl') setHasTouchedWs(true);
    change(derivedFrom(field, typed));
  }

  /** The URL and the fields derived from it. */
  function derivedFrom(field: 'httpUrl' | 'wsUrl' | 'minerUrl', typed: string): Partial<ConnectionFields> {
    const found = tokenInUrl(typed);
    const pasted = found?.url ?? typed;
    const v1 = field === 'httpUrl' ? v1UrlOf(pasted) : undefined;
    const text = v1 ?? pasted;
    const tokenField = field === 'minerUrl' ? 'minerToken' : 'token';
    const guess = field === 'httpUrl' ? guessFromHttpUrl(text) : undefined;
    return {
      [field]: text,
      ...(v1 === undefined ? {} : { v2Url: pasted.trim() }),
      ...(found === undefined ? {} : { [tokenField]: found.token }),
      ...(guess?.apiVersion === undefined ? {} : { apiVersion: guess.apiVersion }),
      // Name and WebSocket URL follow the HTTP URL until the user edits them.
      ...(guess === undefined || hasTouchedName ? {} : { name: guess.name ?? '' }),
      ...(guess === undefined || hasTouchedWs ? {} : { wsUrl: guess.wsUrl ?? '' }),
    };
  }

  /** Completes bare hosts and ports to URLs, and returns the fields. */
  function complete(): ConnectionFields {
    let next = fields;
    for (const [field, version] of [
      ['httpUrl', fields.apiVersion],
      ['minerUrl', 'v0'],
    ] as const) {
      const url = completedUrl(next[field], 'http');
      if (url !== undefined) next = { ...next, ...derivedFrom(field, withRpcPath(url, version) ?? url) };
    }
    if (next !== fields) {
      change(next);
      const changed = [next.httpUrl, next.minerUrl].filter((url) => url !== fields.httpUrl && url !== fields.minerUrl);
      setNotice({
        title: 'URL completed',
        text: `Completed to ${changed.join(' and ')}. Change http:// to https:// if the node requires it.`,
      });
    }
    return next;
  }

  async function parseField(field: 'httpUrl' | 'minerUrl'): Promise<void> {
    const api = field === 'httpUrl' ? 'node' : 'miner';
    const entries = await reading.run({ text: fields[field], api });
    if (entries === undefined) return;
    const [first, ...more] = entries;
    if (first?.ok !== true) {
      setNotice({ title: 'Not recognised', text: first?.reason ?? 'The text contains no URL.' });
      return;
    }
    const { name, ...read } = api === 'node' ? fieldsOfUnderstood(first, undefined) : fieldsOfUnderstood(undefined, first);
    change({ ...read, ...(hasTouchedName || name === undefined ? {} : { name }) });
    if (api === 'node') setHasTouchedWs(true);
    const others =
      more.length === 0 ? [] : [`${formatCount(more.length, 'other entry', 'other entries')} ignored. Add each as its own endpoint.`];
    setNotice({ title: 'Recognised as', text: [first.understoodAs, ...first.warnings, ...others].join(' ') });
  }

  async function answering(action: () => Promise<void>): Promise<void> {
    await action();
    setAnswers((before) => before + 1);
  }

  async function check(): Promise<void> {
    setTried('check');
    if (isApiInfoText(fields.httpUrl)) return parseField('httpUrl');
    const next = complete();
    const { name: _name, ...others } = connectionErrors(next);
    if (Object.keys(others).length > 0) return;
    const asked = toConnectionDraft(next);
    const facts = await probing.run({
      // The name is required only for saving.
      draft: { ...asked, name: asked.name === '' ? 'unnamed' : asked.name },
      ...(connection === undefined ? {} : { id: connection.id }),
    });
    if (facts !== undefined) setProbed({ of: JSON.stringify(asked), facts });
  }

  async function store(): Promise<void> {
    setTried('save');
    if (isApiInfoText(fields.httpUrl)) return parseField('httpUrl');
    const next = complete();
    if (Object.keys(connectionErrors(next)).length > 0) return;
    const saved = await saving.run({ draft: toConnectionDraft(next), id: connection?.id });
    if (saved !== undefined) onSaved(saved.id);
  }

  function errorOf(field: keyof ConnectionFields): string | undefined {
    const fromHost = saving.error?.details?.fields?.[field] ?? probing.error?.details?.fields?.[field];
    const own = errors[field];
    const isDue = tried === 'save' || (field !== 'name' && (tried === 'check' || fields[field] !== ''));
    return fromHost ?? (isDue ? own : undefined);
  }

  return {
    connection,
    fields,
    warnings: connectionWarnings(
      fields,
      {
        hasToken: connection?.hasToken ?? false,
        hasMinerToken: connection?.hasMinerToken ?? false,
        hasHeaders: connection?.hasHeaders ?? false,
      },
      fields.httpUrl === initial?.httpUrl || facts !== undefined,
    ),
    notice: reading.error === undefined ? notice : { title: 'Could not parse the text', text: reading.error.message },
    facts,
    probeError: probing.error,
    saveError: saving.error,
    isProbing: probing.isRunning,
    isSaving: saving.isRunning,
    canParse: { httpUrl: isApiInfoText(fields.httpUrl), minerUrl: isApiInfoText(fields.minerUrl) },
    canComplete: {
      httpUrl: completedUrl(fields.httpUrl, 'http') !== undefined,
      minerUrl: completedUrl(fields.minerUrl, 'http') !== undefined,
    },
    errorOf,
    change,
    changeUrl,
    changeName: (name) => {
      setHasTouchedName(name !== '');
      change({ name });
    },
    answers,
    parseField,
    complete: () => void complete(),
    check: () => answering(check),
    store: () => answering(store),
  };
}

/** Whether the user entered the WebSocket URL: it is neither derived from the HTTP URL nor a preset's default. */
function hasOwnWsUrl(fields: ConnectionFields): boolean {
  const isDefault = operatorOf(fields) !== undefined;
  return fields.httpUrl !== '' && !isDefault && fields.wsUrl !== guessFromHttpUrl(fields.httpUrl).wsUrl;
}
