/**
 * Validates the URLs of an endpoint draft and moves tokens out of them.
 *
 * Rejects other schemes, user names and passwords; drops fragments. Called before a draft is probed or saved.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { ConnectionDraft } from '../../../shared/ipc/schemas/connections.ts';
import { isApiInfoText } from '../../../shared/rpc/api-info-text.ts';
import { readCustomHeaders } from '../../../shared/rpc/custom-headers.ts';
import { isExposedUrl } from '../../../shared/rpc/exposed-url.ts';
import { v1UrlOf } from '../../../shared/rpc/version-url.ts';
import { parseApiInfo } from './api-info.ts';

type UrlField = 'httpUrl' | 'wsUrl' | 'v2Url' | 'minerUrl' | 'controlUrl' | 'dealsDataUrl' | 'cidCheckerUrl';

interface ParsedUrl {
  readonly url?: string;
  /** From API info that contains a WebSocket URL. */
  readonly wsUrl?: string;
  readonly v2Url?: string;
  readonly token?: string;
  readonly problem?: string;
}

const HTTP = ['http:', 'https:'];
/** For public services, which are also opened in a browser; external links allow only https. */
const HTTPS = ['https:'];
const WEB_SOCKET = ['ws:', 'wss:'];

/** Plain HTTP is accepted only on this machine, as for the practice service. */
function publicSchemes(url = ''): readonly string[] {
  return isExposedUrl(url) ? HTTPS : HTTP;
}

/**
 * The normalised draft: empty URLs removed, a `?token=` moved into the token field, and a multiaddress or `TOKEN:ADDRESS` of a node
 * or miner parsed as the Lotus command line does.
 *
 * @throws SextantError `invalid-input` with a sentence for every invalid field
 */
export function checkDraft(draft: ConnectionDraft): ConnectionDraft {
  const fields: Record<string, string> = {};
  const read = (field: UrlField, protocols: readonly string[]): ParsedUrl => {
    const text = draft[field]?.trim() ?? '';
    if (text === '') {
      return {};
    }
    const result =
      (field === 'httpUrl' || field === 'minerUrl') && isApiInfoText(text)
        ? readApiInfoField(text, field === 'httpUrl' ? 'node' : 'miner')
        : readUrl(text, protocols);
    if (result.problem !== undefined) {
      fields[field] = result.problem;
    }
    return result;
  };
  const http = withV1Url(read('httpUrl', HTTP));
  const ws = read('wsUrl', WEB_SOCKET);
  const v2 = read('v2Url', HTTP);
  const v2Url = v2.url ?? http.v2Url;
  const miner = read('minerUrl', HTTP);
  const control = read('controlUrl', HTTP);
  const dealsData = read('dealsDataUrl', publicSchemes(draft.dealsDataUrl));
  const cidChecker = read('cidCheckerUrl', publicSchemes(draft.cidCheckerUrl));
  if (http.url === undefined && fields.httpUrl === undefined) {
    fields.httpUrl = 'Enter the URL of the node, for example http://127.0.0.1:1234/rpc/v1.';
  }
  for (const [field, parsed] of [
    ['dealsDataUrl', dealsData],
    ['cidCheckerUrl', cidChecker],
  ] as const) {
    if (parsed.token !== undefined) {
      fields[field] = 'This URL contains a token, which would be stored unsealed. Remove the token.';
    }
  }
  const writtenVersion = /\/rpc\/(v\d)\/*$/.exec(http.url === undefined ? '' : new URL(http.url).pathname)?.[1];
  if (writtenVersion !== undefined && writtenVersion !== draft.apiVersion) {
    fields.apiVersion = `The URL ends in /rpc/${writtenVersion}, but API version ${draft.apiVersion} is selected. Make both the same.`;
  }
  const known = tokenTargets([http.url]);
  if (v2Url !== undefined && http.url !== undefined && [...tokenTargets([v2Url])].some((target) => !known.has(target))) {
    fields.v2Url = 'The v2 URL must have the host, port and scheme of the HTTP URL: the token is sent to one host only.';
  }
  const token = checkToken(draft.token ?? http.token ?? ws.token ?? v2.token, 'token', fields);
  const minerToken = checkToken(draft.minerToken ?? miner.token, 'minerToken', fields);
  const headers = draft.headers?.trim();
  const readHeaders = readCustomHeaders(headers ?? '');
  if ('problem' in readHeaders) {
    fields.headers = readHeaders.problem;
  }
  if (http.url === undefined || Object.keys(fields).length > 0) {
    throw new SextantError('invalid-input', 'Some fields are invalid.', { details: { fields } });
  }
  const { name, apiVersion, namespace, preset } = draft;
  const wsUrl = ws.url ?? http.wsUrl;
  const network = draft.network?.trim() ?? '';
  return {
    name: name.trim(),
    apiVersion,
    namespace,
    httpUrl: http.url,
    ...(wsUrl === undefined ? {} : { wsUrl: v1UrlOf(wsUrl) ?? wsUrl }),
    ...(v2Url === undefined ? {} : { v2Url }),
    ...(miner.url === undefined ? {} : { minerUrl: miner.url }),
    ...(control.url === undefined ? {} : { controlUrl: control.url }),
    ...(dealsData.url === undefined ? {} : { dealsDataUrl: dealsData.url }),
    // Keep the {cid} placeholder unescaped.
    ...(cidChecker.url === undefined ? {} : { cidCheckerUrl: cidChecker.url.replaceAll('%7Bcid%7D', '{cid}') }),
    ...(network === '' ? {} : { network }),
    ...(preset === undefined || preset === '' ? {} : { preset }),
    ...defined({ token, minerToken, headers }),
  };
}

/** For a v2 URL in the HTTP field: the v1 URL on the same host, and the v2 URL in its own field. */
function withV1Url(parsed: ParsedUrl): ParsedUrl {
  const v1 = parsed.url === undefined ? undefined : v1UrlOf(parsed.url);
  return parsed.url === undefined || v1 === undefined ? parsed : { ...parsed, url: v1, v2Url: parsed.url };
}

function readApiInfoField(text: string, kind: 'node' | 'miner'): ParsedUrl {
  const [result, ...more] = parseApiInfo(text, kind);
  if (more.length > 0) {
    return { problem: 'Several entries. Add each as its own endpoint.' };
  }
  if (result === undefined || !result.ok) {
    return { problem: result?.reason ?? 'The text contains no URL.' };
  }
  const { httpUrl, wsUrl, v2Url, token } = result.info;
  return {
    url: httpUrl,
    ...defined({ wsUrl, v2Url, token }),
  };
}

function readUrl(text: string, protocols: readonly string[]): ParsedUrl {
  const port = /^[a-z]+:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1];
  if (port !== undefined && Number(port) > 65_535) {
    return { problem: `Invalid port ${port.slice(0, 10)}: the maximum is 65535.` };
  }
  const isHostAlone = /^[a-z0-9.-]+(:\d{1,5})?(\/\S*)?$/i.test(text) && !/^[a-z]+:\/\//i.test(text);
  if (isHostAlone) {
    return { problem: `Missing scheme. Enter ${protocols[0]}//${text.slice(0, 200)}` };
  }
  const url = URL.parse(text);
  if (url === null) {
    return { problem: `Not a complete URL. Start with ${protocols[0]}//` };
  }
  if (!protocols.includes(url.protocol)) {
    return { problem: `The URL must start with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}` };
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: 'Remove the user name and password from the URL. Use the Token field.' };
  }
  const token = url.searchParams.get('token') ?? undefined;
  if (token !== undefined) {
    // Only here: deleting re-encodes the whole query.
    url.searchParams.delete('token');
  }
  url.hash = '';
  return { url: url.href, ...defined({ token }) };
}

function checkToken(token: string | undefined, field: string, fields: Record<string, string>): string | undefined {
  const text = token?.trim().replace(/^Bearer\s+/i, '');
  // The token becomes a header value, so it must not contain a line break.
  if (text !== undefined && !/^[\x21-\x7e]*$/.test(text)) {
    fields[field] = 'A token cannot contain spaces or special characters.';
  }
  return text;
}

/** The hosts and ports that a token is sent to, each marked as secure or plain. */
export function tokenTargets(urls: readonly (string | undefined)[]): Set<string> {
  const targets = urls.flatMap((text) => {
    const url = text === undefined ? undefined : URL.parse(text);
    if (url === undefined || url === null) {
      return [];
    }
    const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
    const port = url.port === '' ? (isSecure ? '443' : '80') : url.port;
    return [`${isSecure ? 'secure' : 'plain'} ${url.hostname}:${port}`];
  });
  return new Set(targets);
}
