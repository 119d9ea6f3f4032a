/**
 * Reads values of a JSON text by path, without parsing the whole text: only what is shown is read.
 *
 * Accepts any bytes. Depth is counted without recursion; texts of leaves and keys are cut; invalid or truncated JSON returns what could be
 * read and the reason. Called on the main thread for small bodies and in the body worker for large ones.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { type BodyPathStep, readBodyPath } from '../../../shared/inspector/body-path.ts';
import type { BodyBranch, BodyNode } from '../../../shared/ipc/schemas/inspector.ts';

export interface BodyQuestion {
  /** Start of a known value; 0 for the whole text. */
  readonly at?: number | undefined;
  readonly path?: string | undefined;
  /** `next` of the previous page. */
  readonly from?: number | undefined;
  readonly limit: number;
}

export interface OpenedBody extends BodyBranch {
  readonly ancestors: BodyNode[];
  readonly problem?: string;
}

/** Byte budget for one page of children; beyond it, containers are not read to their end. */
const PAGE_BUDGET_BYTES = 4 * 1024 * 1024;
/** Bytes always read of a container, whatever the budget. */
const MIN_BUDGET_BYTES = 16 * 1024;
const MAX_TEXT_LENGTH = 2000;
const MAX_KEY_BYTES = 4000;
/** Bytes read after a field of the path before checking whether its name can occur again. */
const SURE_BYTES = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const BROKEN_OFF = 'The text is cut off here.';
const NO_JSON = 'Invalid JSON from here on.';

/** Read one value with its children. */
export function openBody(source: Uint8Array, question: BodyQuestion): OpenedBody {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const ancestors: BodyNode[] = [];
  let start = skipSpace(bytes, Math.min(question.at ?? 0, bytes.length));
  let key: string | undefined;
  let missing: string | undefined;
  for (const step of question.path === undefined ? [] : readBodyPath(question.path)) {
    const found = findChild(bytes, start, step);
    if (found === undefined) {
      missing = `There is no ${stepWords(step)} here.`;
      break;
    }
    ancestors.push(nodeAt(bytes, start, key, PAGE_BUDGET_BYTES).node);
    start = found.start;
    key = found.key;
  }
  const { node } = nodeAt(bytes, start, key, PAGE_BUDGET_BYTES);
  const page = childrenOf(bytes, start, question.from, question.limit);
  const problem = missing ?? page.problem;
  return {
    node,
    children: page.children,
    ancestors,
    ...defined({ next: page.next, problem }),
  };
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && isSpace(bytes[at])) at += 1;
  return at;
}

function isContainer(byte: number | undefined): boolean {
  return byte === OPEN_BRACE || byte === OPEN_BRACKET;
}

/** Return the position after the closing quote of a string that opens at `start`; -1 if it is not closed. */
function stringEnd(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(QUOTE, start + 1);
  while (at !== -1) {
    let slashes = 0;
    while (at - 1 - slashes > start && bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
    at = bytes.indexOf(QUOTE, at + 1);
  }
  return -1;
}

interface Extent {
  /** Position after the value, or where reading stopped. */
  readonly end: number;
  readonly state: 'whole' | 'unread' | 'broken';
  /** Number of members of a container. */
  readonly count: number;
}

function extentOf(bytes: Buffer, start: number, budgetBytes: number): Extent {
  const first = bytes[start];
  if (isContainer(first)) return containerExtent(bytes, start, budgetBytes);
  if (first === QUOTE) {
    const end = stringEnd(bytes, start);
    return end === -1 ? { end: bytes.length, state: 'broken', count: 0 } : { end, state: 'whole', count: 0 };
  }
  let end = start;
  while (end < bytes.length && isPlain(bytes[end])) end += 1;
  const isWhole = end > start && (end < bytes.length || isPlainValue(bytes.toString('latin1', start, Math.min(end, start + 400))));
  return { end, state: isWhole ? 'whole' : 'broken', count: 0 };
}

/** Characters of numbers, true, false and null. */
function isPlain(byte: number | undefined): boolean {
  return (
    byte !== undefined &&
    ((byte >= 0x30 && byte <= 0x39) ||
      (byte >= 0x61 && byte <= 0x7a) ||
      (byte >= 0x41 && byte <= 0x5a) ||
      byte === 0x2d ||
      byte === 0x2b ||
      byte === 0x2e)
  );
}

function isPlainValue(text: string): boolean {
  return /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)$/.test(text);
}

function containerExtent(bytes: Buffer, start: number, budgetBytes: number): Extent {
  const limit = Math.min(bytes.length, start + Math.max(0, budgetBytes));
  let depth = 0;
  let commas = 0;
  let isEmpty = true;
  let at = start;
  while (at < limit) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      isEmpty = false;
      const end = stringEnd(bytes, at);
      if (end === -1) return { end: bytes.length, state: 'broken', count: commas + 1 };
      at = end;
      continue;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (depth > 0) isEmpty = false;
      depth += 1;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return { end: at + 1, state: 'whole', count: isEmpty ? 0 : commas + 1 };
    } else if (byte === COMMA) {
      if (depth === 1) commas += 1;
    } else if (isEmpty && !isSpace(byte)) {
      isEmpty = false;
    }
    at += 1;
  }
  return { end: at, state: at >= bytes.length ? 'broken' : 'unread', count: isEmpty ? 0 : commas + (at >= bytes.length ? 1 : 0) };
}

function kindOf(byte: number | undefined): BodyNode['kind'] {
  switch (byte) {
    case OPEN_BRACE:
      return 'object';
    case OPEN_BRACKET:
      return 'array';
    case 0x74:
    case 0x66:
      return 'boolean';
    case 0x6e:
      return 'null';
    default:
      return byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === 0x2d) ? 'number' : 'string';
  }
}

function nodeAt(bytes: Buffer, start: number, key: string | undefined, budgetBytes: number): { node: BodyNode; extent: Extent } {
  const extent = extentOf(bytes, start, budgetBytes);
  const kind = kindOf(bytes[start]);
  const base = { kind, start, end: extent.end, ...defined({ key }) };
  if (kind === 'object' || kind === 'array') {
    return { extent, node: { ...base, count: extent.count, isCountExact: extent.state === 'whole' } };
  }
  // Text that is not JSON is shown unchanged.
  const end = extent.end > start ? extent.end : bytes.length;
  return { extent, node: { ...base, end, text: textOf(bytes, start, end) } };
}

function textOf(bytes: Buffer, start: number, end: number): string {
  // At most four bytes per character; a character cut in two becomes a replacement character, which the length limit removes.
  return bytes.toString('utf8', start, Math.min(end, start + 4 * MAX_TEXT_LENGTH)).slice(0, MAX_TEXT_LENGTH);
}

interface Member {
  readonly key: string;
  readonly start: number;
}

/** Return the start of a container's next member, `end` if there is none, or the problem. */
type Step = Member | { readonly end: true } | { readonly problem: string };

/** @param at position after the opening bracket or the comma before the member */
function memberAt(bytes: Buffer, at: number, isArray: boolean, index: number): Step {
  let start = skipSpace(bytes, at);
  if (start >= bytes.length) return { problem: BROKEN_OFF };
  if (bytes[start] === (isArray ? CLOSE_BRACKET : CLOSE_BRACE)) return { end: true };
  if (isArray) return { key: String(index), start };
  if (bytes[start] !== QUOTE) return { problem: NO_JSON };
  const keyEnd = stringEnd(bytes, start);
  if (keyEnd === -1) return { problem: BROKEN_OFF };
  const key = keyText(bytes, start, keyEnd);
  const colon = skipSpace(bytes, keyEnd);
  if (colon >= bytes.length) return { problem: BROKEN_OFF };
  if (bytes[colon] !== COLON) return { problem: NO_JSON };
  start = skipSpace(bytes, colon + 1);
  return start >= bytes.length ? { problem: BROKEN_OFF } : { key, start };
}

function keyText(bytes: Buffer, start: number, end: number): string {
  const isLong = end - start > MAX_KEY_BYTES;
  const written = bytes.toString('utf8', start + 1, isLong ? start + MAX_KEY_BYTES : end - 1);
  if (!written.includes('\\')) return isLong ? `${written}…` : written;
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    // Invalid or truncated escapes: the key is shown as it is.
    return written;
  }
}

/** Return the position after the comma that follows a value, `end` at the container's end, or the problem. */
function afterValue(bytes: Buffer, end: number, isArray: boolean): number | Exclude<Step, Member> {
  const at = skipSpace(bytes, end);
  if (at >= bytes.length) return { problem: BROKEN_OFF };
  if (bytes[at] === COMMA) return at + 1;
  return bytes[at] === (isArray ? CLOSE_BRACKET : CLOSE_BRACE) ? { end: true } : { problem: NO_JSON };
}

interface Page {
  readonly children: BodyNode[];
  readonly next?: number;
  readonly problem?: string;
}

/**
 * Read the children of the container at `start`. A cursor is twice the offset after a comma, plus one if a value that was not read to its end
 * must be skipped first; array indexes are found again by counting from its start.
 */
function childrenOf(bytes: Buffer, start: number, from: number | undefined, limit: number): Page {
  const first = bytes[start];
  if (!isContainer(first)) {
    return start >= bytes.length ? { children: [], problem: 'This body is empty.' } : leafPage(bytes, start);
  }
  const isArray = first === OPEN_BRACKET;
  const children: BodyNode[] = [];
  let index = 0;
  let at = start + 1;
  if (from !== undefined) {
    const resumed = resume(bytes, from, isArray);
    if (typeof resumed !== 'number') return 'problem' in resumed ? { children, problem: resumed.problem } : { children };
    at = resumed;
    index = isArray ? membersBefore(bytes, start, at) : 0;
  }
  let budget = PAGE_BUDGET_BYTES;
  for (;;) {
    const member = memberAt(bytes, at, isArray, index);
    if ('end' in member) return { children };
    if ('problem' in member) return { children, problem: member.problem };
    if (children.length >= limit) return { children, next: 2 * at };
    const { node, extent } = nodeAt(bytes, member.start, member.key, Math.max(budget, MIN_BUDGET_BYTES));
    children.push(node);
    if (extent.state === 'unread') return { children, next: 2 * member.start + 1 };
    if (extent.state === 'broken') return { children, problem: extent.end >= bytes.length ? BROKEN_OFF : NO_JSON };
    budget -= extent.end - member.start;
    const behind = afterValue(bytes, extent.end, isArray);
    if (typeof behind !== 'number') return 'problem' in behind ? { children, problem: behind.problem } : { children };
    at = behind;
    index += 1;
  }
}

function leafPage(bytes: Buffer, start: number): Page {
  const extent = extentOf(bytes, start, 0);
  const isJson =
    extent.state === 'whole' &&
    (bytes[start] === QUOTE || isPlainValue(bytes.toString('latin1', start, Math.min(extent.end, start + 400))));
  return isJson ? { children: [] } : { children: [], problem: bytes[start] === QUOTE ? BROKEN_OFF : 'Not valid JSON.' };
}

/** Return the start of the member after a cursor. */
function resume(bytes: Buffer, cursor: number, isArray: boolean): number | Exclude<Step, Member> {
  const offset = Math.min(bytes.length, Math.floor(cursor / 2));
  if (cursor % 2 === 0) return offset;
  const extent = extentOf(bytes, offset, Number.POSITIVE_INFINITY);
  return extent.state === 'whole' ? afterValue(bytes, extent.end, isArray) : { problem: BROKEN_OFF };
}

/** Count the members of the container at `start` before `end`. */
function membersBefore(bytes: Buffer, start: number, end: number): number {
  const { count } = containerExtent(bytes.subarray(0, end), start, Number.POSITIVE_INFINITY);
  // The text is cut after a comma, so that the following member was counted too.
  return Math.max(0, count - 1);
}

function stepWords(step: BodyPathStep): string {
  if (typeof step === 'object') return `item whose ${step.field} is ${step.value}`;
  return typeof step === 'number' ? `item ${step}` : `field "${step}"`;
}

/** Find the child for a step of a path; of fields with the same name the last one, which is the one that counts. */
function findChild(bytes: Buffer, start: number, step: BodyPathStep): Member | undefined {
  const first = bytes[start];
  if (!isContainer(first)) return undefined;
  const isArray = first === OPEN_BRACKET;
  const isListStep = typeof step === 'object' || /^(?:-1|\d+)$/.test(step.toString());
  if (isArray && !isListStep) return undefined;
  let found: Member | undefined;
  let isSure = false;
  let at = start + 1;
  for (let index = 0; ; index += 1) {
    const member = memberAt(bytes, at, isArray, index);
    if (!('key' in member)) return found;
    if (isArray && step === -1) {
      found = member;
    } else if (isWanted(bytes, member, step, isArray)) {
      found = member;
      if (isArray) return found;
    }
    let extent = extentOf(bytes, member.start, found === undefined || isSure || isArray ? Number.POSITIVE_INFINITY : SURE_BYTES);
    if (!isArray && !isSure && found !== undefined && extent.end - found.start >= SURE_BYTES) {
      if (!mayComeAgain(bytes, found)) return found;
      isSure = true;
      extent = extentOf(bytes, member.start, Number.POSITIVE_INFINITY);
    }
    const behind = extent.state === 'whole' ? afterValue(bytes, extent.end, isArray) : undefined;
    if (typeof behind !== 'number') return found;
    at = behind;
  }
}

/** Whether a field's name may occur again after it; a quick check that avoids reading a large body to its end. */
function mayComeAgain(bytes: Buffer, { key, start }: Member): boolean {
  if (!/^[\w-]+$/.test(key) || bytes.includes(`"${key}"`, start)) return true;
  for (let at = bytes.indexOf('\\u00', start); at !== -1; at = bytes.indexOf('\\u00', at + 6)) {
    if (!isEscapedSign(bytes[at + 4], bytes[at + 5])) return true;
  }
  return false;
}

/** Last two digits of an escape. JSON writers escape no letters, but may escape these three: < > & */
function isEscapedSign(third: number | undefined, fourth: number | undefined): boolean {
  return third === 0x33 ? fourth === 0x63 || fourth === 0x65 : third === 0x32 && fourth === 0x36;
}

/** Deeper values are found as part of their ancestor at this depth. */
const MAX_STEPS = 100;

/** Return the path from the whole body to the innermost value at an offset. For an offset in a field name, the path to that field. */
export function stepsTo(bytes: Buffer, offset: number): BodyPathStep[] {
  const steps: BodyPathStep[] = [];
  let start: number | undefined = skipSpace(bytes, 0);
  while (start !== undefined && offset >= start && steps.length < MAX_STEPS) {
    const inner = memberAround(bytes, start, offset);
    if (inner !== undefined) steps.push(bytes[start] === OPEN_BRACKET ? Number(inner.key) : inner.key);
    start = inner?.start;
  }
  return steps;
}

/** Find the member of the container at `start` whose value or name contains an offset. */
function memberAround(bytes: Buffer, start: number, offset: number): Member | undefined {
  if (!isContainer(bytes[start])) return undefined;
  const isArray = bytes[start] === OPEN_BRACKET;
  let at = start + 1;
  for (let index = 0; at <= offset; index += 1) {
    const member = memberAt(bytes, at, isArray, index);
    if (!('key' in member)) return undefined;
    const extent = extentOf(bytes, member.start, Number.POSITIVE_INFINITY);
    if (offset < extent.end) return member;
    const behind = extent.state === 'whole' ? afterValue(bytes, extent.end, isArray) : undefined;
    if (typeof behind !== 'number') return undefined;
    at = behind;
  }
  return undefined;
}

function isWanted(bytes: Buffer, member: Member, step: BodyPathStep, isArray: boolean): boolean {
  if (typeof step !== 'object') return member.key === String(step);
  if (!isArray) return false;
  const field = findChild(bytes, member.start, step.field);
  if (field === undefined) return false;
  const named = findChild(bytes, field.start, '/') ?? field;
  const { text } = nodeAt(bytes, named.start, undefined, MIN_BUDGET_BYTES).node;
  return text === step.value || text === JSON.stringify(step.value);
}
