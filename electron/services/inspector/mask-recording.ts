/**
 * Takes secrets out of a call before it is recorded.
 *
 * Tokens and Authorization always; the bytes of signatures in what is pushed, signed or exported; keys that are imported or
 * exported, and tokens that are made or checked, as a whole. What remains is what a user may copy into a ticket. Bodies may be
 * anything, also cut off or no JSON. Called by the call recorder, by the body worker and by what reads recordings from files.
 */
import { MASK } from '../../../shared/text/mask.ts';
import { isSecretName, redactText } from '../../platform/redact.ts';

/** What a body is, as far as masking goes. */
export interface BodyMasking {
  readonly side: 'request' | 'response';
  /** Full name or bare; of a batch all of its names. */
  readonly method: string;
}

/** Requests that carry a signature or a key. */
const SENSITIVE_REQUEST = /push|sendraw|walletsign|walletverify|sign/i;
/** Requests whose parameters are a secret as a whole. */
const SECRET_PARAMS = /\b(?:WalletImport|AuthVerify|personal_\w+)\b/i;
/** Answers that are a secret or a signature as a whole. */
const SECRET_RESULT =
  /\b(?:WalletExport|WalletSign|WalletSignMessage|AuthNew|MpoolPushMessage|MpoolBatchPushMessage|CreateBackup|eth_sign\w*|personal_sign)\b/i;
/** Go reads names in any case. A signature that is a parameter by itself has no name. */
const SIGNATURE_DATA = /("(?:Signature"\s*:\s*\{[^{}]{0,300}?"|Type"\s*:\s*\d{1,3}\s*,\s*")Data"\s*:\s*")[^"]*("|$)/gi;
/** A raw transaction or an exported key: a long run of hex digits in quotes. Texts may be cut, so the end may stand for a quote. */
const LONG_BLOB = /"(?:0x)?[0-9a-fA-F]{128,}("|$)/g;
/** Providers put keys into paths: a long segment of letters and digits that is no word. */
const KEY_IN_PATH = /(?<!\/)\/(?=[^/?#]*\d)(?=[^/?#]*[A-Za-z])[\w-]{24,}(?=[/?#]|$)/g;
const RESULT = /("result"\s*:\s*)[\s\S]*/;
const PARAMS = /("params"\s*:\s*)[\s\S]*/;

export function maskBody(text: string, { side, method }: BodyMasking): string {
  return side === 'request' ? maskRequest(method, text) : maskResponse(method, text);
}

/** The same for UTF-8. Answers with the bytes it was given where nothing was masked. */
export function maskBytes(bytes: Uint8Array, masking: BodyMasking): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A letter for each byte: everything that is looked for is ASCII, and no other byte is touched.
  const text = buffer.toString('latin1');
  const masked = maskBody(text, masking);
  return masked === text ? bytes : new Uint8Array(Buffer.from(masked, 'latin1'));
}

/** @param method full name or bare */
export function maskRequest(method: string, text: string): string {
  if (SECRET_PARAMS.test(method)) {
    return maskFrom(PARAMS, text);
  }
  const masked = redactText(text);
  return SENSITIVE_REQUEST.test(method) ? masked.replace(SIGNATURE_DATA, `$1${MASK}$2`).replace(LONG_BLOB, `"${MASK}$1`) : masked;
}

/** The short rendering of a request's parameters. */
export function maskParams(method: string, text: string): string {
  if (SECRET_PARAMS.test(method)) {
    return MASK;
  }
  return maskRequest(method, text);
}

export function maskResponse(method: string, text: string): string {
  return SECRET_RESULT.test(method) ? maskFrom(RESULT, text) : redactText(text);
}

/** An error's text may repeat what was sent. */
export function maskError(method: string, text: string): string {
  return SECRET_PARAMS.test(method) ? redactText(text.replace(/[A-Za-z0-9+/=_-]{24,}/g, MASK)) : redactText(text);
}

/** An address with neither token, password nor a provider's key. */
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

/** A provider’s key may stand in the path of their value. */
const URL_HEADER = /^(?:content-location|link|location|origin|referer|report-to|nel)$/i;
/** Headers whose long words are ids and digests that a ticket needs. */
const KNOWN_HEADERS =
  /^(?:accept.*|access-control-.*|age|alt-svc|cache-control|cf-.*|connection|content-.*|date|etag|expires|host|keep-alive|last-modified|link|location|nel|origin|referer|report-to|retry-after|sec-.*|server.*|strict-transport-security|trailer|transfer-encoding|user-agent|vary|via|x-content-type-options|x-forwarded-.*|x-frame-options|x-powered-by|x-ratelimit-.*|(?:x-)?(?:request|correlation|trace|amzn?)-.*|traceparent|allow)$/i;
/** Letters and digits in one long word, as keys and session ids are. */
const LONG_WORD = /(?=[A-Za-z0-9+/_=-]*\d)(?=[A-Za-z0-9+/_=-]*[A-Za-z])[A-Za-z0-9+/_=-]{16,}/g;

function isKnownHeader(name: string): boolean {
  return KNOWN_HEADERS.test(name);
}

/** Masks everything from a field on. A list of several calls, and what has neither that field nor an error, is masked whole. */
function maskFrom(field: RegExp, text: string): string {
  if (/^\s*\[/.test(text)) {
    return `"${MASK}"`;
  }
  if (field.test(text)) {
    return redactText(text.replace(field, `$1"${MASK}"}`));
  }
  return text.includes('"error"') ? maskError('WalletImport', text) : text === '' ? '' : `"${MASK}"`;
}
