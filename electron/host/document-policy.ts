/**
 * HTTP headers of all documents and their files, on the web host and on Electron's schemes.
 *
 * Scripts load only from files of the document's origin. Inline styles are allowed, because the component library inserts style
 * elements. Framing, form posts and requests to other origins are blocked.
 */

export interface DocumentPolicyOptions {
  /** CSP sources that the document may connect to, besides its own origin. */
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
