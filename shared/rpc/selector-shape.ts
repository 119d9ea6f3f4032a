/**
 * Tipset selectors as people write them: what is wrong with one, and what it has to become. Rules: Lotus chain/types/tipset_selector.go,
 * where `previous` can be left out, which means false, and the anchor can be left out or empty. Forest requires `previous`.
 */
import { TIPSET_TAGS } from '../domain/tipset-selector.ts';
import { isRecord, toNumber } from './repair-values.ts';

const FORMS = '{"tag":"latest"}, {"key":[…]} or {"height":{"at":…,"previous":true,"anchor":{"tag":"latest"}}}';
const FIELDS = ['tag', 'key', 'height'] as const;

/** Whether a value names a tipset as /rpc/v2 takes it, even if something in it is wrong. */
function isSelectorLike(value: unknown): boolean {
  // A whole tipset has a height too.
  return (
    isRecord(value) &&
    !Object.hasOwn(value, 'Cids') &&
    Object.keys(value).some((field) => FIELDS.some((known) => known === field.toLowerCase()))
  );
}

/** What every node refuses about a selector, as a sentence; undefined where one takes it. */
export function selectorFault(value: unknown): string | undefined {
  if (!isRecord(value)) return `A tipset selector belongs here: ${FORMS}.`;
  const given = FIELDS.filter((field) => value[field] !== undefined && value[field] !== null);
  if (given.length !== 1) return 'A tipset selector has exactly one of the fields tag, key and height, in lower case.';
  if (value.height === undefined || value.height === null) return anchorFault(value);
  const { height } = value;
  if (!isRecord(height)) return 'height is an object: {"at":…,"previous":true,"anchor":{"tag":"latest"}}.';
  const { at, previous, anchor } = height;
  const isEpoch = (typeof at === 'number' && Number.isSafeInteger(at) && at >= 0) || (typeof at === 'bigint' && at >= 0n);
  if (!isEpoch) return 'height.at is an epoch: a whole number from 0 on.';
  if (!isMissing(previous) && typeof previous !== 'boolean') {
    return 'height.previous is true or false: whether a null round gives the tipset before it.';
  }
  if (isEmptyAnchor(anchor)) return undefined;
  return isRecord(anchor) ? anchorFault(anchor) : 'height.anchor is an object with a tag or a key.';
}

/** Whether a height is counted on the tipset that the node chooses. */
export function isEmptyAnchor(anchor: unknown): boolean {
  return isMissing(anchor) || (isRecord(anchor) && isMissing(anchor.tag) && isMissing(anchor.key));
}

/** Go reads null as a field that was left out. */
export function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function anchorFault({ tag, key }: Readonly<Record<string, unknown>>): string | undefined {
  const hasTag = tag !== undefined && tag !== null;
  const hasKey = key !== undefined && key !== null;
  if (hasTag === hasKey) return 'A tag or a key has to be given, and not both.';
  if (hasTag) return TIPSET_TAGS.some((known) => known === tag) ? undefined : `The tag is ${TIPSET_TAGS.join(', ')}, in lower case.`;
  return Array.isArray(key) && key.length > 0 && key.every((link) => isRecord(link) && typeof link['/'] === 'string')
    ? undefined
    : 'The key is a list with the link of every block of the tipset.';
}

/**
 * The selector that was meant, as far as it can be told; else the value as it is.
 *
 * @param linksOf every CID in what may be a tipset key, as links; undefined where something else is in it
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
  // What a missing `previous` means to Lotus, written for Forest too.
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
