/**
 * Takes secrets out of what is written to logs and recordings: by the name of a field, and by the look of the text.
 *
 * Refuses to guess kindly: what looks like a token is masked even where it is none. Called by the logger and by the call tap.
 */

export const MASK = '[masked]';

/** Fields whose text is a secret whatever it looks like. */
const SECRET_NAME =
  /^(?:.*tokens?|authorization|.*passphrase|.*password|mnemonics?|(?:seed)?phrase|.*secrets?|private[_-]?keys?|(?:set-)?cookie|ticket)$/i;

// Bounded repetitions: the text may be a hostile node's, and long.
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // A JSON web token, with or without its signature.
  [/\beyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g, MASK],
  [/\b(Bearer|Basic)\s+[^\s"',;\\]+/gi, `$1 ${MASK}`],
  [/([?&](?:token|access_token|api[_-]?key|ticket)=)[^&\s"'#\\]+/gi, `$1${MASK}`],
  // User and password of an address.
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^/\s"'@]{1,500}@/gi, `$1${MASK}@`],
  // A Lotus key export: the hex of {"Type":… or {"PrivateKey":…
  [/\b7b22(?:54797065|507269766174654b6579)[0-9a-f]{16,}/gi, MASK],
  [/("(?:PrivateKey|mnemonic|passphrase|password)"\s*:\s*")(?:[^"\\]|\\.)*("|$)/gi, `$1${MASK}$2`],
];

/** The whole of a text is a recovery phrase. */
const RECOVERY_PHRASE = /^\s*(?:[a-z]{3,8}\s+){11,23}[a-z]{3,8}\s*$/;

/** Masks what looks like a secret in free text. */
export function redactText(text: string): string {
  if (text.length < 400 && RECOVERY_PHRASE.test(text)) {
    return MASK;
  }
  let result = text;
  for (const [pattern, replacement] of PATTERNS) {
    result = result.replace(pattern, replacement);
  }
  return result;
}

/** Whether the text of a field with this name is always a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** A copy of a value that may be written down: secrets masked, errors as plain objects, depth bounded. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    return redactText(value);
  }
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  }
  if (depth >= 8) {
    return '[deeper]';
  }
  if (value instanceof Uint8Array) {
    return `[${value.length} bytes]`;
  }
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    const code = 'code' in value ? { code: redactValue(value.code, depth + 1) } : {};
    return {
      name,
      message: redactText(message),
      ...code,
      ...(stack === undefined ? {} : { stack: redactText(stack) }),
      ...(cause === undefined ? {} : { cause: redactValue(cause, depth + 1) }),
    };
  }
  if (Array.isArray(value)) {
    return value.map((item) => redactValue(item, depth + 1));
  }
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    result[name] = isSecretName(name) ? maskAll(field, depth + 1) : redactValue(field, depth + 1);
  }
  return result;
}

/** Everything below a secret name: texts and numbers are masked, yes and no are kept. */
function maskAll(value: unknown, depth: number): unknown {
  if (value === undefined || value === null || typeof value === 'boolean') {
    return value;
  }
  if (typeof value === 'object' && depth < 8 && !(value instanceof Uint8Array)) {
    return Array.isArray(value)
      ? value.map((item) => maskAll(item, depth + 1))
      : Object.fromEntries(Object.entries(value).map(([name, field]) => [name, maskAll(field, depth + 1)]));
  }
  return MASK;
}
