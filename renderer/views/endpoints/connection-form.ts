/** The form of a connection as typed, and what follows from an address that is pasted into it. */
import type { Connection, ConnectionDraft } from '../../../shared/ipc/schemas/connections.ts';

export interface ConnectionFields {
  readonly name: string;
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly apiVersion: 'v0' | 'v1';
  readonly namespace: string;
  /** Typed here and sent once; what is stored never comes back. */
  readonly token: string;
  readonly isTokenRemoved: boolean;
  readonly minerUrl: string;
  readonly minerToken: string;
  readonly isMinerTokenRemoved: boolean;
  readonly controlUrl: string;
}

export const EMPTY_CONNECTION: ConnectionFields = {
  name: '',
  httpUrl: '',
  wsUrl: '',
  apiVersion: 'v1',
  namespace: 'Filecoin',
  token: '',
  isTokenRemoved: false,
  minerUrl: '',
  minerToken: '',
  isMinerTokenRemoved: false,
  controlUrl: '',
};

export function fieldsOfConnection(connection: Connection): ConnectionFields {
  return {
    ...EMPTY_CONNECTION,
    name: connection.name,
    httpUrl: connection.httpUrl,
    wsUrl: connection.wsUrl ?? '',
    apiVersion: connection.apiVersion,
    namespace: connection.namespace,
    minerUrl: connection.minerUrl ?? '',
    controlUrl: connection.controlUrl ?? '',
  };
}

/** What is sent. A token field that was left alone is absent, which keeps the stored token; a removed one is empty. */
export function toConnectionDraft(fields: ConnectionFields): ConnectionDraft {
  const wsUrl = fields.wsUrl.trim();
  const minerUrl = fields.minerUrl.trim();
  const controlUrl = fields.controlUrl.trim();
  return {
    name: fields.name.trim(),
    httpUrl: fields.httpUrl.trim(),
    apiVersion: fields.apiVersion,
    namespace: fields.namespace.trim(),
    ...(wsUrl === '' ? {} : { wsUrl }),
    ...(minerUrl === '' ? {} : { minerUrl }),
    ...(controlUrl === '' ? {} : { controlUrl }),
    ...tokenField('token', fields.token, fields.isTokenRemoved),
    ...tokenField('minerToken', fields.minerToken, fields.isMinerTokenRemoved),
  };
}

function tokenField<N extends 'token' | 'minerToken'>(name: N, typed: string, isRemoved: boolean): { readonly [K in N]?: string } {
  if (typed.trim() !== '') return { [name]: typed.trim() } as { readonly [K in N]: string };
  return isRemoved ? ({ [name]: '' } as { readonly [K in N]: string }) : {};
}

/** Errors by field, of what can be told without asking anybody. */
export function connectionErrors(fields: ConnectionFields): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  if (fields.name.trim() === '') errors.name = 'Give it a name.';
  const httpProblem = addressProblem(fields.httpUrl, ['http:', 'https:']);
  if (fields.httpUrl.trim() === '') errors.httpUrl = 'The complete address, for example https://node.example/rpc/v1';
  else if (httpProblem !== undefined) errors.httpUrl = httpProblem;
  const wsProblem = addressProblem(fields.wsUrl, ['ws:', 'wss:']);
  if (wsProblem !== undefined) errors.wsUrl = wsProblem;
  const minerProblem = addressProblem(fields.minerUrl, ['http:', 'https:']);
  if (minerProblem !== undefined) errors.minerUrl = minerProblem;
  const controlProblem = addressProblem(fields.controlUrl, ['http:', 'https:']);
  if (controlProblem !== undefined) errors.controlUrl = controlProblem;
  if (!/^[A-Za-z][A-Za-z0-9]{0,30}$/.test(fields.namespace.trim())) errors.namespace = 'Letters and digits, for example Filecoin';
  return errors;
}

function addressProblem(text: string, protocols: readonly string[]): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!URL.canParse(trimmed)) return 'This is not a complete address.';
  const url = new URL(trimmed);
  if (!protocols.includes(url.protocol)) return `It has to begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  if (url.username !== '' || url.password !== '') return 'Leave user and password out of the address; use the token field.';
  return undefined;
}

/** What else an HTTP address says: the API version in its path, and the WebSocket address beside it. */
export function guessFromHttpUrl(httpUrl: string): {
  readonly apiVersion: 'v0' | 'v1' | undefined;
  readonly wsUrl: string | undefined;
  readonly name: string | undefined;
} {
  const trimmed = httpUrl.trim();
  if (!URL.canParse(trimmed)) return { apiVersion: undefined, wsUrl: undefined, name: undefined };
  const { pathname, host } = new URL(trimmed);
  const version = /\/rpc\/(v0|v1)\/?$/.exec(pathname)?.[1];
  return {
    name: host === '' ? undefined : host,
    apiVersion: version === 'v0' || version === 'v1' ? version : undefined,
    wsUrl: /^https?:/.test(trimmed) ? trimmed.replace(/^http/, 'ws') : undefined,
  };
}
