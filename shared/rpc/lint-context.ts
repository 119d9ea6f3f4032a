/** A call taken apart for the rules of the lint: its text as a tree, its parameters by name, and every value whose kind is known. */
import { parseAddress } from '../domain/address.ts';
import { DomainError } from '../domain/domain-error.ts';
import { MASK } from '../text/mask.ts';
import { type JsonNode, type JsonProblem, readJsonText } from './json-text.ts';
import type { LintCall } from './lint.ts';
import { writeLosslessJson } from './lossless-json.ts';
import { type MethodFacts, methodFacts, v0ParamNames } from './methods.ts';
import { KINDS, type ParameterKind, parameterFacts } from './parameter-kinds.ts';
import { bareMethod, paramNames } from './repair.ts';
import { FIELD_KINDS } from './repair-values.ts';

/** A value of which the kind is known: a parameter, an item of it or a field in it. */
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
  /** Of `params`, as typed or written from the value. */
  readonly text: string;
  /** Without its namespace. */
  readonly method: string;
  readonly facts?: MethodFacts;
  /** Names of the method's parameters in this version of the interface. */
  readonly names?: readonly string[];
  readonly root?: JsonNode;
  readonly problem?: JsonProblem;
  /** The parameters, where they are a list. */
  readonly items?: readonly JsonNode[];
  readonly leaves: readonly Leaf[];
  /** Values that a recording hides: nothing is said of their form. */
  readonly masked: readonly Leaf[];
  /** Why a text is no address; undefined where it is one. */
  readonly addressFault: (text: string) => string | undefined;
}

const MAX_LEAVES = 20_000;
const MAX_FIELD_DEPTH = 6;

/** Methods that take null where others need a value: for StateMinerPower it stands for the whole network. */
const NULLABLE: ReadonlySet<string> = new Set(['StateMinerPower.address', 'StateCompute.messages']);

/** Fields beside those of messages, by the names that Lotus gives them in parameters. */
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
  // A list that fits another version of the interface is put into this one's order first: until then its values are that one's.
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

/** Checksums are costly, and a list of messages has the same few addresses again and again. */
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

/** Kinds of what a list holds. */
const ITEMS: Readonly<Partial<Record<ParameterKind, ParameterKind>>> = {
  addresses: 'address',
  integers: 'integer',
  texts: 'text',
  messages: 'message',
  signedMessages: 'signedMessage',
  objects: 'object',
};
const HAS_FIELDS: ReadonlySet<ParameterKind> = new Set<ParameterKind>(['message', 'signedMessage', 'signature', 'object']);

/** Fields of a signature; elsewhere `Type` and `Data` are other things. */
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
  // Of equal names the last one counts.
  for (const [key, value] of new Map(node.fields.map((field) => [field.key, field.value]))) {
    const ofSignature = kind === 'signature' ? SIGNATURE_FIELDS.get(key) : undefined;
    const field = ofSignature ?? FIELD_KINDS.get(key) ?? OTHER_FIELDS.get(key) ?? (value.kind === 'object' ? 'object' : undefined);
    if (field === undefined) continue;
    addLeaves(leaves, { node: value, path: [...path, key], kind: field, name: key, isField: true, isNullable: true }, depth + 1);
  }
}

/** A kind or a field in the middle of a sentence. */
export function nameOf({ name, kind, isField }: Leaf): string {
  return isField ? `the field ${name}` : `the parameter ${name} (${KINDS[kind].words})`;
}

/** JSON with integers beyond 2^53 as they are. What JSON cannot hold, or what throws when it is read, is nothing at all. */
export function writeJson(value: unknown): string {
  try {
    return value === undefined ? '' : writeLosslessJson(value);
  } catch {
    // A value of no JSON: there is no text to look at.
    return '';
  }
}
