/**
 * Parses and formats FULLNODE_API_INFO and MINER_API_INFO as the Lotus command line does (cli/util/apiinfo.go).
 *
 * Input is untrusted. An error names the reason and never the value, which may be a token. The token is returned apart from the URLs.
 * Contacts no endpoint.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { API_INFO_ASSIGNMENT } from '../../../shared/rpc/api-info-text.ts';
import { isTokenText, tokenDoubt } from '../../../shared/rpc/token-text.ts';
import { v2UrlOf } from '../../../shared/rpc/version-url.ts';

export interface ApiInfo {
  readonly token?: string;
  readonly httpUrl: string;
  /** Absent for an HTTP URL: such endpoints may not serve WebSocket. */
  readonly wsUrl?: string;
  /** Set if the entry named the v2 API; the other URLs are of v1 on the same host. */
  readonly v2Url?: string;
  readonly apiVersion: 'v0' | 'v1';
  /** Host and port, for display. */
  readonly host: string;
  /** One sentence on how the entry was parsed. */
  readonly understoodAs: string;
  /** Differences from the Lotus command line, and likely mistakes. */
  readonly warnings: readonly string[];
}

export type ApiInfoResult = { readonly ok: true; readonly info: ApiInfo } | { readonly ok: false; readonly reason: string };

/** The API that a text describes; Lotus calls v1 of a node and v0 of a storage miner. */
export type ApiKind = 'node' | 'miner';

const VERSION_OF: Readonly<Record<ApiKind, 'v0' | 'v1'>> = { node: 'v1', miner: 'v0' };
const VARIABLE_OF: Readonly<Record<ApiKind, string>> = { node: 'FULLNODE_API_INFO', miner: 'MINER_API_INFO' };
const WHOLE_ENTRY: Readonly<Record<ApiKind, string>> = {
  node: 'Paste the whole output of lotus auth api-info, or enter the token in the Token field.',
  miner: 'Paste the whole output of lotus-miner auth api-info, or enter the token in the Miner token field.',
};
const MAX_ENTRIES = 50;
const VERSION_PATH = /\/rpc\/(v\d)$/;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const PLAIN_WORDS = { node: 'a node', miner: 'a storage miner' } as const;

interface Entry {
  readonly text: string;
  readonly warnings: readonly string[];
}

/** Parses each line, which may set a shell variable, as a comma-separated list of entries. */
export function parseApiInfo(text: string, kind: ApiKind): ApiInfoResult[] {
  const results = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => parseLine(line, kind));
  return results.length <= MAX_ENTRIES
    ? results
    : [...results.slice(0, MAX_ENTRIES), { ok: false, reason: `Only the first ${MAX_ENTRIES} entries were read.` }];
}

const TOKEN_THEN_MULTIADDRESS = /^[\w.-]{20,}\/(?:ip4|ip6|dns|dns4|dns6)\//;

function parseLine(line: string, kind: ApiKind): ApiInfoResult[] {
  const assignment = API_INFO_ASSIGNMENT.exec(line);
  const warnings: string[] = [];
  let value = line;
  if (assignment !== null) {
    const [, variable = '', rest = ''] = assignment;
    value = rest.replace(/;\s*$/, '');
    if (kind === 'miner' && variable === 'STORAGE_API_INFO') {
      warnings.push('STORAGE_API_INFO is the deprecated name of MINER_API_INFO.');
    } else if (variable !== VARIABLE_OF[kind]) {
      return [{ ok: false, reason: `${variable.slice(0, 40)} is not a variable for ${PLAIN_WORDS[kind]}. Use ${VARIABLE_OF[kind]}.` }];
    }
  }
  return unquote(value)
    .split(',')
    .map((entry) => unquote(entry))
    .filter((entry) => entry !== '')
    .map((entry) => parseEntry({ text: entry, warnings }, kind));
}

function unquote(text: string): string {
  return text
    .trim()
    .replace(/^(['"])(.*)\1$/s, '$2')
    .trim();
}

function parseEntry(entry: Entry, kind: ApiKind): ApiInfoResult {
  const { token: givenToken, address } = splitToken(entry.text);
  if (givenToken === undefined && TOKEN_THEN_MULTIADDRESS.test(address)) {
    return { ok: false, reason: 'Missing colon between the token and the multiaddress: TOKEN:/ip4/127.0.0.1/tcp/1234/http.' };
  }
  if (isTokenText(givenToken === undefined ? address : address === '' ? givenToken : '')) {
    return { ok: false, reason: `This is a token without a URL. ${WHOLE_ENTRY[kind]}` };
  }
  if (givenToken !== undefined && !/^[\x21-\x7e]*$/.test(givenToken)) {
    return { ok: false, reason: 'A token cannot contain spaces or special characters.' };
  }
  const warnings = [...entry.warnings];
  const isBareHost = givenToken !== undefined && isHostAndPort(givenToken, address);
  if (isBareHost) {
    warnings.push(`The Lotus command line would read “${givenToken}” as a token and fail. Use http://${givenToken}:${address} there.`);
  }
  const isMultiaddress = address.startsWith('/');
  const read = isBareHost ? readUrl(`http://${givenToken}:${address}`) : isMultiaddress ? readMultiaddress(address) : readUrl(address);
  if ('reason' in read) {
    return { ok: false, reason: read.reason };
  }
  const { url } = read;
  if (url.username !== '' || url.password !== '') {
    return { ok: false, reason: 'Remove the user name and password from the URL. Nodes use a token: TOKEN:URL.' };
  }
  // Lotus leaves a token in the query. Here the URL is shown, so the token must be removed from it.
  const queryToken = url.searchParams.get('token') ?? undefined;
  if (queryToken !== undefined) {
    url.searchParams.delete('token');
    warnings.push('The token was removed from the URL.');
  }
  url.hash = '';
  const path = url.pathname.replace(/\/+$/, '');
  const pathVersion = VERSION_PATH.exec(path)?.[1];
  const isV2 = pathVersion === 'v2' && kind === 'node';
  const writtenVersion = isV2 ? 'v1' : pathVersion;
  if (writtenVersion !== undefined && writtenVersion !== 'v0' && writtenVersion !== 'v1') {
    return { ok: false, reason: `/rpc/${writtenVersion} is not supported. Use /rpc/v1 or /rpc/v0.` };
  }
  if (isV2) {
    warnings.push('The URL is of the v2 API. Sextant also uses /rpc/v1 on the same host.');
  } else if (writtenVersion !== undefined) {
    warnings.push(
      `The URL already ends in /rpc/${writtenVersion}. The Lotus command line would append the path again and fail; Sextant does not.`,
    );
  }
  const apiVersion = writtenVersion ?? VERSION_OF[kind];
  url.pathname = writtenVersion === undefined ? `${path}/rpc/${apiVersion}` : path.replace(VERSION_PATH, `/rpc/${apiVersion}`);
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
  const isSocket = url.protocol === 'ws:' || url.protocol === 'wss:';
  const rest = url.href.slice(url.protocol.length);
  const httpUrl = `${isSecure ? 'https' : 'http'}:${rest}`;
  const v2Url = isV2 ? v2UrlOf(httpUrl) : undefined;
  const token = isBareHost || givenToken === undefined || givenToken === '' ? queryToken : givenToken;
  const hasToken = token !== undefined && token !== '';
  const doubt = token === undefined ? undefined : tokenDoubt(token);
  if (doubt !== undefined) {
    warnings.push(doubt);
  }
  return {
    ok: true,
    info: {
      httpUrl,
      host: url.host,
      apiVersion,
      ...(isSocket ? { wsUrl: `${isSecure ? 'wss' : 'ws'}:${rest}` } : {}),
      ...defined({ v2Url }),
      ...(hasToken ? { token } : {}),
      understoodAs: describe({
        kind,
        host: url.host,
        hasToken,
        isMultiaddress,
        isSocket,
        isAppended: writtenVersion === undefined,
        apiVersion,
      }),
      warnings,
    },
  };
}

interface EntryFacts {
  readonly kind: ApiKind;
  readonly host: string;
  readonly hasToken: boolean;
  readonly isMultiaddress: boolean;
  readonly isSocket: boolean;
  readonly isAppended: boolean;
  readonly apiVersion: string;
}

function describe({ kind, host, hasToken, isMultiaddress, isSocket, isAppended, apiVersion }: EntryFacts): string {
  const what = kind === 'node' ? 'A node' : 'A storage miner';
  const token = hasToken ? 'with a token' : 'without a token';
  const form = isMultiaddress ? 'a multiaddress' : 'a URL';
  const appended = isAppended ? `, with /rpc/${apiVersion} appended` : '';
  const derived = isSocket
    ? isMultiaddress
      ? ' HTTP and WebSocket URLs are derived from it.'
      : ' The HTTP URL is derived from the WebSocket URL.'
    : ' No WebSocket URL; enter one to get live updates.';
  return `${what} at ${host}, ${token}, from ${form}${appended}.${kind === 'node' ? derived : ''}`;
}

/** Splits at the first colon, unless it belongs to a URL scheme or the entry is a multiaddress. */
function splitToken(entry: string): { token?: string; address: string } {
  const cut = entry.indexOf(':');
  if (entry.startsWith('/') || cut === -1 || entry.startsWith('//', cut + 1)) {
    return { address: entry };
  }
  return { token: entry.slice(0, cut), address: entry.slice(cut + 1) };
}

/** Whether the entry is `host:1234`, which Lotus would read as token and address. A JWT is never taken for a host. */
function isHostAndPort(token: string, address: string): boolean {
  return /^\d{1,5}(\/\S*)?$/.test(address) && HOST_NAME.test(token) && !token.startsWith('eyJ');
}

function readUrl(text: string): { url: URL } | { reason: string } {
  const port = /^[a-z]+:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1];
  if (port !== undefined && Number(port) > 65_535) {
    return { reason: `Invalid port ${port.slice(0, 10)}: the maximum is 65535.` };
  }
  const url = URL.parse(text);
  if (url === null) {
    return { reason: 'Not a URL and not a multiaddress such as /ip4/127.0.0.1/tcp/1234/http.' };
  }
  return ['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol)
    ? { url }
    : { reason: `The scheme ${url.protocol.slice(0, 20)} is not supported. Use http, https, ws or wss.` };
}

const HOST_KINDS = new Set(['ip4', 'ip6', 'dns', 'dns4', 'dns6']);
const TRANSPORTS = new Set(['http', 'https', 'ws', 'wss', 'tls']);

/** As for Lotus, `/http` stands for WebSocket, and `/wss`, `/tls` or `/https` for secure WebSocket. */
function readMultiaddress(text: string): { url: URL } | { reason: string } {
  const [, kind = '', host = '', transport = '', port = '', ...rest] = text.replace(/\/+$/, '').split('/');
  if (!HOST_KINDS.has(kind)) {
    return { reason: 'The multiaddress must start with /ip4, /ip6, /dns, /dns4 or /dns6.' };
  }
  const isHostGood = kind === 'ip4' ? isIp4(host) : kind === 'ip6' ? URL.canParse(`http://[${host}]`) : HOST_NAME.test(host);
  if (!isHostGood) {
    return {
      reason: `Invalid ${kind === 'ip4' ? 'IPv4 address' : kind === 'ip6' ? 'IPv6 address' : 'host name'} after /${kind} in the multiaddress.`,
    };
  }
  if (transport !== 'tcp') {
    return { reason: 'The multiaddress has no /tcp/PORT after its host.' };
  }
  if (!/^\d{1,10}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    return { reason: 'Invalid port in the multiaddress. Use a number from 1 to 65535.' };
  }
  if (rest.includes('p2p') || rest.includes('ipfs')) {
    return { reason: 'This is a libp2p peer address. The API address is in the file “api” of the Lotus repo.' };
  }
  if (rest.some((part) => !TRANSPORTS.has(part))) {
    return { reason: 'The multiaddress must end in /http, /https, /ws, /wss or /tls.' };
  }
  const isSecure = rest.some((part) => part === 'wss' || part === 'tls' || part === 'https');
  const url = URL.parse(`${isSecure ? 'wss' : 'ws'}://${kind === 'ip6' ? `[${host}]` : host}:${port}`);
  return url === null ? { reason: 'The multiaddress has no valid host.' } : { url };
}

function isIp4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

export interface WritableApi {
  readonly httpUrl: string;
  readonly wsUrl?: string | undefined;
  readonly hasToken: boolean;
}

/**
 * Formats a connection as `lotus auth api-info` does, with `TOKEN` in place of the token. Prefers the WebSocket URL, which many Lotus
 * commands need.
 *
 * @returns undefined if the URL ends in neither /rpc/v0 nor /rpc/v1, because Lotus always appends one of them
 */
export function formatApiInfo({ httpUrl, wsUrl, hasToken }: WritableApi, kind: ApiKind): string | undefined {
  const url = URL.parse(wsUrl ?? httpUrl);
  const path = url?.pathname.replace(/\/+$/, '') ?? '';
  if (url === null || !VERSION_PATH.test(path)) {
    return undefined;
  }
  url.pathname = path.replace(VERSION_PATH, '');
  const address = url.pathname === '/' && url.search === '' ? url.href.slice(0, -1) : url.href;
  const value = `${hasToken ? 'TOKEN:' : ''}${address}`;
  // Quoted if the shell would interpret a character of the URL.
  return `${VARIABLE_OF[kind]}=${/^[\w:/.@%+\-[\]]+$/.test(value) ? value : `'${value.replaceAll("'", '%27')}'`}`;
}
