/** Texts of servers that refuse a method or a customer, beyond those of Lotus. */

const NOT_SERVED = String.raw`(?:is |was )?(?:does(?: not|n't) exist|not (?:found|supported|available|implemented|whitelisted|enabled)|un(?:known|supported|available))\b`;
const NAME = String.raw`['"\x60]?(?!\d)[\w.]{1,100}['"\x60]?`;
/** A name with its namespace; without one it may be an actor method. */
const FULL_NAME = String.raw`['"\x60]?(?:Filecoin\.|(?:eth|net|web3|trace)_)\w{1,100}['"\x60]?`;
const TEXTS: readonly RegExp[] = [
  /^(?:unsupported|unknown|unrecogni[sz]ed|no such) (?:rpc )?method\b(?! (?:\d|num|for ))/i,
  new RegExp(`^(?:the )?(?:rpc )?method ${NOT_SERVED}`, 'i'),
  new RegExp(String.raw`\bmethod:? ${NAME}:? ${NOT_SERVED}`, 'i'),
  // A bare name, only in this unambiguous form.
  /^[A-Z][A-Za-z\d]{5,60} is not served\b/,
  new RegExp(`^(?:the method )?${FULL_NAME}:? (?:(?:rpc )?method )?${NOT_SERVED}`, 'i'),
];

/** Whether a text says that the RPC method is not served, as opposed to an actor method. */
export function saysNotServed(text: string): boolean {
  return TEXTS.some((pattern) => pattern.test(text));
}

/** Rate limits of services and nodes. */
export const RATE_LIMITED: readonly RegExp[] = [
  /\brate[- ]limit/i,
  /\btoo many requests(?! from this machine)/i,
  /\bexceeded (?:the|your) (?:daily |monthly )?(?:quota|request)/i,
];

/** Whether a block is missing on this node; another node behind the endpoint may have it. */
export function saysBlockMissing(text: string): boolean {
  return /could not find|block not found/i.test(text);
}

/** Whether the node lacks the tipset of the call, or its state. */
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
