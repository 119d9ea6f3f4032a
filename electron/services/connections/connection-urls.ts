/**
 * What a user typed as addresses, checked, with tokens taken out of them.
 *
 * Refuses other schemes, user names and passwords in addresses, and fragments. Called before a draft is probed or saved.
 */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { ConnectionDraft } from '../../../shared/ipc/schemas/connections.ts';

type UrlField = 'httpUrl' | 'wsUrl' | 'minerUrl' | 'controlUrl';

const HTTP = ['http:', 'https:'];
const WEB_SOCKET = ['ws:', 'wss:'];

/**
 * The draft in the form in which it is used: empty addresses left out, a `?token=` moved into the token field.
 *
 * @throws SextantError `invalid-input` with a sentence for every bad field
 */
export function checkDraft(draft: ConnectionDraft): ConnectionDraft {
  const fields: Record<string, string> = {};
  const read = (field: UrlField, protocols: readonly string[]): { url: string | undefined; token: string | undefined } => {
    const text = draft[field]?.trim() ?? '';
    if (text === '') {
      return { url: undefined, token: undefined };
    }
    const result = readUrl(text, protocols);
    if (result.problem !== undefined) {
      fields[field] = result.problem;
    }
    return result;
  };
  const http = read('httpUrl', HTTP);
  const ws = read('wsUrl', WEB_SOCKET);
  const miner = read('minerUrl', HTTP);
  const control = read('controlUrl', HTTP);
  if (http.url === undefined && fields.httpUrl === undefined) {
    fields.httpUrl = 'Enter the address of the node, for example http://127.0.0.1:1234/rpc/v1.';
  }
  const token = checkToken(draft.token ?? http.token ?? ws.token, 'token', fields);
  const minerToken = checkToken(draft.minerToken ?? miner.token, 'minerToken', fields);
  if (http.url === undefined || Object.keys(fields).length > 0) {
    throw new SextantError('invalid-input', 'Some fields of this connection are not valid.', { details: { fields } });
  }
  const { name, apiVersion, namespace } = draft;
  return {
    name: name.trim(),
    apiVersion,
    namespace,
    httpUrl: http.url,
    ...(ws.url === undefined ? {} : { wsUrl: ws.url }),
    ...(miner.url === undefined ? {} : { minerUrl: miner.url }),
    ...(control.url === undefined ? {} : { controlUrl: control.url }),
    ...(token === undefined ? {} : { token }),
    ...(minerToken === undefined ? {} : { minerToken }),
  };
}

function readUrl(text: string, protocols: readonly string[]): { url: string | undefined; token: string | undefined; problem?: string } {
  const none = { url: undefined, token: undefined };
  const url = URL.parse(text);
  if (url === null) {
    return { ...none, problem: `This is not a complete address. It begins with ${protocols[0]}//` };
  }
  if (!protocols.includes(url.protocol)) {
    return { ...none, problem: `An address here begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}` };
  }
  if (url.username !== '' || url.password !== '') {
    return { ...none, problem: 'User names and passwords do not belong in the address; use the token field.' };
  }
  const token = url.searchParams.get('token') ?? undefined;
  url.searchParams.delete('token');
  url.hash = '';
  return { url: url.href, token };
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
