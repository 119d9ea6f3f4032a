/**
 * The headers every document and every file of a document is sent with, on the web host and on Electron's own schemes.
 *
 * Scripts come from the document's own origin and from files, never from text; styles may be inline, because the component
 * library writes style elements; nothing is framed, nothing is posted, nothing is fetched but from where it came.
 */

export interface DocumentPolicyOptions {
  /** What the document may connect to besides its own origin, as sources of the policy. */
  readonly connectSources: readonly string[];
}

export function documentHeaders(options: DocumentPolicyOptions): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", ...options.connectSources].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=()',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}
