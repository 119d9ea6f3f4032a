/**
 * Masks secrets in a call before it is recorded.
 *
 * Always tokens and Authorization headers; signature bytes in messages that are pushed, signed or exported; imported and exported keys, and
 * tokens that are created or verified, as a whole. The rest may be copied into a ticket. Bodies may be anything, even truncated or not JSON.
 * Called by the call recorder, the body worker and the readers of recordings from files.
 */
import { MASK } from '../../../shared/text/mask.ts';
import { isSecretName, redactText } from '../../platform/redact.ts';

/** The kind of a body, as far as masking needs it. */
export interface BodyMasking {
  readonly side: 'request' | 'response';
  /** Method name, with or without prefix; all names for a batch. */
  readonly method: string;
}

/** Requests that contain a signature or a key. */
const SENSITIVE_REQUEST = /push|sendraw|walletsign|walletverify|sign/i;
/** Requests whose parameters are secret as a whole. */
const SECRET_PARAMS = /\b(?:WalletImport|AuthVerify|personal_\w+)\b/i;
/** Answers that are secret, or a signature, as a whole. */
const SECRET_RESULT =
  /\b(?:WalletExport|WalletSign|WalletSignMessage|AuthNew|MpoolPushMessage|MpoolBatchPushMessage|CreateBackup|eth_sign\w*|personal_sign)\b/i;
/** Go accepts field names in any case. A signature that is itself a parameter has no field name. */
const SIGNATURE_DATA = /("(?:Signature"\s*:\s*\{[^{}]{0,300}?"|Type"\s*:\s*\d{1,3}\s*,\s*")Data"\s*:\s*")[^"]*("|$)/gi;
/** A raw transaction or an exported key: a long quoted hex text. Texts may be cut, so the closing quote may be missing. */
const LONG_BLOB = /"(?:0x)?[0-9a-fA-F]{128,}("|$)/g;
/** An API key in the path of a provider's URL: a long segment of letters and digits that is not a word. */
const KEY_IN_PATH = /(?<!\/)\/(?=[^/?#]*\d)(?=[^/?#]*[A-Za-z])[\w-]{24,}(?=[/?#]|$)/g;
const RESULT = /("result"\s*:\s*)[\s\S]*/;
const PARAMS = /("params"\s*:\s*)[\s\S]*/;

export function maskBody(text: string, { side, method }: BodyMasking): string {
  return side === 'request' ? maskRequest(method, text) : maskResponse(method, text);
}

/** Mask UTF-8 bytes. Returns the given bytes if nothing was masked. */
export function maskBytes(bytes: Uint8Array, masking: BodyMasking): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // One character per byte: all patterns are ASCII, and other bytes are not changed.
  const text = buffer.toString('latin1');
  const masked = maskBody(text, masking);
  return masked === text ? bytes : new Uint8Array(Buffer.from(masked, 'latin1'));
}

/** @param method with or without prefix */
export function maskRequest(method: string, text: string): string {
  if (SECRET_PARAMS.test(method)) {
    return maskFrom(PARAMS, text);
  }
  const masked = redactText(text);
  return SENSITIVE_REQUEST.test(method) ? masked.replace(SIGNATURE_DATA, `$1${MASK}$2`).replace(LONG_BLOB, `"${MASK}$1`) : masked;
}

/** Mask the short rendering of a request's parameters. */
export function maskParams(method: string, text: string): string {
  if (SECRET_PARAMS.test(method)) {
    return MASK;
  }
  return maskRequest(method, text);
}

export function maskResponse(method: string, text: string): string {
  return SECRET_RESULT.test(method) ? maskFrom(RESULT, text) : redactText(text);
}

/** Mask an error text, which may repeat the request. */
export function maskError(method: string, text: string): string {
  return SECRET_PARAMS.test(method) ? redactText(text.replace(/[A-Za-z0-9+/=_-]{24,}/g, MASK)) : redactText(text);
}

/** Return a URL without token, password or provider key. */
export function maskUrl(url: string): string {
  return redactText(url).replace(KEY_IN_PATH, `/${MASK}`);
}

export function maskHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!isSecretName(name)) {
        const plain = URL_HEADER.test(name) ? maskUrl(value) : redactText(value);
        return [redactText(name), isKnownHeader(name) ? plain : plain.replace(LONG_WORD, MASK)];
      }
      const scheme = /^(Bearer|Basic)\s/i.exec(value)?.[1];
      return [name, scheme === undefined ? MASK : `${scheme} ${MASK}`];
    }),
  );
}

/** Headers with a URL, whose path may contain a provider's key. */
const URL_HEADER = /^(?:content-location|link|location|origin|referer|report-to|nel)$/i;
/** Headers with IDs and digests that are useful in a ticket. */
const KNOWN_HEADERS =
  /^(?:accept.*|access-control-.*|age|alt-svc|cache-control|cf-.*|connection|content-.*|date|etag|expires|host|keep-alive|last-modified|link|location|nel|origin|referer|report-to|retry-after|sec-.*|server.*|strict-transport-security|trailer|transfer-encoding|user-agent|vary|via|x-content-type-options|x-forwarded-.*|x-frame-options|x-powered-by|x-ratelimit-.*|(?:x-)?(?:request|correlation|trace|amzn?)-.*|traceparent|allow)$/i;
/** A long word of letters and digits, like keys and session IDs. */
const LONG_WORD = /(?=[A-Za-z0-9+/_=-]*\d)(?=[A-Za-z0-9+/_=-]*[A-Za-z])[A-Za-z0-9+/_=-]{16,}/g;

function isKnownHeader(name: string): boolean {
  return KNOWN_HEADERS.test(name);
}

/** Mask everything from a field on. A batch, and a body with neither that field nor an error, is masked whole. */
function maskFrom(field: RegExp, text: string): string {
  if (/^\s*\[/.test(text)) {
    return `"${MASK}"`;
  }
  if (field.test(text)) {
    return redactText(text.replace(field, `$1"${MASK}"}`));
  }
  return text.includes('"error"') ? maskError('WalletImport', text) : text === '' ? '' : `"${MASK}"`;
}
