/** Converts a deal filter to an SQL condition, equivalent to `dealTest` over a table in memory. */

import { commitmentOfPieceCid } from '../../../shared/domain/deals/piece-cid.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { type Cid, cidToBytes, parseCid } from '../../../shared/domain/encoding/cid.ts';
import type { FilterNode } from '../../../shared/filter/filter.ts';
import type { ChoiceTerm, NumberTerm, PatternTerm } from '../../../shared/filter/filter-term.ts';
import { zDealKind } from '../../../shared/ipc/schemas/deals.ts';
import { digestPrefix } from '../cid-prefix.ts';
import type { Dialect } from '../engine.ts';
import { CID_KINDS } from '../schema.ts';
import {
  addressText,
  BASE32,
  DEAL_KINDS,
  HAS_SECTOR,
  hexOf,
  JOINED_CLAIMS,
  labelText,
  type Moment,
  NO_PIECE,
  PIECE_BYTES,
  PIECE_TEXT_START,
  pieceText,
  stateCondition,
} from './deal-relation.ts';
import { allOf, anyOf, FALSE, not, raw, type Sql, sql, TRUE } from './sql.ts';

export interface FilterContext {
  readonly dialect: Dialect;
  /** Address prefix of the network. */
  readonly letter: 'f' | 't';
  readonly moment: Moment;
}

const LARGEST_BIGINT = 2n ** 63n - 1n;
const LARGEST_DECIMAL = 10n ** 38n - 1n;
const PIECE_LETTERS = 64;
const PIECE_KINDS = [CID_KINDS.piece, CID_KINDS.claim, CID_KINDS.allocation].join(', ');
/** Shorter hex strings occur in almost every piece CID. */
const MIN_DIGITS = 3;

/** Return the (two-valued) condition of a filter. Without a filter everything matches. */
export function filterCondition(node: FilterNode | undefined, context: FilterContext): Sql {
  return node === undefined ? TRUE : compile(node, false, context);
}

function compile(node: FilterNode, isNegated: boolean, context: FilterContext): Sql {
  const turned = (condition: Sql): Sql => (isNegated ? not(condition) : condition);
  switch (node.kind) {
    case 'nothing':
      return FALSE;
    case 'not':
      return compile(node.node, !isNegated, context);
    case 'all':
    case 'any': {
      const parts = node.nodes.map((part) => compile(part, isNegated, context));
      return (node.kind === 'all') === isNegated ? anyOf(parts) : allOf(parts);
    }
    case 'text':
      return turned(textCondition(node.text, context));
    case 'pattern':
      return turned(patternCondition(node, context));
    case 'choice':
      return turned(choiceCondition(node, context));
    case 'number':
      return turned(numberCondition(node, context));
    default:
      return node satisfies never;
  }
}

/** A word without a field: part of a piece CID, label or address, or a whole number. */
function textCondition(text: string, context: FilterContext): Sql {
  const part = { pattern: text, isWhole: false };
  const id = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  return anyOf([
    pieceCondition(part, context),
    labelCondition(part, context),
    addressCondition('client_id', part, context),
    addressCondition('provider_id', part, context),
    id === undefined ? FALSE : sql`(id = ${id} OR (kind = 0 AND id IN (SELECT deal_id FROM ${JOINED_CLAIMS} WHERE claim_id = ${id})))`,
  ]);
}

type Pattern = Pick<PatternTerm, 'pattern' | 'isWhole'>;

function patternCondition(term: PatternTerm, context: FilterContext): Sql {
  switch (term.field) {
    case 'piece':
      return pieceCondition(term, context);
    case 'label':
      return labelCondition(term, context);
    case 'client':
      return addressCondition('client_id', wholeId(term), context);
    case 'provider':
      return addressCondition('provider_id', wholeId(term), context);
    default:
      throw new Error(`The filter has no condition for the field ${term.field}.`);
  }
}

/** Match a whole address: f01 does not match f01000. */
function wholeId(term: PatternTerm): Pattern {
  return /^[ft]0\d+$/.test(term.pattern) ? { pattern: term.pattern, isWhole: true } : term;
}

function addressCondition(column: 'client_id' | 'provider_id', { pattern, isWhole }: Pattern, { letter, dialect }: FilterContext): Sql {
  if (!/^[ft0-9*]+$/.test(pattern) || (!isWhole && pattern.includes('*'))) return FALSE;
  if (isWhole && !pattern.includes('*')) {
    const id = /^[ft]0(0|[1-9]\d{0,18})$/.exec(pattern)?.[1];
    const isOwn = id !== undefined && pattern.startsWith(letter) && BigInt(id) <= LARGEST_BIGINT;
    return isOwn ? sql`(${raw(column)} = ${BigInt(id)})` : FALSE;
  }
  if (!isWhole && `${letter}0`.includes(pattern)) return TRUE;
  return fits(addressText(column, letter), { pattern, isWhole }, dialect);
}

function labelCondition(term: Pattern, { dialect }: FilterContext): Sql {
  return fits(sql`lower(${labelText(dialect)})`, term, dialect);
}

function pieceCondition(term: Pattern, context: FilterContext): Sql {
  const { pattern, isWhole } = term;
  const without = fitsText(NO_PIECE, term) ? raw('(octet_length(piece_cid) = 0)') : FALSE;
  return anyOf([without, knownPieceCondition(pattern, isWhole, context)]);
}

/** Match the piece CID. Computes its text only if the bytes may match. */
function knownPieceCondition(pattern: string, isWhole: boolean, { dialect }: FilterContext): Sql {
  const parts = isWhole ? pattern.split('*') : ['', pattern, ''];
  if (parts.some((part) => [...part].some((letter) => !BASE32.includes(letter)))) return FALSE;
  const has = raw('(octet_length(piece_cid) > 0)');
  const inner = parts.filter((part) => part !== '');
  const [only] = inner;
  if (only === undefined) return has;
  if (inner.length === 1) {
    if (parts[0] === '' && parts.at(-1) === '' && PIECE_TEXT_START.includes(only)) return has;
    if (parts[0] === only && PIECE_TEXT_START.startsWith(only) && parts.length === 2) return has;
    const isStart = parts[0] === '' ? parts.at(-1) === '' && only.startsWith(PIECE_TEXT_START) : true;
    if (parts.length === 1 || (isStart && only.length === PIECE_LETTERS)) return pieceEquals(only);
    if (isStart && only.startsWith(PIECE_TEXT_START)) return pieceStarts(only);
  }
  const longest = inner.reduce((best, part) => (part.length > best.length ? part : best));
  return allOf([holdsDigits(longest, dialect), has, fits(pieceText(dialect), { pattern, isWhole }, dialect)]);
}

/** Match by the table of CIDs, which is indexed. */
function pieceEquals(text: string): Sql {
  let cid: Cid;
  try {
    cid = parseCid(text);
    commitmentOfPieceCid(cid);
  } catch (error) {
    if (error instanceof DomainError) return FALSE;
    throw error;
  }
  if (cid !== text) return FALSE;
  // Includes claims and allocations; the bytes decide whose ID it is.
  const known = sql`id IN (SELECT deal_id FROM cids WHERE prefix = ${digestPrefix(cid)} AND kind IN (${raw(PIECE_KINDS)}))`;
  return sql`(piece_cid = ${cidToBytes(cid)} AND ${known})`;
}

/** Range of all bytes with the prefix. */
function pieceStarts(text: string): Sql {
  if (text.length > PIECE_LETTERS) return FALSE;
  const bits = bitsOf(text.slice(1));
  const end = (digit: string): Uint8Array => {
    const filled = bits.slice(0, PIECE_BYTES * 8).padEnd(PIECE_BYTES * 8, digit);
    return Uint8Array.from({ length: PIECE_BYTES }, (_, index) => Number.parseInt(filled.slice(index * 8, index * 8 + 8), 2));
  };
  return sql`(piece_cid >= ${end('0')} AND piece_cid <= ${end('1')})`;
}

function bitsOf(letters: string): string {
  return [...letters].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
}

/**
 * Whether the bytes may contain base32 characters at any position: characters have 5 bits and hex digits 4, so there are four
 * alignments of the digits that are covered completely. The first character of a CID is its base and not part of the bytes.
 */
function holdsDigits(letters: string, dialect: Dialect): Sql {
  const bits = bitsOf(letters.startsWith('b') ? letters.slice(1) : letters);
  const ways = [0, 1, 2, 3].map((skipped) => {
    const whole = bits.slice(skipped, skipped + Math.floor((bits.length - skipped) / 4) * 4);
    return (whole.match(/.{4}/g) ?? []).map((digit) => Number.parseInt(digit, 2).toString(16)).join('');
  });
  // The last character has three bits beyond the bytes.
  const shown = ways.map((digits) => digits.slice(0, -1));
  if (shown.some((digits) => digits.length < MIN_DIGITS)) return TRUE;
  return anyOf(shown.map((digits) => holds(hexOf(raw('piece_cid'), dialect), digits, dialect)));
}

function choiceCondition({ field, choice }: ChoiceTerm, { moment }: FilterContext): Sql {
  switch (field) {
    case 'state':
      return stateCondition(choice, moment);
    case 'verified':
      return choice === 'yes' ? raw('is_verified') : raw('(NOT is_verified)');
    case 'kind': {
      const kind = zDealKind.safeParse(choice);
      return kind.success ? sql`(kind = ${DEAL_KINDS[kind.data]})` : FALSE;
    }
    default:
      throw new Error(`The filter has no condition for the field ${field}.`);
  }
}

const NUMBERS: Readonly<Record<string, { readonly value: Sql; readonly exists: Sql; readonly largest: bigint }>> = {
  id: { value: raw('id'), exists: TRUE, largest: LARGEST_BIGINT },
  sector: { value: raw('sector_number'), exists: HAS_SECTOR, largest: LARGEST_BIGINT },
  size: { value: raw('piece_size'), exists: TRUE, largest: LARGEST_BIGINT },
  start: { value: raw('start_epoch'), exists: raw('(start_epoch IS NOT NULL)'), largest: LARGEST_BIGINT },
  end: { value: raw('end_epoch'), exists: TRUE, largest: LARGEST_BIGINT },
  price: { value: raw('price'), exists: raw('(price IS NOT NULL)'), largest: LARGEST_DECIMAL },
};

/** Columns are integers: a fraction in a filter is rounded to its side. Beyond 2^53 only bigint steps by one. */
function numberCondition(term: NumberTerm, { moment }: FilterContext): Sql {
  const [from, to] = [term.value, term.to].map((value) => (value === undefined ? undefined : placed(value, term, moment)));
  if (from === undefined) return FALSE;
  const [above, below] = [BigInt(Math.ceil(from)), BigInt(Math.floor(to ?? from))];
  if (to !== undefined) return between(term.field, above, below);
  switch (term.comparison) {
    case '=':
      return between(term.field, above, below);
    case '>=':
      return between(term.field, above, undefined);
    case '>':
      return between(term.field, below + 1n, undefined);
    case '<=':
      return between(term.field, undefined, below);
    case '<':
      return between(term.field, undefined, above - 1n);
    default:
      return term.comparison satisfies never;
  }
}

function between(field: string, low: bigint | undefined, high: bigint | undefined): Sql {
  const column = NUMBERS[field];
  if (column === undefined) throw new Error(`The filter has no condition for the field ${field}.`);
  const { value, exists, largest } = column;
  const [least, most] = [low ?? -largest, high ?? largest];
  if (least > most || least > largest || most < -largest) return FALSE;
  const parts = [exists];
  if (least === most) parts.push(sql`${value} = ${least}`);
  else {
    if (least > -largest) parts.push(sql`${value} >= ${least}`);
    if (most < largest) parts.push(sql`${value} <= ${most}`);
  }
  // A missing value matches no range, and matches its negation.
  const condition = allOf(parts);
  return exists === TRUE || condition === TRUE ? condition : sql`coalesce(${condition}, FALSE)`;
}

/** Convert a time value to an epoch; undefined if the chain's clock is unknown. */
function placed(value: number, { base }: NumberTerm, moment: Moment): number | undefined {
  if (base === undefined) return value;
  return base === 'head' ? moment.head + value : moment.epochOf(value);
}

/** Match a lower-case text in SQL. */
function fits(text: Sql, { pattern, isWhole }: Pattern, dialect: Dialect): Sql {
  if (!isWhole) return holds(text, pattern, dialect);
  if (!pattern.includes('*')) return sql`(${text} = ${pattern})`;
  const like = pattern.replace(/[!%_]/g, '!$&').replace(/\*+/g, '%');
  return sql`(${text} LIKE ${like} ESCAPE '!')`;
}

function holds(text: Sql, part: string, dialect: Dialect): Sql {
  return dialect === 'duckdb' ? sql`contains(${text}, ${part})` : sql`(strpos(${text}, ${part}) > 0)`;
}

/** Match a text in memory. */
function fitsText(text: string, { pattern, isWhole }: Pattern): boolean {
  if (!isWhole) return text.includes(pattern);
  const escaped = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`, 's').test(text);
}
