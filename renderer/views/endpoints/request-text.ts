/** A request for a custom endpoint as text, for providers without a request API. */

export interface EndpointWishFields {
  readonly network: string;
  readonly permissions: readonly string[];
  readonly requestsPerMinute: string;
  readonly purpose: string;
  readonly contact: string;
}

/** Validation errors by field. */
export function wishErrors({ permissions, requestsPerMinute, contact }: EndpointWishFields): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  const rate = /^\d{1,7}$/.test(requestsPerMinute.trim()) ? Number(requestsPerMinute) : 0;
  if (rate < 1 || rate > 1_000_000) errors.requestsPerMinute = 'A whole number from 1 to 1,000,000.';
  if (permissions.length === 0) errors.permissions = 'Select at least one permission.';
  if (contact.trim() === '') errors.contact = 'Required.';
  return errors;
}

export function requestText({ network, permissions, requestsPerMinute, purpose, contact }: EndpointWishFields): string {
  return [
    'I would like to request a custom endpoint.',
    '',
    `Network: ${network}`,
    `Permissions: ${permissions.join(', ')}`,
    `Expected usage: ${requestsPerMinute.trim()} requests per minute`,
    ...(purpose.trim() === '' ? [] : [`Purpose: ${purpose.trim()}`]),
    `Contact: ${contact.trim()}`,
    '',
    'Please send the endpoint as <token>:<URL>, for example eyJhbGciOi…:https://node.example/rpc/v1.',
    '',
  ].join('\n');
}
