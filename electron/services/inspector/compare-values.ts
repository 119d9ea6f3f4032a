/**
 * Finds the differences of two JSON values: fields in any order, exact numbers, lists by index or by the identity of their items.
 *
 * Both values may come from a hostile node: visited values and reported differences are limited, and recursion is limited by the parser.
 */
import { type BodyPathStep, writeBodyPath } from '../../../shared/inspector/body-path.ts';
import type { CallDifference } from '../../../shared/ipc/schemas/inspector.ts';
import { writeLosslessJson } from '../../../shared/rpc/lossless-json.ts';
import { isRecord } from '../../../shared/rpc/repair-values.ts';
import { MASK } from '../../../shared/text/mask.ts';

export interface ComparisonLimits {
  readonly differences: number;
  readonly values: number;
}

export interface ValueComparison {
  readonly differences: CallDifference[];
  /** Number of equal leaves. */
  readonly equalCount: number;
  /** Number of leaves masked on both sides, which may differ. */
  readonly maskedCount: number;
  readonly isTruncated: boolean;
}

const MAX_TEXT = 400;
/** Maximum length of a reported path. */
const MAX_PATH = 1000;
/** Fields that identify the items of a list, most specific first. */
const IDENTITY_FIELDS = ['/', 'CID', 'Cid', 'cid', 'ID', 'Id', 'id', 'SectorNumber', 'SectorID', 'DealID', 'hash', 'transactionHash'];

interface Walk {
  readonly limits: ComparisonLimits;
  readonly differences: CallDifference[];
  equalCount: number;
  maskedCount: number;
  visited: number;
  isTruncated: boolean;
}

/**
 * Compare two parsed values; `undefined` stands for a missing side.
 *
 * @param ignored fields of the outermost object to ignore
 */
export function compareValues(left: unknown, right: unknown, limits: ComparisonLimits, ignored: readonly string[] = []): ValueComparison {
  const walk: Walk = { limits, differences: [], equalCount: 0, maskedCount: 0, visited: 0, isTruncated: false };
  visit(without(left, ignored), without(right, ignored), [], walk);
  const { differences, equalCount, maskedCount, isTruncated } = walk;
  return { differences, equalCount, maskedCount, isTruncated };
}

function without(value: unknown, ignored: readonly string[]): unknown {
  return isRecord(value) && ignored.length > 0
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !ignored.includes(name)))
    : value;
}

function visit(left: unknown, right: unknown, path: readonly BodyPathStep[], walk: Walk): void {
  if (walk.isTruncated) {
    return;
  }
  walk.visited += 1;
  if (walk.visited > walk.limits.values) {
    walk.isTruncated = true;
    return;
  }
  if (left === undefined || right === undefined) {
    if (left !== right) {
      report(walk, path, left === undefined ? 'added' : 'removed', left, right);
    }
    return;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    visitLists(left, right, path, walk);
    return;
  }
  if (isRecord(left) && isRecord(right)) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    for (const name of names) {
      visit(own(left, name), own(right, name), [...path, name], walk);
    }
    if (names.size === 0) {
      walk.equalCount += 1;
    }
    return;
  }
  if (!isSameLeaf(left, right)) {
    report(walk, path, 'changed', left, right);
  } else if (typeof left === 'string' && left.includes(MASK)) {
    walk.maskedCount += 1;
  } else {
    walk.equalCount += 1;
  }
}

function visitLists(left: readonly unknown[], right: readonly unknown[], path: readonly BodyPathStep[], walk: Walk): void {
  const leftPlaces = placesByIdentity(left);
  const rightPlaces = leftPlaces === undefined ? undefined : placesByIdentity(right);
  if (left.length === 0 && right.length === 0) {
    walk.equalCount += 1;
  } else if (leftPlaces === undefined || rightPlaces === undefined) {
    for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
      visit(left[index], right[index], [...path, index], walk);
    }
  } else {
    for (const [identity, index] of leftPlaces) {
      const place = rightPlaces.get(identity);
      visit(left[index], place === undefined ? undefined : right[place], [...path, index], walk);
    }
    for (const [identity, index] of rightPlaces) {
      if (!leftPlaces.has(identity)) {
        visit(undefined, right[index], [...path, index], walk);
      }
    }
  }
}

/** Index the items by their identity; undefined if an item has none or shares it. */
function placesByIdentity(items: readonly unknown[]): ReadonlyMap<string, number> | undefined {
  const places = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const identity = identityOf(item);
    if (identity === undefined || places.has(identity)) {
      return undefined;
    }
    places.set(identity, index);
  }
  return places.size === 0 ? undefined : places;
}

function identityOf(item: unknown): string | undefined {
  if (!isRecord(item)) {
    return undefined;
  }
  for (const name of IDENTITY_FIELDS) {
    const field = own(item, name);
    const value = isRecord(field) ? own(field, '/') : field;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
      return `${name} ${value}`;
    }
  }
  return undefined;
}

function report(walk: Walk, steps: readonly BodyPathStep[], kind: CallDifference['kind'], left: unknown, right: unknown): void {
  if (walk.differences.length >= walk.limits.differences) {
    walk.isTruncated = true;
    return;
  }
  const path = writeBodyPath(steps);
  walk.differences.push({
    path: path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path,
    kind,
    ...(left === undefined ? {} : { left: shown(left) }),
    ...(right === undefined ? {} : { right: shown(right) }),
  });
}

/** Format JSON text with a length limit; a long list is only counted. */
function shown(value: unknown): string {
  if (typeof value === 'string') {
    return cut(JSON.stringify(value.slice(0, MAX_TEXT)));
  }
  if (Array.isArray(value)) {
    return value.length > MAX_TEXT ? `[… ${value.length} items]` : cut(writeLosslessJson(value));
  }
  return cut(writeLosslessJson(value));
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}

function isSameLeaf(left: unknown, right: unknown): boolean {
  if (typeof left === 'object' || typeof right === 'object') {
    return left === right;
  }
  // 1e21 and 1000000000000000000000 are equal, although the parser returns one as a double.
  const isMixed = typeof left !== typeof right;
  return isMixed ? isSameNumber(left, right) : left === right;
}

function isSameNumber(left: unknown, right: unknown): boolean {
  const [number, integer] = typeof left === 'number' ? [left, right] : [right, left];
  return typeof number === 'number' && typeof integer === 'bigint' && Number.isInteger(number) && BigInt(number) === integer;
}

function own(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
