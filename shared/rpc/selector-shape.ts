/**
 * Checks and corrects tipset selectors. Rules: Lotus chain/types/tipset_selector.go, where `previous` defaults to false and the
 * anchor may be absent or empty. Forest requires `previous`.
 */
import { TIPSET_TAGS } from '../domain/chain/tipset-selector.ts';
import { isRecord, toNumber } from './repair-values.ts';

const FORMS = '{"tag":"latest"}, {"key":[…]} or {"height":{"at":…,"previous":true,"anchor":{"tag":"latest"}}}';
const FIELDS = ['tag', 'key', 'height'] as const;

/** Whether a value is meant as a tipset selector, valid or not. */
function isSelectorLike(value: unknown): boolean {
  // A whole tipset also has a height.
  return (
    isRecord(value) &&
    !Object.hasOwn(value, 'Cids') &&
    Object.keys(value).some((field) => FIELDS.some((known) => known === field.toLowerCase()))
  );
}

/** Why every node refuses a selector; undefined if any node accepts it. */
export function selectorFault(value: unknown): string | undefined {
  if (!isRecord(value)) return `Expected a tipset selector: ${FORMS}.`;
  const given = FIELDS.filter((field) => value[field] !== undefined && value[field] !== null);
  if (given.length !== 1) return 'A tipset selector must have exactly one of the fields tag, key and height, in lower case.';
  if (value.height === undefined || value.height === null) return anchorFault(value);
  const { height } = value;
  if (!isRecord(height)) return 'height must be an object: {"at":…,"previous":true,"anchor":{"tag":"latest"}}.';
  const { at, previous, anchor } = height;
  const isEpoch = (typeof at === 'number' && Number.isSafeInteger(at) && at >= 0) || (typeof at === 'bigint' && at >= 0n);
  if (!isEpoch) return 'height.at must be an epoch: an integer from 0.';
  if (!isMissing(previous) && typeof previous !== 'boolean') {
    return 'height.previous must be true or false: whether a null round returns the tipset before it.';
  }
  if (isEmptyAnchor(anchor)) return undefined;
  return isRecord(anchor) ? anchorFault(anchor) : 'height.anchor must be an object with a tag or a key.';
}

/** Whether the node chooses the anchor. */
export function isEmptyAnchor(anchor: unknown): boolean {
  return isMissing(anchor) || (isRecord(anchor) && isMissing(anchor.tag) && isMissing(anchor.key));
}

/** Go treats null like an absent field. */
export function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function anchorFault({ tag, key }: Readonly<Record<string, unknown>>): string | undefined {
  const hasTag = tag !== undefined && tag !== null;
  const hasKey = key !== undefined && key !== null;
  if (hasTag === hasKey) return 'Expected either a tag or a key.';
  if (hasTag)
    return TIPSET_TAGS.some((known) => known === tag) ? undefined : `The tag must be one of ${TIPSET_TAGS.join(', ')}, in lower case.`;
  return Array.isArray(key) && key.length > 0 && key.every((link) => isRecord(link) && typeof link['/'] === 'string')
    ? undefined
    : 'The key must be an array with the CIDs of all blocks of the tipset.';
}

/**
 * The selector a value was probably meant to be; else the value itself.
 *
 * @param linksOf the CIDs of a tipset key, as links; undefined if it contains anything else
 */
export function selectorOf(value: unknown, linksOf: (value: unknown) => readonly unknown[] | undefined): unknown {
  if (selectorFault(value) === undefined) return value;
  if (value === null || (Array.isArray(value) && value.length === 0)) return { tag: 'latest' };
  const tag = tagOf(value);
  if (tag !== undefined) return { tag };
  const epoch = toNumber(value);
  if (typeof epoch === 'number') return heightOf({ at: epoch });
  if (!isSelectorLike(value) || !isRecord(value)) {
    const links = linksOf(value);
    return links === undefined || links.length === 0 ? value : { key: links };
  }
  const fields = lowerCase(value);
  const given = FIELDS.filter((field) => fields[field] !== undefined && fields[field] !== null);
  const changed = given.length !== 1 ? value : given[0] === 'height' ? heightOf(fields.height, linksOf) : anchorOf(fields, linksOf);
  return selectorFault(changed) === undefined ? changed : value;
}

function heightOf(height: unknown, linksOf: (value: unknown) => readonly unknown[] | undefined = () => undefined): unknown {
  const given = isRecord(height) ? lowerCase(height) : { at: height };
  const { at, previous, anchor } = given;
  const base = isEmptyAnchor(anchor) ? { tag: 'latest' } : isRecord(anchor) ? lowerCase(anchor) : { tag: anchor };
  // Lotus' default of `previous`, which Forest requires.
  return { height: { at: toNumber(at), previous: previous ?? false, anchor: anchorOf(base, linksOf) } };
}

function anchorOf(fields: Readonly<Record<string, unknown>>, linksOf: (value: unknown) => readonly unknown[] | undefined): unknown {
  const tag = tagOf(fields.tag);
  return tag === undefined ? { key: linksOf(fields.key) ?? fields.key } : { tag };
}

function tagOf(value: unknown): string | undefined {
  return typeof value === 'string' ? TIPSET_TAGS.find((tag) => tag === value.trim().toLowerCase()) : undefined;
}

function lowerCase(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]));
}
