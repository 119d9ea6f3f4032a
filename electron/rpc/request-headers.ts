/** Token and custom headers of a call, as sent and as recorded. */
import type { CustomHeaders } from '../../shared/rpc/custom-headers.ts';
import { MASK } from '../../shared/text/mask.ts';

export interface Credentials {
  readonly token?: string | undefined;
  /** The values are secrets. */
  readonly headers?: CustomHeaders | undefined;
}

export function credentialHeaders({ token, headers }: Credentials): Record<string, string> {
  return { ...headers, ...(token === undefined || token === '' ? {} : { Authorization: `Bearer ${token}` }) };
}

/** Whether a token is sent; undefined if a custom header or the URL's query may contain one. */
export function sendsToken({ token, headers = {} }: Credentials, url: string): boolean | undefined {
  if (token !== undefined && token !== '') return true;
  return Object.keys(headers).length > 0 || (URL.parse(url)?.search ?? '') !== '' ? undefined : false;
}

/** The headers for the tap, which masks Authorization; custom values are masked here, since they can look like any text. */
export function recordedCredentials({ token, headers = {} }: Credentials): Record<string, string> {
  return credentialHeaders({ token, headers: Object.fromEntries(Object.keys(headers).map((name) => [name, MASK])) });
}
