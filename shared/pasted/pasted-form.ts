/** What a text in a search field looks like, by its form alone: a name to look up, or something to be explained. */

const MAX_LENGTH = 4000;
const EXCHANGE: readonly RegExp[] = [
  /^(?:[$#>%] ?)?curl(?:\.exe)?\s+\S/,
  /^```/,
  /^[{[]\s*["{][\s\S]*"(?:jsonrpc|method|error|message|entries|request)"\s*:/,
  /^(?:POST|GET|OPTIONS) \S+ HTTP\/|^HTTP\/[\d.]+ \d{3}/,
];
const CODE = /^[-−]32\d{3}$|^HTTP \d{3}$/i;
/** Three words or more, one of them in small letters. */
const SENTENCE = /^\S+\s+\S+\s+\S/;

/** A request, a reply, a curl command or a HAR entry: nothing of it is a name. */
export function isWholeExchange(text: string): boolean {
  const start = text.slice(0, MAX_LENGTH).trim();
  return EXCHANGE.some((form) => form.test(start));
}

/** The same, or what may be the text of an error. */
export function isForExplaining(text: string): boolean {
  const start = text.slice(0, MAX_LENGTH).trim();
  return isWholeExchange(start) || CODE.test(start) || (SENTENCE.test(start) && /[a-z]{4}/.test(start));
}
