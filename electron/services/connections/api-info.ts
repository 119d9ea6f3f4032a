/**
 * Reads and writes what FULLNODE_API_INFO and MINER_API_INFO hold, as the Lotus command line does (cli/util/apiinfo.go).
 *
 * Trusts nothing: what does not give a valid address is an error that names the reason and not the value, since the value may be a
 * token. The token is handed on apart from the addresses; whoever shows a result decides about it. Contacts nobody.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { API_INFO_ASSIGNMENT } from '../../../shared/rpc/api-info-text.ts';
import { isTokenText, tokenDoubt } from '../../../shared/rpc/token-text.ts';
import { v2AddressOf } from '../../../shared/rpc/v2-address.ts';

export interface ApiInfo {
  readonly token?: string;
  readonly httpUrl: string;
  /** Absent for an entry that is an HTTP address: such endpoints need not answer WebSocket. */
  readonly wsUrl?: string;
  /** The entry named the v2 API: v1, which the other addresses lead to, is served beside it. */
  readonly v2Url?: string;
  readonly apiVersion: 'v0' | 'v1';
  /** Host and port, to be shown. */
  readonly host: string;
  /** One sentence: which part was taken for what. */
  readonly understoodAs: string;
  /** What the command line would do otherwise, or what looks like a mistake. */
  readonly warnings: readonly string[];
}

export type ApiInfoResult = { readonly ok: true; readonly info: ApiInfo } | { readonly ok: false; readonly reason: string };

/** The API that a text is read for; Lotus asks a node for v1 and a storage miner for v0. */
export type ApiKind = 'node' | 'miner';

const VERSION_OF: Readonly<Record<ApiKind, 'v0' | 'v1'>> = { node: 'v1', miner: 'v0' };
const VARIABLE_OF: Readonly<Record<ApiKind, string>> = { node: 'FULLNODE_API_INFO', miner: 'MINER_API_INFO' };
const WHOLE_ENTRY: Readonly<Record<ApiKind, string>> = {
  node: 'Paste all of what lotus auth api-info prints, or begin by hand and put it into the token field.',
  miner: 'Paste all of what lotus-miner auth api-info prints, or begin by hand and put it into the token field.',
};
/** More entries than anybody has nodes. */
const MAX_ENTRIES = 50;
const VERSION_PATH = /\/rpc\/(v\d)$/;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const PLAIN_WORDS = { node: 'a node', miner: 'a storage miner' } as const;

interface Entry {
  readonly text: string;
  readonly warnings: readonly string[];
}

/** Every entry of a text: lines, which may set a variable of a shell, each with a comma-separated list. */
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
      return [{ ok: false, reason: `${variable.slice(0, 40)} does not describe ${PLAIN_WORDS[kind]}: ${VARIABLE_OF[kind]} does.` }];
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
    return { ok: false, reason: 'A colon is missing between the token and the address: TOKEN:/ip4/127.0.0.1/tcp/1234/http.' };
  }
  if (isTokenText(givenToken === undefined ? address : address === '' ? givenToken : '')) {
    return { ok: false, reason: `This is a token without an address. ${WHOLE_ENTRY[kind]}` };
  }
  if (givenToken !== undefined && !/^[\x21-\x7e]*$/.test(givenToken)) {
    return { ok: false, reason: 'The token has spaces or special characters in it.' };
  }
  const warnings = [...entry.warnings];
  const isBareHost = givenToken !== undefined && isHostAndPort(givenToken, address);
  if (isBareHost) {
    warnings.push(
      `The Lotus command line would take “${givenToken}” for a token and “${address}” for an address, and fail. Write http://${givenToken}:${address} for it.`,
    );
  }
  const isMultiaddress = address.startsWith('/');
  const read = isBareHost ? readUrl(`http://${givenToken}:${address}`) : isMultiaddress ? readMultiaddress(address) : readUrl(address);
  if ('reason' in read) {
    return { ok: false, reason: read.reason };
  }
  const { url } = read;
  if (url.username !== '' || url.password !== '') {
    return { ok: false, reason: 'The address has a user name or password in it. Nodes take a token instead: put it before the address.' };
  }
  // The command line keeps a token in the query; here it must not become part of an address that is shown.
  const queryToken = url.searchParams.get('token') ?? undefined;
  if (queryToken !== undefined) {
    url.searchParams.delete('token');
    warnings.push('The token was taken out of the address.');
  }
  url.hash = '';
  const path = url.pathname.replace(/\/+$/, '');
  const pathVersion = VERSION_PATH.exec(path)?.[1];
  const isV2 = pathVersion === 'v2' && kind === 'node';
  const writtenVersion = isV2 ? 'v1' : pathVersion;
  if (writtenVersion !== undefined && writtenVersion !== 'v0' && writtenVersion !== 'v1') {
    return { ok: false, reason: `The address ends in /rpc/${writtenVersion}, which Sextant does not speak. Use /rpc/v1 or /rpc/v0.` };
  }
  if (isV2) {
    warnings.push('The address ends in /rpc/v2. Sextant uses v2 beside v1: /rpc/v1 on the same host is used for everything else.');
  } else if (writtenVersion !== undefined) {
    warnings.push(
      `The address already ends in /rpc/${writtenVersion}: the Lotus command line would append its own again and fail. Here it is used as it is.`,
    );
  }
  const apiVersion = writtenVersion ?? VERSION_OF[kind];
  url.pathname = writtenVersion === undefined ? `${path}/rpc/${apiVersion}` : path.replace(VERSION_PATH, `/rpc/${apiVersion}`);
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
  const isSocket = url.protocol === 'ws:' || url.protocol === 'wss:';
  const rest = url.href.slice(url.protocol.length);
  const httpUrl = `${isSecure ? 'https' : 'http'}:${rest}`;
  const v2Url = isV2 ? v2AddressOf(httpUrl) : undefined;
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
      understoodAs: understood({
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

interface Understood {
  readonly kind: ApiKind;
  readonly host: string;
  readonly hasToken: boolean;
  readonly isMultiaddress: boolean;
  readonly isSocket: boolean;
  readonly isAppended: boolean;
  readonly apiVersion: string;
}

function understood({ kind, host, hasToken, isMultiaddress, isSocket, isAppended, apiVersion }: Understood): string {
  const what = kind === 'node' ? 'A node' : 'A storage miner';
  const token = hasToken ? 'with a token' : 'without a token';
  const form = isMultiaddress ? 'a multiaddress' : 'a URL';
  const appended = isAppended ? `, with /rpc/${apiVersion} appended as Lotus does` : '';
  const derived = isSocket
    ? isMultiaddress
      ? ' Both the HTTP and the WebSocket address follow from it.'
      : ' The HTTP address was derived from the WebSocket one.'
    : ' It names no WebSocket address, so none is used unless you enter one.';
  return `${what} at ${host}, ${token}, from ${form}${appended}.${kind === 'node' ? derived : ''}`;
}

/** Cuts at the first colon unless an address begins there: `//` follows it, or the entry is a multiaddress. */
function splitToken(entry: string): { token?: string; address: string } {
  const cut = entry.indexOf(':');
  if (entry.startsWith('/') || cut === -1 || entry.startsWith('//', cut + 1)) {
    return { address: entry };
  }
  return { token: entry.slice(0, cut), address: entry.slice(cut + 1) };
}

/** `host:1234`: what everybody but Lotus would take for a host and a port. A token is not shown as a host. */
function isHostAndPort(token: string, address: string): boolean {
  return /^\d{1,5}(\/\S*)?$/.test(address) && HOST_NAME.test(token) && !token.startsWith('eyJ');
}

function readUrl(text: string): { url: URL } | { reason: string } {
  const port = /^[a-z]+:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1];
  if (port !== undefined && Number(port) > 65_535) {
    return { reason: `Port ${port.slice(0, 10)} does not exist: ports end at 65535.` };
  }
  const url = URL.parse(text);
  if (url === null) {
    return { reason: 'The address is neither a URL nor a multiaddress such as /ip4/127.0.0.1/tcp/1234/http.' };
  }
  return ['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol)
    ? { url }
    : { reason: `Addresses that begin with ${url.protocol.slice(0, 20)} are not supported.` };
}

const HOST_KINDS = new Set(['ip4', 'ip6', 'dns', 'dns4', 'dns6']);
const TRANSPORTS = new Set(['http', 'https', 'ws', 'wss', 'tls']);

/** `/http` means WebSocket to the command line, and `/wss`, `/tls` or `/https` a secure one. */
function readMultiaddress(text: string): { url: URL } | { reason: string } {
  const [, kind = '', host = '', transport = '', port = '', ...rest] = text.replace(/\/+$/, '').split('/');
  if (!HOST_KINDS.has(kind)) {
    return { reason: 'The multiaddress begins with none of /ip4, /ip6, /dns, /dns4 and /dns6.' };
  }
  const isHostGood = kind === 'ip4' ? isIp4(host) : kind === 'ip6' ? URL.canParse(`http://[${host}]`) : HOST_NAME.test(host);
  if (!isHostGood) {
    return {
      reason: `What follows /${kind} in the multiaddress is not ${kind === 'ip4' ? 'an IPv4 address' : kind === 'ip6' ? 'an IPv6 address' : 'the name of a host'}.`,
    };
  }
  if (transport !== 'tcp') {
    return { reason: 'The multiaddress has no /tcp/port after its host. The API of a node is reached over TCP.' };
  }
  if (!/^\d{1,10}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    return { reason: 'The multiaddress has no valid port: ports are numbers from 1 to 65535.' };
  }
  if (rest.includes('p2p') || rest.includes('ipfs')) {
    return { reason: 'This is the address of a peer, for libp2p. The API has another port: it is in the file “api” of the repo.' };
  }
  if (rest.some((part) => !TRANSPORTS.has(part))) {
    return { reason: 'The multiaddress ends in something other than /http, /https, /ws, /wss or /tls.' };
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
 * A line such as `lotus auth api-info` prints. The WebSocket address is taken where there is one, since many commands of Lotus need
 * it; `TOKEN` stands for the token.
 *
 * @returns undefined where the address does not end in /rpc/v0 or /rpc/v1: Lotus always appends one of them, and would ask elsewhere
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
  // Quoted where a shell would take a character of the address for its own.
  return `${VARIABLE_OF[kind]}=${/^[\w:/.@%+\-[\]]+$/.test(value) ? value : `'${value.replaceAll("'", '%27')}'`}`;
}
