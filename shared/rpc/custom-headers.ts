/** Parses and validates custom HTTP headers of an endpoint, one `Name: value` per line. */

const MAX_HEADERS = 20;
const MAX_VALUE_LENGTH = 4000;
/** A token of RFC 9110. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Visible ASCII, with spaces inside. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** Set by HTTP or by Sextant. */
const RESERVED = /^(?:host|connection|upgrade|te|trailer|transfer-encoding|keep-alive|expect|accept-encoding|content-.*|proxy-.*|sec-.*)$/i;

export type CustomHeaders = Readonly<Record<string, string>>;

/** The headers in a text, or why it is invalid. The problem never repeats a value. */
export function readCustomHeaders(text: string): { readonly headers: CustomHeaders } | { readonly problem: string } {
  const headers: Record<string, string> = {};
  const seen = new Set<string>();
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = written.trim();
    if (line === '') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    const value = line.slice(colon + 1).trim();
    if (!NAME.test(name)) return { problem: `Line ${index + 1} is not a header. Write it as Name: value.` };
    const problem = problemOf(name, value) ?? (seen.has(name.toLowerCase()) ? `${name} is set twice. Keep one line.` : undefined);
    if (problem !== undefined) return { problem };
    seen.add(name.toLowerCase());
    headers[name] = value;
  }
  return seen.size > MAX_HEADERS ? { problem: `Enter at most ${MAX_HEADERS} headers.` } : { headers };
}

function problemOf(name: string, value: string): string | undefined {
  if (/^authorization$/i.test(name)) return 'Authorization is set from the token. Use the Token field.';
  if (/^(?:set-)?cookie$/i.test(name)) return `Sextant does not use cookies. Remove ${name}.`;
  if (RESERVED.test(name)) return `${name} is set by Sextant. Remove it.`;
  if (value === '') return `${name} has no value.`;
  if (value.length > MAX_VALUE_LENGTH) return `The value of ${name} is longer than ${MAX_VALUE_LENGTH} characters.`;
  return VALUE.test(value) ? undefined : `The value of ${name} must be printable ASCII.`;
}
