/** Texts by which servers say that they do not serve a method, or not to this customer: other codes and words than those of Lotus. */

const NOT_SERVED = String.raw`(?:is |was )?(?:does(?: not|n't) exist|not (?:found|supported|available|implemented|whitelisted|enabled)|un(?:known|supported|available))\b`;
const NAME = String.raw`['"\x60]?(?!\d)[\w.]{1,100}['"\x60]?`;
/** A name with its namespace: what has none may be a method of an actor. */
const FULL_NAME = String.raw`['"\x60]?(?:Filecoin\.|(?:eth|net|web3|trace)_)\w{1,100}['"\x60]?`;
const TEXTS: readonly RegExp[] = [
  /^(?:unsupported|unknown|unrecogni[sz]ed|no such) (?:rpc )?method\b(?! (?:\d|num|for ))/i,
  new RegExp(`^(?:the )?(?:rpc )?method ${NOT_SERVED}`, 'i'),
  new RegExp(String.raw`\bmethod:? ${NAME}:? ${NOT_SERVED}`, 'i'),
  // A bare name, where nothing else can be meant.
  /^[A-Z][A-Za-z\d]{5,60} is not served\b/,
  new RegExp(`^(?:the method )?${FULL_NAME}:? (?:(?:rpc )?method )?${NOT_SERVED}`, 'i'),
];

/** Whether a text says that the method itself is not served; a method of an actor is not meant. */
export function saysNotServed(text: string): boolean {
  return TEXTS.some((pattern) => pattern.test(text));
}

/** The service, or the node, is asked too often. */
export const RATE_LIMITED: readonly RegExp[] = [
  /\brate[- ]limit/i,
  /\btoo many requests(?! from here)/i,
  /\bexceeded (?:the|your) (?:daily |monthly )?(?:quota|request)/i,
];

/** A block that one node behind an endpoint lacks and another one may have. */
export function saysBlockMissing(text: string): boolean {
  return /could not find|block not found/i.test(text);
}

/** The node does not have the tipset that a call names, or no state of it. */
export function saysTipsetMissing(text: string): boolean {
  return /load(?:ing)? tipset|tipset not found|failed to load state tree/i.test(text);
}

const PLAN = '(?:plan|tier|subscription)';

/** The plan of a hosted service does not include the call. */
export const NOT_IN_PLAN: readonly RegExp[] = [
  new RegExp(
    String.raw`\bnot (?:available|supported|included|allowed) (?:on|in|for|with|by|under) (?:your|the|this)\b.{0,40}\b${PLAN}\b`,
    'i',
  ),
  new RegExp(String.raw`\bupgrade (?:your|to a).{0,30}\b${PLAN}\b`, 'i'),
];
