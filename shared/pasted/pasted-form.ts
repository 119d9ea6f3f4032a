/** Decides by its form whether a text in a search field is a name to look up or something to explain. */

const MAX_LENGTH = 4000;
const EXCHANGE: readonly RegExp[] = [
  /^(?:[$#>%] ?)?curl(?:\.exe)?\s+\S/,
  /^```/,
  /^[{[]\s*["{][\s\S]*"(?:jsonrpc|method|error|message|entries|request)"\s*:/,
  /^(?:POST|GET|OPTIONS) \S+ HTTP\/|^HTTP\/[\d.]+ \d{3}/,
];
const CODE = /^[-−]32\d{3}$|^HTTP \d{3}$/i;
/** Three or more words, one in lower case. */
const SENTENCE = /^\S+\s+\S+\s+\S/;

/** A request, a reply, a curl command or a HAR entry. */
export function isWholeExchange(text: string): boolean {
  const start = text.slice(0, MAX_LENGTH).trim();
  return EXCHANGE.some((form) => form.test(start));
}

/** The same, or a text that may be an error. */
export function isForExplaining(text: string): boolean {
  const start = text.slice(0, MAX_LENGTH).trim();
  return isWholeExchange(start) || CODE.test(start) || (SENTENCE.test(start) && /[a-z]{4}/.test(start));
}
