/**
 * Takes secrets out of a call before it is recorded.
 *
 * Tokens and Authorization always; the bytes of signatures in what is pushed, signed or exported; keys that are imported or
 * exported. What remains is what a user may copy into a ticket. Called by the call recorder alone.
 */
import { isSecretName, MASK, redactText } from '../../platform/redact.ts';

/** Requests that carry a signature or a key. */
const SENSITIVE_REQUEST = /push|sendraw|walletimport|walletsign|walletverify/i;
/** Answers that are a secret or a signature as a whole. */
const SECRET_RESULT = /^(?:WalletExport|WalletSign|WalletSignMessage|AuthNew|MpoolPushMessage|MpoolBatchPushMessage|CreateBackup)$/i;
const SIGNATURE_DATA = /("Signature"\s*:\s*\{[^{}]{0,300}?"Data"\s*:\s*")[^"]*("|$)/g;
const KEY_DATA = /("PrivateKey"\s*:\s*")[^"]*("|$)/g;
/** A raw transaction or an exported key: a long run of hex digits in quotes. Texts may be cut, so the end may stand for a quote. */
const LONG_BLOB = /"(?:0x)?[0-9a-fA-F]{128,}("|$)/g;
const RESULT = /("result"\s*:\s*)[\s\S]*/;

/** @param method full name or bare */
export function maskRequest(method: string, text: string): string {
  const masked = redactText(text);
  if (!SENSITIVE_REQUEST.test(method)) {
    return masked;
  }
  return maskSignatures(masked).replace(LONG_BLOB, `"${MASK}$1`);
}

export function maskResponse(method: string, text: string): string {
  const bare = method.slice(method.indexOf('.') + 1);
  const masked = redactText(text);
  return SECRET_RESULT.test(bare) ? masked.replace(RESULT, `$1"${MASK}"}`) : masked;
}

export function maskHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!isSecretName(name)) {
        return [name, redactText(value)];
      }
      const scheme = /^(Bearer|Basic)\s/i.exec(value)?.[1];
      return [name, scheme === undefined ? MASK : `${scheme} ${MASK}`];
    }),
  );
}

function maskSignatures(text: string): string {
  return text.replace(SIGNATURE_DATA, `$1${MASK}$2`).replace(KEY_DATA, `$1${MASK}$2`);
}
