import { useState } from 'react';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { Connection, ConnectionDraft, NodeFacts } from '../../../shared/ipc/schemas/connections.ts';
import { isApiInfoText } from '../../../shared/rpc/api-info-text.ts';
import { operatorOf } from '../../../shared/rpc/endpoint-presets.ts';
import { v1AddressOf } from '../../../shared/rpc/v2-address.ts';
import type { AppClient } from '../../client/client-context.ts';
import { useCommand } from '../../hooks/use-command.ts';
import {
  type ConnectionFields,
  completedAddress,
  connectionErrors,
  connectionWarnings,
  EMPTY_CONNECTION,
  type FormNotice,
  type FormWarning,
  fieldsOfConnection,
  fieldsOfUnderstood,
  guessFromHttpUrl,
  toConnectionDraft,
  tokenInAddress,
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
  /** What Sextant did with what was typed: a token moved, a text understood. */
  readonly notice: FormNotice | undefined;
  /** What the node said of itself, while the form still is what was checked. */
  readonly facts: NodeFacts | undefined;
  readonly probeError: ErrorEnvelope | undefined;
  readonly saveError: ErrorEnvelope | undefined;
  readonly isProbing: boolean;
  readonly isSaving: boolean;
  /** The field holds what the Lotus command line takes instead of a URL. */
  readonly canRead: { readonly httpUrl: boolean; readonly minerUrl: boolean };
  /** The field holds a host and a port alone. */
  readonly canComplete: { readonly httpUrl: boolean; readonly minerUrl: boolean };
  /** Grows with every check and every saving that ended and left the form open: its answer is looked for. */
  readonly answers: number;
  errorOf(field: keyof ConnectionFields): string | undefined;
  change(next: Partial<ConnectionFields>): void;
  changeAddress(field: 'httpUrl' | 'wsUrl' | 'minerUrl', text: string): void;
  changeName(name: string): void;
  /** Reads the field as the Lotus command line would, and fills in what it says. */
  readField(field: 'httpUrl' | 'minerUrl'): Promise<void>;
  /** Puts the scheme before a host and a port, and the path after it. */
  complete(): void;
  check(): Promise<void>;
  store(): Promise<void>;
}

interface ConnectionFormOptions {
  /** The connection to change; undefined for a new one. */
  readonly connection: Connection | undefined;
  /** What a new one begins with. */
  readonly initial?: Partial<ConnectionFields>;
  readonly onSaved: (id: string) => void;
}

/** The state of one form: what is typed, what follows from it, and what the node says of itself before anything is saved. */
export function useConnectionForm({ connection, initial, onSaved }: ConnectionFormOptions): ConnectionFormState {
  const [fields, setFields] = useState<ConnectionFields>(
    connection === undefined ? { ...EMPTY_CONNECTION, ...initial } : fieldsOfConnection(connection),
  );
  const [hasTouchedWs, setHasTouchedWs] = useState(() => hasWsOfItsOwn(fields));
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

  function change(next: Partial<ConnectionFields>): void {
    probing.clearError();
    saving.clearError();
    reading.clearError();
    setFields((before) => ({ ...before, ...next }));
  }

  function changeAddress(field: 'httpUrl' | 'wsUrl' | 'minerUrl', typed: string): void {
    const found = tokenInAddress(typed);
    const v1 = field === 'httpUrl' ? v1AddressOf(found?.url ?? typed) : undefined;
    const notices = [
      ...(found === undefined
        ? []
        : [{ title: 'The token was moved', text: 'It was in the address, where it would be shown. It is in the token field now.' }]),
      ...(v1 === undefined
        ? []
        : [{ title: 'This is a v2 URL', text: `Sextant uses v2 beside v1. The v2 URL is filled in below, and ${v1} is used for v1.` }]),
    ];
    const [first] = notices;
    setNotice(first === undefined ? undefined : { title: first.title, text: notices.map(({ text }) => text).join(' ') });
    if (field === 'wsUrl') setHasTouchedWs(true);
    change(followingFrom(field, typed));
  }

  /** An address, and what follows from it. */
  function followingFrom(field: 'httpUrl' | 'wsUrl' | 'minerUrl', typed: string): Partial<ConnectionFields> {
    const found = tokenInAddress(typed);
    const pasted = found?.url ?? typed;
    const v1 = field === 'httpUrl' ? v1AddressOf(pasted) : undefined;
    const text = v1 ?? pasted;
    const tokenField = field === 'minerUrl' ? 'minerToken' : 'token';
    const guess = field === 'httpUrl' ? guessFromHttpUrl(text) : undefined;
    return {
      [field]: text,
      ...(v1 === undefined ? {} : { v2Url: pasted.trim() }),
      ...(found === undefined ? {} : { [tokenField]: found.token }),
      ...(guess?.apiVersion === undefined ? {} : { apiVersion: guess.apiVersion }),
      // Until somebody writes there, both follow the address, also to empty: what is left of an earlier one would be wrong.
      ...(guess === undefined || hasTouchedName ? {} : { name: guess.name ?? '' }),
      ...(guess === undefined || hasTouchedWs ? {} : { wsUrl: guess.wsUrl ?? '' }),
    };
  }

  /** The fields, with every host and port that stands alone made an address. */
  function complete(): ConnectionFields {
    let next = fields;
    for (const [field, version] of [
      ['httpUrl', fields.apiVersion],
      ['minerUrl', 'v0'],
    ] as const) {
      const address = completedAddress(next[field], 'http');
      if (address !== undefined) next = { ...next, ...followingFrom(field, withRpcPath(address, version) ?? address) };
    }
    if (next !== fields) {
      change(next);
      const changed = [next.httpUrl, next.minerUrl].filter((address) => address !== fields.httpUrl && address !== fields.minerUrl);
      setNotice({
        title: 'The address was completed',
        text: `It had a host and a port alone. It is used as ${changed.join(' and ')}, in plain http. Write https:// in place of http:// if the node wants that.`,
      });
    }
    return next;
  }

  async function readField(field: 'httpUrl' | 'minerUrl'): Promise<void> {
    const api = field === 'httpUrl' ? 'node' : 'miner';
    const entries = await reading.run({ text: fields[field], api });
    if (entries === undefined) return;
    const [first, ...more] = entries;
    if (first?.ok !== true) {
      setNotice({ title: 'It was not understood', text: first?.reason ?? 'There is no address in it.' });
      return;
    }
    const { name, ...read } = api === 'node' ? fieldsOfUnderstood(first, undefined) : fieldsOfUnderstood(undefined, first);
    change({ ...read, ...(hasTouchedName || name === undefined ? {} : { name }) });
    if (api === 'node') setHasTouchedWs(true);
    const others = more.length === 0 ? [] : [`${more.length} more in the list were left out: each is a connection of its own.`];
    setNotice({ title: 'Recognised as', text: [first.understoodAs, ...first.warnings, ...others].join(' ') });
  }

  async function answering(action: () => Promise<void>): Promise<void> {
    await action();
    setAnswers((before) => before + 1);
  }

  async function check(): Promise<void> {
    setTried('check');
    if (isApiInfoText(fields.httpUrl)) return readField('httpUrl');
    const next = complete();
    const { name: _name, ...others } = connectionErrors(next);
    if (Object.keys(others).length > 0) return;
    const asked = toConnectionDraft(next);
    const facts = await probing.run({
      // Nobody is told the name: it is needed when it is saved.
      draft: { ...asked, name: asked.name === '' ? 'unnamed' : asked.name },
      ...(connection === undefined ? {} : { id: connection.id }),
    });
    if (facts !== undefined) setProbed({ of: JSON.stringify(asked), facts });
  }

  async function store(): Promise<void> {
    setTried('save');
    if (isApiInfoText(fields.httpUrl)) return readField('httpUrl');
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
    warnings: connectionWarnings(fields, {
      hasToken: connection?.hasToken ?? false,
      hasMinerToken: connection?.hasMinerToken ?? false,
      hasHeaders: connection?.hasHeaders ?? false,
    }),
    notice: reading.error === undefined ? notice : { title: 'It could not be read', text: reading.error.message },
    facts: probed?.of === draftKey ? probed.facts : undefined,
    probeError: probing.error,
    saveError: saving.error,
    isProbing: probing.isRunning,
    isSaving: saving.isRunning,
    canRead: { httpUrl: isApiInfoText(fields.httpUrl), minerUrl: isApiInfoText(fields.minerUrl) },
    canComplete: {
      httpUrl: completedAddress(fields.httpUrl, 'http') !== undefined,
      minerUrl: completedAddress(fields.minerUrl, 'http') !== undefined,
    },
    errorOf,
    change,
    changeAddress,
    changeName: (name) => {
      setHasTouchedName(name !== '');
      change({ name });
    },
    answers,
    readField,
    complete: () => void complete(),
    check: () => answering(check),
    store: () => answering(store),
  };
}

/** Whether the WebSocket address was somebody's choice: neither derived from the HTTP address nor the default beside it. */
function hasWsOfItsOwn(fields: ConnectionFields): boolean {
  const isDefault = operatorOf(fields) !== undefined;
  return fields.httpUrl !== '' && !isDefault && fields.wsUrl !== guessFromHttpUrl(fields.httpUrl).wsUrl;
}
