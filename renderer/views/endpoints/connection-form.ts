/** Fields of the endpoint form, their errors and warnings, and values derived from a pasted URL. */
import type { Connection, ConnectionDraft, UnderstoodApiInfo } from '../../../shared/ipc/schemas/connections.ts';
import { isApiInfoText } from '../../../shared/rpc/api-info-text.ts';
import { readCustomHeaders } from '../../../shared/rpc/custom-headers.ts';
import type { EndpointPreset } from '../../../shared/rpc/endpoint-presets.ts';
import { operatorOf, retiredPresetOf } from '../../../shared/rpc/endpoint-presets.ts';
import { isExposedUrl } from '../../../shared/rpc/exposed-url.ts';
import { isTokenText, tokenDoubt } from '../../../shared/rpc/token-text.ts';

export interface ConnectionFields {
  readonly name: string;
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly v2Url: string;
  readonly apiVersion: 'v0' | 'v1';
  readonly namespace: string;
  /** Sent once when saved; a stored token is never returned. */
  readonly token: string;
  readonly isTokenRemoved: boolean;
  /** One `Name: value` per line. */
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

/** A valid entry of pasted API info. */
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

/** The editable defaults of a preset. */
export function fieldsOfPreset(preset: EndpointPreset): ConnectionFields {
  return { ...EMPTY_CONNECTION, ...preset.defaults, preset: preset.id };
}

/** Fields from pasted API info: of a node, a storage miner, or both. */
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

/** The draft to send. An untouched secret is absent, which keeps the stored one; a removed secret is empty. */
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

/** Errors by field, found without calling the node. */
export function connectionErrors(fields: ConnectionFields): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  const check = (
    field: 'httpUrl' | 'wsUrl' | 'v2Url' | 'minerUrl' | 'controlUrl' | 'dealsDataUrl' | 'cidCheckerUrl',
    scheme: Scheme,
  ): void => {
    const problem = urlProblem(fields[field], scheme);
    if (problem !== undefined) errors[field] = problem;
  };
  if (fields.name.trim() === '') errors.name = 'Enter a name.';
  check('httpUrl', 'http');
  if (fields.httpUrl.trim() === '') errors.httpUrl = 'Enter a URL, for example https://node.example/rpc/v1';
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
    errors.apiVersion = `The URL ends in /rpc/${written}. Select API version ${written} or change the URL.`;
  }
  if (!/^[A-Za-z][A-Za-z0-9]{0,30}$/.test(fields.namespace.trim())) errors.namespace = 'Use letters and digits, for example Filecoin.';
  return errors;
}

/** Plain HTTP is accepted only on this machine. */
function publicScheme(url: string): Scheme {
  return /^\s*http:/i.test(url) && !isExposedUrl(url) ? 'http' : 'https';
}

/** `http` and `ws` accept their secure scheme too; `https` accepts only https. */
type Scheme = 'http' | 'ws' | 'https';

function urlProblem(text: string, scheme: Scheme): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (isTokenText(trimmed)) return 'This is a token. Enter it in the Token field.';
  if (isApiInfoText(trimmed)) return 'This is API info, not a URL. Press Fill in.';
  const port = /^[a-z]+:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(trimmed)?.[1];
  if (port !== undefined && Number(port) > 65_535) return `Invalid port ${port.slice(0, 10)}: the maximum is 65535.`;
  if (completedUrl(trimmed, scheme) !== undefined) return `Missing scheme. Add ${scheme}://`;
  const beginning = scheme === 'https' ? 'https://' : `${scheme}:// or ${scheme}s://`;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) return `Not a complete URL. Start with ${beginning}`;
  if (!URL.canParse(trimmed)) return 'Not a valid URL.';
  const url = new URL(trimmed);
  if (url.protocol !== `${scheme}:` && (scheme === 'https' || url.protocol !== `${scheme}s:`))
    return `The URL must start with ${beginning}`;
  if (url.username !== '' || url.password !== '') return 'Remove the user name and password from the URL. Use the Token field.';
  return undefined;
}

/** The URL of a bare host and port; undefined for any other text. */
export function completedUrl(text: string, scheme: Scheme): string | undefined {
  const trimmed = text.trim();
  if (!/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]):\d{1,5}(?:[/?]\S*)?$/i.test(trimmed)) return undefined;
  const url = `${scheme}://${trimmed}`;
  return URL.canParse(url) ? url : undefined;
}

/** The URL with the RPC path appended; undefined if it already has a path. */
export function withRpcPath(url: string, apiVersion: 'v0' | 'v1'): string | undefined {
  const found = /^((?:http|ws)s?:\/\/[^/?#]+)\/?(\?[^#]*)?$/i.exec(url.trim());
  return found === null ? undefined : `${found[1]}/rpc/${apiVersion}${found[2] ?? ''}`;
}

/** Values derived from an HTTP URL: API version, WebSocket URL and name. */
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

/** The token in the query of a URL, and the URL without it; undefined if it contains none. */
export function tokenInUrl(text: string): { readonly token: string; readonly url: string } | undefined {
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
  /** `info`: no action needed. */
  readonly tone: 'info' | 'warning';
  /** The one-click fix. */
  readonly repair?: { readonly label: string; readonly field: 'httpUrl' | 'minerUrl'; readonly url: string };
}

/**
 * Warnings that do not prevent saving.
 *
 * @param isUrlKnown the HTTP URL is that of a preset, or was checked: it needs no path
 */
export function connectionWarnings(
  fields: ConnectionFields,
  stored: Pick<Connection, 'hasToken' | 'hasMinerToken' | 'hasHeaders'>,
  isUrlKnown = false,
): FormWarning[] {
  const warnings: FormWarning[] = [];
  const connection = { httpUrl: fields.httpUrl.trim(), preset: fields.preset };
  const retired = retiredPresetOf(connection);
  if (retired !== undefined) {
    warnings.push({
      tone: 'warning',
      title: 'Retired network',
      text: 'Nothing answers at this URL. Change the URL to use this endpoint.',
    });
  }
  const operator = operatorOf(connection);
  if (operator !== undefined && retired === undefined) {
    warnings.push({
      tone: 'info',
      title: `Third party: ${operator}`,
      text: `${operator} runs this endpoint and sees every call. Sextant contacts it only when you check or use it.`,
    });
  }
  const willSend = (typed: string, isRemoved: boolean, hasStored: boolean): boolean => typed.trim() !== '' || (hasStored && !isRemoved);
  const hasNodeSecret =
    willSend(fields.token, fields.isTokenRemoved, stored.hasToken) || willSend(fields.headers, fields.areHeadersRemoved, stored.hasHeaders);
  const isNodeExposed = hasNodeSecret && (isExposedUrl(fields.httpUrl) || isExposedUrl(fields.wsUrl));
  const isMinerExposed = willSend(fields.minerToken, fields.isMinerTokenRemoved, stored.hasMinerToken) && isExposedUrl(fields.minerUrl);
  if (isNodeExposed || isMinerExposed) {
    warnings.push({
      tone: 'warning',
      title: 'Credentials would be sent unencrypted',
      text: 'With plain http or ws, anyone on the network path can read the token and headers. Use https and wss, or an SSH tunnel (ssh -L).',
    });
  }
  for (const [what, token] of [
    ['The token', fields.token],
    ['The miner token', fields.minerToken],
  ] as const) {
    const doubt = tokenDoubt(token);
    if (doubt !== undefined) warnings.push({ tone: 'warning', title: `${what} may be incomplete`, text: doubt });
  }
  const nodePath = isUrlKnown ? undefined : withRpcPath(fields.httpUrl, fields.apiVersion);
  if (nodePath !== undefined) {
    warnings.push({
      tone: 'warning',
      title: 'HTTP URL has no path',
      text: `A Lotus node answers at /rpc/${fields.apiVersion}. Without this path it will probably refuse calls.`,
      repair: { label: `Append /rpc/${fields.apiVersion}`, field: 'httpUrl', url: nodePath },
    });
  }
  const minerPath = withRpcPath(fields.minerUrl, 'v0');
  if (minerPath !== undefined) {
    warnings.push({
      tone: 'warning',
      title: 'Miner API URL has no path',
      text: 'A storage miner answers at /rpc/v0. Without this path it will probably refuse calls.',
      repair: { label: 'Append /rpc/v0', field: 'minerUrl', url: minerPath },
    });
  }
  return warnings;
}
