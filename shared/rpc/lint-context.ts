/** A call parsed for the linter rules: its text as a tree, its parameters by name, and every value of a known kind. */
import { parseAddress } from '../domain/addresses/address.ts';
import { DomainError } from '../domain/domain-error.ts';
import { MASK } from '../text/mask.ts';
import { type JsonNode, type JsonProblem, readJsonText } from './json-text.ts';
import type { LintCall } from './lint.ts';
import { writeLosslessJson } from './lossless-json.ts';
import { type MethodFacts, methodFacts, v0ParamNames } from './methods.ts';
import { KINDS, type ParameterKind, parameterFacts } from './parameter-kinds.ts';
import { bareMethod, paramNames } from './repair.ts';
import { FIELD_KINDS } from './repair-values.ts';

/** A value of a known kind: a parameter, or an item or field in one. */
export interface Leaf {
  readonly node: JsonNode;
  readonly path: readonly (string | number)[];
  readonly kind: ParameterKind;
  /** Name of the parameter or field. */
  readonly name: string;
  readonly isField: boolean;
  readonly isNullable: boolean;
}

export interface LintContext {
  readonly call: LintCall;
  /** JSON of `params`, as typed or written from the value. */
  readonly text: string;
  /** Without the namespace. */
  readonly method: string;
  readonly facts?: MethodFacts;
  /** Parameter names in this API version. */
  readonly names?: readonly string[];
  readonly root?: JsonNode;
  readonly problem?: JsonProblem;
  /** The parameters, if they are an array. */
  readonly items?: readonly JsonNode[];
  readonly leaves: readonly Leaf[];
  /** Values masked in a recording; their form is not checked. */
  readonly masked: readonly Leaf[];
  /** Why a text is not a valid address; undefined if it is. */
  readonly addressFault: (text: string) => string | undefined;
}

const MAX_LEAVES = 20_000;
const MAX_FIELD_DEPTH = 6;

/** Parameters that may be null, unlike those of the same name elsewhere: for StateMinerPower, null is the whole network. */
const NULLABLE: ReadonlySet<string> = new Set(['StateMinerPower.address', 'StateCompute.messages']);

/** Kinds of fields other than those of messages, by their names in Lotus. */
const OTHER_FIELDS: ReadonlyMap<string, ParameterKind> = new Map<string, ParameterKind>([
  ['fromHeight', 'epoch'],
  ['toHeight', 'epoch'],
  ['Data', 'bytes'],
  ['PrivateKey', 'bytes'],
  ['SealedCID', 'cid'],
  ['ChannelAddr', 'address'],
  ['Signature', 'signature'],
]);

export function contextOf(call: LintCall): LintContext {
  const text = call.paramsText ?? writeJson(call.params);
  const method = bareMethod(call.method);
  const facts = methodFacts(call.method);
  const names = paramNames(facts?.name ?? method, call.apiVersion);
  const reading = readJsonText(text);
  const root = 'node' in reading ? reading.node : undefined;
  const items = root?.kind === 'array' ? root.items : undefined;
  const all: Leaf[] = [];
  // Parameters that fit another API version are checked by its names, until they are reordered.
  const isCountRight = names?.length === items?.length || (facts?.isLastOptional === true && items?.length === facts.params.length - 1);
  const listNames = isCountRight
    ? names
    : ([facts?.params, v0ParamNames(method)].find((others) => others?.length === items?.length) ?? names);
  for (const [index, node] of (items ?? []).entries()) {
    const name = listNames?.[index];
    const parameter = name === undefined ? undefined : parameterFacts(name);
    if (name === undefined || parameter === undefined) continue;
    const isNullable = parameter.isNullable || NULLABLE.has(`${method}.${name}`);
    addLeaves(all, { node, path: [index], kind: parameter.kind, name, isField: false, isNullable }, 0);
  }
  return {
    call,
    text,
    method,
    ...(facts === undefined ? {} : { facts }),
    ...(names === undefined ? {} : { names }),
    ...(root === undefined ? {} : { root }),
    ...('problem' in reading ? { problem: reading.problem } : {}),
    ...(items === undefined ? {} : { items }),
    leaves: all.filter((leaf) => !isMasked(leaf)),
    masked: all.filter(isMasked),
    addressFault: addressFaults(),
  };
}

function isMasked({ node }: Leaf): boolean {
  return node.kind === 'string' && node.text === MASK;
}

/** Caches results: checksums are costly, and messages repeat a few addresses. */
function addressFaults(): (text: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (text) => {
    if (!known.has(text)) known.set(text, addressFault(text));
    return known.get(text);
  };
}

function addressFault(text: string): string | undefined {
  try {
    parseAddress(text);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

/** Kinds of the items of a list. */
const ITEMS: Readonly<Partial<Record<ParameterKind, ParameterKind>>> = {
  addresses: 'address',
  integers: 'integer',
  texts: 'text',
  messages: 'message',
  signedMessages: 'signedMessage',
  objects: 'object',
};
const HAS_FIELDS: ReadonlySet<ParameterKind> = new Set<ParameterKind>(['message', 'signedMessage', 'signature', 'object']);

/** Only in a signature: elsewhere `Type` and `Data` differ. */
const SIGNATURE_FIELDS: ReadonlyMap<string, ParameterKind> = new Map<string, ParameterKind>([
  ['Type', 'signatureType'],
  ['Data', 'bytes'],
]);

function addLeaves(leaves: Leaf[], leaf: Leaf, depth: number): void {
  if (leaves.length >= MAX_LEAVES || depth > MAX_FIELD_DEPTH) return;
  leaves.push(leaf);
  const { node, path, kind } = leaf;
  const item = ITEMS[kind];
  if (item !== undefined && node.kind === 'array') {
    for (const [index, child] of node.items.entries()) {
      if (leaves.length >= MAX_LEAVES) return;
      addLeaves(leaves, { ...leaf, node: child, path: [...path, index], kind: item, isNullable: false }, depth + 1);
    }
  }
  if (!HAS_FIELDS.has(kind) || node.kind !== 'object') return;
  // Of duplicate fields, the last one counts.
  for (const [key, value] of new Map(node.fields.map((field) => [field.key, field.value]))) {
    const ofSignature = kind === 'signature' ? SIGNATURE_FIELDS.get(key) : undefined;
    const field = ofSignature ?? FIELD_KINDS.get(key) ?? OTHER_FIELDS.get(key) ?? (value.kind === 'object' ? 'object' : undefined);
    if (field === undefined) continue;
    addLeaves(leaves, { node: value, path: [...path, key], kind: field, name: key, isField: true, isNullable: true }, depth + 1);
  }
}

/** A parameter or field, as part of a sentence. */
export function nameOf({ name, kind, isField }: Leaf): string {
  return isField ? `the field ${name}` : `the parameter ${name} (${KINDS[kind].words})`;
}

/** JSON with exact integers beyond 2^53; empty for values that are not JSON. */
export function writeJson(value: unknown): string {
  try {
    return value === undefined ? '' : writeLosslessJson(value);
  } catch {
    // Not a JSON value.
    return '';
  }
}
