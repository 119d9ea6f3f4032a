/**
 * What a user typed as addresses, checked, with tokens taken out of them.
 *
 * Refuses other schemes, user names and passwords in addresses, and fragments. Called before a draft is probed or saved.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { ConnectionDraft } from '../../../shared/ipc/schemas/connections.ts';
import { isApiInfoText } from '../../../shared/rpc/api-info-text.ts';
import { readCustomHeaders } from '../../../shared/rpc/custom-headers.ts';
import { isExposedAddress } from '../../../shared/rpc/exposed-address.ts';
import { v1AddressOf } from '../../../shared/rpc/v2-address.ts';
import { parseApiInfo } from './api-info.ts';

type UrlField = 'httpUrl' | 'wsUrl' | 'v2Url' | 'minerUrl' | 'controlUrl' | 'dealsDataUrl' | 'cidCheckerUrl';

interface ReadAddress {
  readonly url?: string;
  /** The WebSocket address that an API info gave beside the HTTP one. */
  readonly wsUrl?: string;
  readonly v2Url?: string;
  readonly token?: string;
  readonly problem?: string;
}

const HTTP = ['http:', 'https:'];
/** Of public services: they are opened in a browser too, whose gate takes nothing else. */
const HTTPS = ['https:'];
const WEB_SOCKET = ['ws:', 'wss:'];

/** Plain HTTP stays on this machine, as with the practice service. */
function publicSchemes(address = ''): readonly string[] {
  return isExposedAddress(address) ? HTTPS : HTTP;
}

/**
 * The draft in the form in which it is used: empty addresses left out, a `?token=` moved into the token field, a multiaddress or
 * `TOKEN:ADDRESS` in the field of a node or miner read as the Lotus command line does.
 *
 * @throws SextantError `invalid-input` with a sentence for every bad field
 */
export function checkDraft(draft: ConnectionDraft): ConnectionDraft {
  const fields: Record<string, string> = {};
  const read = (field: UrlField, protocols: readonly string[]): ReadAddress => {
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
  const http = besideV2(read('httpUrl', HTTP));
  const ws = read('wsUrl', WEB_SOCKET);
  const v2 = read('v2Url', HTTP);
  const v2Url = v2.url ?? http.v2Url;
  const miner = read('minerUrl', HTTP);
  const control = read('controlUrl', HTTP);
  const dealsData = read('dealsDataUrl', publicSchemes(draft.dealsDataUrl));
  const cidChecker = read('cidCheckerUrl', publicSchemes(draft.cidCheckerUrl));
  if (http.url === undefined && fields.httpUrl === undefined) {
    fields.httpUrl = 'Enter the address of the node, for example http://127.0.0.1:1234/rpc/v1.';
  }
  for (const [field, address] of [
    ['dealsDataUrl', dealsData],
    ['cidCheckerUrl', cidChecker],
  ] as const) {
    if (address.token !== undefined) {
      fields[field] = 'There is a token in this address. It would be kept readable, so it is not taken.';
    }
  }
  const writtenVersion = /\/rpc\/(v\d)\/*$/.exec(http.url === undefined ? '' : new URL(http.url).pathname)?.[1];
  if (writtenVersion !== undefined && writtenVersion !== draft.apiVersion) {
    fields.apiVersion = `The address ends in /rpc/${writtenVersion}, but version ${draft.apiVersion} is chosen. The version decides the form of parameters: make both the same.`;
  }
  const known = tokenTargets([http.url]);
  if (v2Url !== undefined && http.url !== undefined && [...tokenTargets([v2Url])].some((target) => !known.has(target))) {
    fields.v2Url =
      'The v2 URL leads to another host, port or scheme than the HTTP address. The token goes to one host only: add a connection for the other one.';
  }
  const token = checkToken(draft.token ?? http.token ?? ws.token ?? v2.token, 'token', fields);
  const minerToken = checkToken(draft.minerToken ?? miner.token, 'minerToken', fields);
  const headers = draft.headers?.trim();
  const readHeaders = readCustomHeaders(headers ?? '');
  if ('problem' in readHeaders) {
    fields.headers = readHeaders.problem;
  }
  if (http.url === undefined || Object.keys(fields).length > 0) {
    throw new SextantError('invalid-input', 'Some fields of this connection are not valid.', { details: { fields } });
  }
  const { name, apiVersion, namespace, preset } = draft;
  const wsUrl = ws.url ?? http.wsUrl;
  const network = draft.network?.trim() ?? '';
  return {
    name: name.trim(),
    apiVersion,
    namespace,
    httpUrl: http.url,
    ...(wsUrl === undefined ? {} : { wsUrl: v1AddressOf(wsUrl) ?? wsUrl }),
    ...(v2Url === undefined ? {} : { v2Url }),
    ...(miner.url === undefined ? {} : { minerUrl: miner.url }),
    ...(control.url === undefined ? {} : { controlUrl: control.url }),
    ...(dealsData.url === undefined ? {} : { dealsDataUrl: dealsData.url }),
    // Where the CID goes stays readable.
    ...(cidChecker.url === undefined ? {} : { cidCheckerUrl: cidChecker.url.replaceAll('%7Bcid%7D', '{cid}') }),
    ...(network === '' ? {} : { network }),
    ...(preset === undefined || preset === '' ? {} : { preset }),
    ...defined({ token, minerToken, headers }),
  };
}

/** A v2 URL where v1 belongs: v1 is served beside it. */
function besideV2(address: ReadAddress): ReadAddress {
  const v1 = address.url === undefined ? undefined : v1AddressOf(address.url);
  return address.url === undefined || v1 === undefined ? address : { ...address, url: v1, v2Url: address.url };
}

function readApiInfoField(text: string, kind: 'node' | 'miner'): ReadAddress {
  const [result, ...more] = parseApiInfo(text, kind);
  if (more.length > 0) {
    return { problem: 'These are several addresses. Enter one; each is a connection of its own.' };
  }
  if (result === undefined || !result.ok) {
    return { problem: result?.reason ?? 'There is no address in this text.' };
  }
  const { httpUrl, wsUrl, v2Url, token } = result.info;
  return {
    url: httpUrl,
    ...defined({ wsUrl, v2Url, token }),
  };
}

function readUrl(text: string, protocols: readonly string[]): ReadAddress {
  const port = /^[a-z]+:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1];
  if (port !== undefined && Number(port) > 65_535) {
    return { problem: `Port ${port.slice(0, 10)} does not exist: ports end at 65535.` };
  }
  const isHostAlone = /^[a-z0-9.-]+(:\d{1,5})?(\/\S*)?$/i.test(text) && !/^[a-z]+:\/\//i.test(text);
  if (isHostAlone) {
    return { problem: `This has a host but no scheme. Write ${protocols[0]}//${text.slice(0, 200)}` };
  }
  const url = URL.parse(text);
  if (url === null) {
    return { problem: `This is not a complete address. It begins with ${protocols[0]}//` };
  }
  if (!protocols.includes(url.protocol)) {
    return { problem: `An address here begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}` };
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: 'User names and passwords do not belong in the address; use the token field.' };
  }
  const token = url.searchParams.get('token') ?? undefined;
  if (token !== undefined) {
    // Deleting writes the whole query anew, which is otherwise used as it was typed.
    url.searchParams.delete('token');
  }
  url.hash = '';
  return { url: url.href, ...defined({ token }) };
}

function checkToken(token: string | undefined, field: string, fields: Record<string, string>): string | undefined {
  const text = token?.trim().replace(/^Bearer\s+/i, '');
  // It becomes a header: nothing that could end one.
  if (text !== undefined && !/^[\x21-\x7e]*$/.test(text)) {
    fields[field] = 'A token has no spaces or special characters in it.';
  }
  return text;
}

/** The places that a token is sent to: hosts with their ports, secure ones apart. */
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
