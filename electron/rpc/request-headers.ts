/** What authenticates a call: the token and the headers that were typed for its endpoint, as they are sent and as they are recorded. */
import type { CustomHeaders } from '../../shared/rpc/custom-headers.ts';
import { MASK } from '../../shared/text/mask.ts';

export interface Credentials {
  readonly token?: string | undefined;
  /** Their values are secrets. */
  readonly headers?: CustomHeaders | undefined;
}

export function credentialHeaders({ token, headers }: Credentials): Record<string, string> {
  return { ...headers, ...(token === undefined || token === '' ? {} : { Authorization: `Bearer ${token}` }) };
}

/** Whether a token goes along; undefined where a typed header or the query of the URL may be one. */
export function sendsToken({ token, headers = {} }: Credentials, url: string): boolean | undefined {
  if (token !== undefined && token !== '') return true;
  return Object.keys(headers).length > 0 || (URL.parse(url)?.search ?? '') !== '' ? undefined : false;
}

/** The headers for the tap, which masks Authorization itself; a value that was typed can look like any text. */
export function recordedCredentials({ token, headers = {} }: Credentials): Record<string, string> {
  return credentialHeaders({ token, headers: Object.fromEntries(Object.keys(headers).map((name) => [name, MASK])) });
}
