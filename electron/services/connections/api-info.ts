/**
 * Reads FULLNODE_API_INFO and MINER_API_INFO as the Lotus command line does (protocol: 12).
 *
 * Trusts nothing: what does not give a valid address is an error that names the reason and not the value, since the value may be a
 * token. The token is handed on apart from the addresses and never shown.
 */

export interface ApiInfo {
  readonly token?: string;
  readonly httpUrl: string;
  /** Absent for an entry that is an HTTP address: such endpoints need not answer WebSocket. */
  readonly wsUrl?: string;
  /** Host and port, to be shown. */
  readonly host: string;
}

export type ApiInfoResult = { readonly ok: true; readonly info: ApiInfo } | { readonly ok: false; readonly reason: string };

const VERSION_PATH = /\/rpc\/v\d$/;
const HOST_PARTS = new Set(['ip4', 'ip6', 'dns', 'dns4', 'dns6']);

/**
 * Every entry of the variable's comma-separated list.
 *
 * @param version the path segment that is appended where the address has none
 */
export function parseApiInfo(text: string, version: 'v0' | 'v1'): ApiInfoResult[] {
  return text
    .split(',')
    .map((entry) => entry.trim().replace(/^(['"])(.*)\1$/, '$2'))
    .filter((entry) => entry !== '')
    .map((entry) => parseEntry(entry, version));
}

function parseEntry(entry: string, version: string): ApiInfoResult {
  const { token, address } = splitToken(entry);
  if (token !== undefined && /[\s\p{Cc}]/u.test(token)) {
    return { ok: false, reason: 'The token has spaces in it.' };
  }
  const url = address.startsWith('/') ? urlOfMultiaddress(address) : URL.parse(address);
  if (url === undefined || url === null) {
    return { ok: false, reason: 'The address is neither a URL nor a multiaddress such as /ip4/127.0.0.1/tcp/1234/http.' };
  }
  if (!['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol)) {
    return { ok: false, reason: `Addresses with ${url.protocol} are not supported.` };
  }
  // The command line keeps a token in the query; here it must not become part of an address that is shown.
  const queryToken = url.searchParams.get('token') ?? undefined;
  url.searchParams.delete('token');
  url.username = '';
  url.password = '';
  url.hash = '';
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = VERSION_PATH.test(path) ? path : `${path}/rpc/${version}`;
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
  const isSocket = url.protocol === 'ws:' || url.protocol === 'wss:';
  const rest = url.href.slice(url.protocol.length);
  const usedToken = token ?? queryToken;
  return {
    ok: true,
    info: {
      httpUrl: `${isSecure ? 'https' : 'http'}:${rest}`,
      host: url.host,
      ...(isSocket ? { wsUrl: `${isSecure ? 'wss' : 'ws'}:${rest}` } : {}),
      ...(usedToken === undefined || usedToken === '' ? {} : { token: usedToken }),
    },
  };
}

/** Cuts at the first colon unless an address begins there: `//` follows it, or the entry is a multiaddress. */
function splitToken(entry: string): { token?: string; address: string } {
  const cut = entry.indexOf(':');
  if (entry.startsWith('/') || cut === -1 || entry.startsWith('//', cut + 1)) {
    return { address: entry };
  }
  return { token: entry.slice(0, cut), address: entry.slice(cut + 1) };
}

/** `/http` means WebSocket to the command line, and `/wss`, `/tls` or `/https` a secure one. */
function urlOfMultiaddress(text: string): URL | undefined {
  const [, kind = '', host = '', transport, port = '', ...rest] = text.split('/');
  if (!HOST_PARTS.has(kind) || host === '' || transport !== 'tcp' || !/^\d{1,5}$/.test(port)) {
    return undefined;
  }
  const isSecure = rest.some((part) => part === 'wss' || part === 'tls' || part === 'https');
  return URL.parse(`${isSecure ? 'wss' : 'ws'}://${kind === 'ip6' ? `[${host}]` : host}:${port}`) ?? undefined;
}
