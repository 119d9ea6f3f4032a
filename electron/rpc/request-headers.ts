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

/** The same for the tap, which masks Authorization itself; a value that was typed can look like any text. */
export function recordedCredentials({ token, headers = {} }: Credentials): Record<string, string> {
  return credentialHeaders({ token, headers: Object.fromEntries(Object.keys(headers).map((name) => [name, MASK])) });
}
