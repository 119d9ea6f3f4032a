/** The form of a connection as typed, and what follows from an address that is pasted into it. */
import type { Connection, ConnectionDraft, UnderstoodApiInfo } from '../../../shared/ipc/schemas/connections.ts';
import { isApiInfoText } from '../../../shared/rpc/api-info-text.ts';
import { readCustomHeaders } from '../../../shared/rpc/custom-headers.ts';
import type { EndpointPreset } from '../../../shared/rpc/endpoint-presets.ts';
import { operatorOf, retiredPresetOf } from '../../../shared/rpc/endpoint-presets.ts';
import { isExposedAddress } from '../../../shared/rpc/exposed-address.ts';
import { isTokenText, tokenDoubt } from '../../../shared/rpc/token-text.ts';

export interface ConnectionFields {
  readonly name: string;
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly v2Url: string;
  readonly apiVersion: 'v0' | 'v1';
  readonly namespace: string;
  /** Typed here and sent once; what is stored never comes back. */
  readonly token: string;
  readonly isTokenRemoved: boolean;
  /** One `Name: value` a line. */
  readonly headers: string;
  readonly areHeadersRemoved: boolean;
  readonly minerUrl: string;
  readonly minerToken: string;
  readonly isMinerTokenRemoved: boolean;
  readonly controlUrl: string;
  readonly network: string;
  readonly dealsDataUrl: string;
  readonly cidCheckerUrl: string;
  readonly preset: string;
}

/** An entry of a pasted text that was understood. */
export type UnderstoodEntry = Extract<UnderstoodApiInfo[number], { ok: true }>;

export const EMPTY_CONNECTION: ConnectionFields = {
  name: '',
  httpUrl: '',
  wsUrl: '',
  v2Url: '',
  apiVersion: 'v1',
  namespace: 'Filecoin',
  token: '',
  isTokenRemoved: false,
  headers: '',
  areHeadersRemoved: false,
  minerUrl: '',
  minerToken: '',
  isMinerTokenRemoved: false,
  controlUrl: '',
  network: '',
  dealsDataUrl: '',
  cidCheckerUrl: '',
  preset: '',
};

export function fieldsOfConnection(connection: Connection): ConnectionFields {
  return {
    ...EMPTY_CONNECTION,
    name: connection.name,
    httpUrl: connection.httpUrl,
    wsUrl: connection.wsUrl ?? '',
    v2Url: connection.v2Url ?? '',
    apiVersion: connection.apiVersion,
    namespace: connection.namespace,
    minerUrl: connection.minerUrl ?? '',
    controlUrl: connection.controlUrl ?? '',
    network: connection.network ?? '',
    dealsDataUrl: connection.dealsDataUrl ?? '',
    cidCheckerUrl: connection.cidCheckerUrl ?? '',
    preset: connection.preset ?? '',
  };
}

/** The defaults of a preset, to be edited. Nothing is contacted by filling them in. */
export function fieldsOfPreset(preset: EndpointPreset): ConnectionFields {
  return { ...EMPTY_CONNECTION, ...preset.defaults, preset: preset.id };
}

/** What a pasted text was understood as: a node, a storage miner, or both. */
export function fieldsOfUnderstood(node: UnderstoodEntry | undefined, miner: UnderstoodEntry | undefined): Partial<ConnectionFields> {
  return {
    ...(node === undefined
      ? {}
      : {
          name: hostOf(node.httpUrl) ?? '',
          httpUrl: node.httpUrl,
          wsUrl: node.wsUrl ?? '',
          v2Url: node.v2Url ?? '',
          apiVersion: node.apiVersion,
          token: node.token ?? '',
        }),
    ...(miner === undefined ? {} : { minerUrl: miner.httpUrl, minerToken: miner.token ?? '' }),
  };
}

/** What is sent. A token field that was left alone is absent, which keeps the stored token; a removed one is empty. */
export function toConnectionDraft(fields: ConnectionFields): ConnectionDraft {
  const optional = ['wsUrl', 'v2Url', 'minerUrl', 'controlUrl', 'network', 'dealsDataUrl', 'cidCheckerUrl', 'preset'] as const;
  return {
    name: fields.name.trim(),
    httpUrl: fields.httpUrl.trim(),
    apiVersion: fields.apiVersion,
    namespace: fields.namespace.trim(),
    ...Object.fromEntries(optional.map((field) => [field, fields[field].trim()] as const).filter(([, text]) => text !== '')),
    ...tokenField('token', fields.token, fields.isTokenRemoved),
    ...tokenField('headers', fields.headers, fields.areHeadersRemoved),
    ...tokenField('minerToken', fields.minerToken, fields.isMinerTokenRemoved),
  };
}

function tokenField<N extends 'token' | 'minerToken' | 'headers'>(
  name: N,
  typed: string,
  isRemoved: boolean,
): { readonly [K in N]?: string } {
  if (typed.trim() !== '') return { [name]: typed.trim() } as { readonly [K in N]: string };
  return isRemoved ? ({ [name]: '' } as { readonly [K in N]: string }) : {};
}

/** Errors by field, of what can be told without asking anybody. */
export function connectionErrors(fields: ConnectionFields): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  const check = (
    field: 'httpUrl' | 'wsUrl' | 'v2Url' | 'minerUrl' | 'controlUrl' | 'dealsDataUrl' | 'cidCheckerUrl',
    scheme: Scheme,
  ): void => {
    const problem = addressProblem(fields[field], scheme);
    if (problem !== undefined) errors[field] = problem;
  };
  if (fields.name.trim() === '') errors.name = 'Give it a name.';
  check('httpUrl', 'http');
  if (fields.httpUrl.trim() === '') errors.httpUrl = 'The complete address, for example https://node.example/rpc/v1';
  check('wsUrl', 'ws');
  check('v2Url', 'http');
  check('minerUrl', 'http');
  check('controlUrl', 'http');
  check('dealsDataUrl', publicScheme(fields.dealsDataUrl));
  check('cidCheckerUrl', publicScheme(fields.cidCheckerUrl));
  const headers = readCustomHeaders(fields.headers);
  if ('problem' in headers) errors.headers = headers.problem;
  const written = guessFromHttpUrl(fields.httpUrl).apiVersion;
  if (written !== undefined && written !== fields.apiVersion) {
    errors.apiVersion = `The address ends in /rpc/${written}. The version decides the form of parameters: make both the same.`;
  }
  if (!/^[A-Za-z][A-Za-z0-9]{0,30}$/.test(fields.namespace.trim())) errors.namespace = 'Letters and digits, for example Filecoin';
  return errors;
}

/** Plain HTTP stays on this machine. */
function publicScheme(address: string): Scheme {
  return /^\s*http:/i.test(address) && !isExposedAddress(address) ? 'http' : 'https';
}

/** `https` alone, or either of a pair. */
type Scheme = 'http' | 'ws' | 'https';

function addressProblem(text: string, scheme: Scheme): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (isTokenText(trimmed)) return 'This is a token without an address. It belongs into the token field.';
  if (isApiInfoText(trimmed)) return 'This is a multiaddress or an API info. Read it to fill in the addresses.';
  const port = /^[a-z]+:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(trimmed)?.[1];
  if (port !== undefined && Number(port) > 65_535) return `Port ${port.slice(0, 10)} does not exist: ports end at 65535.`;
  if (completedAddress(trimmed, scheme) !== undefined) return `There is no ${scheme}:// before it.`;
  const beginning = scheme === 'https' ? 'https://' : `${scheme}:// or ${scheme}s://`;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) return `This is not a complete address. Begin with ${beginning}`;
  if (!URL.canParse(trimmed)) return 'This is not a complete address.';
  const url = new URL(trimmed);
  if (url.protocol !== `${scheme}:` && (scheme === 'https' || url.protocol !== `${scheme}s:`)) return `It has to begin with ${beginning}`;
  if (url.username !== '' || url.password !== '') return 'Leave user and password out of the address; use the token field.';
  return undefined;
}

/** A host with its port, and nothing before it: the address that is most likely meant; undefined for every other text. */
export function completedAddress(text: string, scheme: Scheme): string | undefined {
  const trimmed = text.trim();
  if (!/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]):\d{1,5}(?:[/?]\S*)?$/i.test(trimmed)) return undefined;
  const address = `${scheme}://${trimmed}`;
  return URL.canParse(address) ? address : undefined;
}

/** The address with the path at which a node or a storage miner answers; undefined where it has a path. */
export function withRpcPath(address: string, apiVersion: 'v0' | 'v1'): string | undefined {
  const found = /^((?:http|ws)s?:\/\/[^/?#]+)\/?(\?[^#]*)?$/i.exec(address.trim());
  return found === null ? undefined : `${found[1]}/rpc/${apiVersion}${found[2] ?? ''}`;
}

/** What else an HTTP address says: the API version in its path, and the WebSocket address beside it. */
export function guessFromHttpUrl(httpUrl: string): {
  readonly apiVersion: 'v0' | 'v1' | undefined;
  readonly wsUrl: string | undefined;
  readonly name: string | undefined;
} {
  const trimmed = httpUrl.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return { apiVersion: undefined, wsUrl: undefined, name: undefined };
  const version = /\/rpc\/(v0|v1)\/?$/.exec(new URL(trimmed).pathname)?.[1];
  return {
    name: hostOf(trimmed),
    apiVersion: version === 'v0' || version === 'v1' ? version : undefined,
    wsUrl: trimmed.replace(/^http/i, 'ws'),
  };
}

function hostOf(url: string): string | undefined {
  const { host } = new URL(url);
  return host === '' ? undefined : host.slice(0, 60);
}

/** A token in the query of an address, and the address without it; undefined where there is none. */
export function tokenInAddress(text: string): { readonly token: string; readonly url: string } | undefined {
  const trimmed = text.trim();
  if (!/[?&]token=[^&#]/.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  const token = url.searchParams.get('token') ?? '';
  url.searchParams.delete('token');
  return { token, url: url.href };
}

export interface FormNotice {
  readonly title: string;
  readonly text: string;
}

export interface FormWarning extends FormNotice {
  /** `info` where it is only to be known. */
  readonly tone: 'info' | 'warning';
  /** What one press does about it. */
  readonly repair?: { readonly label: string; readonly field: 'httpUrl' | 'minerUrl'; readonly address: string };
}

/** What is allowed and should be known before it is saved. */
export function connectionWarnings(
  fields: ConnectionFields,
  stored: Pick<Connection, 'hasToken' | 'hasMinerToken' | 'hasHeaders'>,
): FormWarning[] {
  const warnings: FormWarning[] = [];
  const connection = { httpUrl: fields.httpUrl.trim(), preset: fields.preset };
  const retired = retiredPresetOf(connection);
  if (retired !== undefined) {
    warnings.push({
      tone: 'warning',
      title: 'This network is retired',
      text: 'Nothing answers at this address. It can be kept in the list, and used once its address is another.',
    });
  }
  const operator = operatorOf(connection);
  if (operator !== undefined && retired === undefined) {
    warnings.push({
      tone: 'info',
      title: `Third party: ${operator}`,
      text: `${operator} runs this address and sees every call made to it. Sextant contacts it when you check it or use it, and not before.`,
    });
  }
  const willSend = (typed: string, isRemoved: boolean, hasStored: boolean): boolean => typed.trim() !== '' || (hasStored && !isRemoved);
  const hasNodeSecret =
    willSend(fields.token, fields.isTokenRemoved, stored.hasToken) || willSend(fields.headers, fields.areHeadersRemoved, stored.hasHeaders);
  const isNodeExposed = hasNodeSecret && (isExposedAddress(fields.httpUrl) || isExposedAddress(fields.wsUrl));
  const isMinerExposed = willSend(fields.minerToken, fields.isMinerTokenRemoved, stored.hasMinerToken) && isExposedAddress(fields.minerUrl);
  if (isNodeExposed || isMinerExposed) {
    warnings.push({
      tone: 'warning',
      title: 'Credentials would be sent unencrypted',
      text: 'Plain http or ws to another machine: anyone on the network path can read the token and the headers. Use https and wss, or a tunnel to this machine (ssh -L).',
    });
  }
  for (const [what, token] of [
    ['The token', fields.token],
    ['The miner token', fields.minerToken],
  ] as const) {
    const doubt = tokenDoubt(token);
    if (doubt !== undefined) warnings.push({ tone: 'warning', title: `${what} may not be whole`, text: doubt });
  }
  const nodePath = withRpcPath(fields.httpUrl, fields.apiVersion);
  if (nodePath !== undefined) {
    warnings.push({
      tone: 'warning',
      title: 'The address has no path',
      text: `It is used as it is. A Lotus node answers at /rpc/${fields.apiVersion}, so that this is likely to be refused.`,
      repair: { label: `Append /rpc/${fields.apiVersion}`, field: 'httpUrl', address: nodePath },
    });
  }
  const minerPath = withRpcPath(fields.minerUrl, 'v0');
  if (minerPath !== undefined) {
    warnings.push({
      tone: 'warning',
      title: 'The address of the miner API has no path',
      text: 'It is used as it is. A storage miner answers at /rpc/v0, so that this is likely to be refused.',
      repair: { label: 'Append /rpc/v0', field: 'minerUrl', address: minerPath },
    });
  }
  return warnings;
}
