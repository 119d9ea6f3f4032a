/**
 * The rules of the lint, one small function each: what go-jsonrpc and Lotus v1.36.2 refuse (api/, chain/types), what lotus-gateway and
 * hosted endpoints do not answer, and what is seldom meant. A rule reads the call and yields what it finds.
 */
import { tryParseAddress } from '../domain/address.ts';
import { type JsonNode, plainValue, readJsonText } from './json-text.ts';
import type { LintSeverity } from './lint.ts';
import { type Leaf, type LintContext, nameOf, writeJson } from './lint-context.ts';
import { methodAlternative } from './method-alternatives.ts';
import { fullMethodName, isRemovedMethod, methodFacts, type RpcVersion, V0_METHODS, v0ParamNames } from './methods.ts';
import type { ParameterKind } from './parameter-kinds.ts';
import { bareMethod, nearestMethods, repairCount, repairList } from './repair.ts';
import { linkOf, shapeOf } from './repair-shapes.ts';
import { isBase64, isRecord } from './repair-values.ts';

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A finding before it has its rule's name and the places in the text. */
export interface Draft {
  readonly message: string;
  readonly why?: string;
  /** In place of the rule's own. */
  readonly severity?: LintSeverity;
  readonly node?: Pick<JsonNode, 'from' | 'to'>;
  readonly path?: readonly (string | number)[];
  readonly fix?: { readonly label: string; readonly edits: readonly Edit[]; readonly method?: string };
}

export interface Rule {
  readonly id: string;
  readonly severity: LintSeverity;
  readonly check: (context: LintContext) => Iterable<Draft>;
}

/** How far hosted endpoints look back (documentation of the hosted Lotus service). */
const HOSTED_LOOKBACK = 2000;
/** A height that is moved into the window keeps this far inside, so that it still is when the call arrives. */
const WINDOW_MARGIN = 20;
const GATEWAY_CONFIDENCE = 20;
/** Lotus build MessageConfidence's upper bound: the chain's finality. */
const NODE_CONFIDENCE = 900;

function isKnown({ facts, method, call }: LintContext): boolean {
  return facts !== undefined || (call.apiVersion === 'v0' && v0ParamNames(method) !== undefined) || isServed(call, method);
}

/** Whether the endpoint tells of the method, by any of its names: a document of methods may have one of them only. */
function isServed(call: LintContext['call'], method: string): boolean {
  const { servedMethods } = call;
  return servedMethods !== undefined && namesOf(call, method).some((name) => servedMethods.has(name));
}

function namesOf({ method, namespace = 'Filecoin' }: LintContext['call'], bare: string): readonly string[] {
  const facts = methodFacts(bare);
  return [method, bare, `${namespace}.${bare}`, `${namespace}.${facts?.name ?? bare}`, facts?.alias ?? bare];
}

function* unknownMethod(context: LintContext): Generator<Draft> {
  const { method, call } = context;
  if (isKnown(context) || isRemovedMethod(method)) return;
  if (method === '') {
    yield { message: 'No method is named.' };
    return;
  }
  if (V0_METHODS.includes(method)) {
    yield { message: `Only /rpc/v0 has ${method}; this connection speaks v1.`, ...alternativeWhy(method) };
    return;
  }
  const [first, ...others] = nearestMethods(method);
  const namespace = call.namespace ?? 'Filecoin';
  yield {
    message:
      first === undefined ? 'No method of this name is known.' : `No method of this name is known: ${[first, ...others].join(', ')}?`,
    severity: call.servedMethods === undefined ? 'warning' : 'error',
    why: 'Method names are case-sensitive. A node may have methods that are not in the catalogue.',
    ...(first === undefined ? {} : { fix: { label: `Call ${first}`, edits: [], method: fullMethodName(first, namespace) } }),
  };
}

function* namespace(context: LintContext): Generator<Draft> {
  const { call, method, facts } = context;
  const expected = call.namespace ?? 'Filecoin';
  if (!call.method.includes('.') || call.method === facts?.alias) return;
  const right = fullMethodName(method, expected);
  if (call.method === right || (facts === undefined && !isKnown(context))) return;
  yield {
    message: right.includes('.') ? `The name has to begin with ${expected}.` : 'Methods of Ethereum have no namespace.',
    why: 'The full name, with its prefix, is required.',
    fix: { label: `Call ${right}`, edits: [], method: right },
  };
}

function alternativeWhy(method: string): { readonly why?: string } {
  const alternative = methodAlternative(method);
  return alternative === undefined ? {} : { why: alternative.sentence };
}

function* removedMethod({ method, call }: LintContext): Generator<Draft> {
  if (!isRemovedMethod(method) || isServed(call, method)) return;
  yield {
    message: 'Lotus removed its deal client and market after release 1.27: only older nodes and storage miners have this method.',
    ...alternativeWhy(method),
  };
}

function* emptyRetrieval({ method }: LintContext): Generator<Draft> {
  if (method !== 'ClientRetrieve' && method !== 'ClientExport') return;
  yield {
    message: 'While the sector of the deal is sealing (pSet: NO), the file is empty (0 KB).',
    why: 'Check the sector first: Sealing, Can this be retrieved?, takes a deal ID or a piece CID.',
  };
}

function* smallPiece({ method }: LintContext): Generator<Draft> {
  if (method !== 'ClientCalcCommP' && method !== 'ClientStartDeal') return;
  yield {
    message: 'A file of less than 127 bytes fails: “Piece must be at least 127 bytes”.',
    why: 'Check its size first; put small files together into one. Many providers take much larger pieces only.',
  };
}

function* minerMethod({ facts, method, call }: LintContext): Generator<Draft> {
  const api = call.api ?? 'full';
  if (facts === undefined || facts.api === api || SHARED.has(method) || isServed(call, method)) return;
  yield facts.api === 'miner'
    ? { message: 'Only a storage miner’s own program has this method.', ...alternativeWhy(method) }
    : { message: 'Only a full node has this method, not the storage miner’s program.', severity: 'warning' };
}

/** Both programs have these (api/api_common.go). */
const SHARED: ReadonlySet<string> = new Set([
  'AuthVerify',
  'AuthNew',
  'LogList',
  'LogSetLevel',
  'LogAlerts',
  'Version',
  'Discover',
  'Shutdown',
  'Session',
  'Closing',
  'StartTime',
  'CreateBackup',
]);

function* notServed(context: LintContext): Generator<Draft> {
  const { call, method, facts } = context;
  const { refusedMethods } = call;
  if (refusedMethods !== undefined && namesOf(call, method).some((name) => refusedMethods.has(name))) {
    yield { message: 'This endpoint was asked for the method and does not serve it.', severity: 'error', ...alternativeWhy(method) };
    return;
  }
  // Documents of methods leave streams out (Lotus build/openrpc).
  if (call.servedMethods === undefined || !isKnown(context) || facts?.isStream === true || isServed(call, method)) return;
  yield { message: 'This endpoint does not list the method among those it serves.', ...alternativeWhy(method) };
}

/** Pushes of messages that are signed already, which endpoints for everyone take. */
const OPEN_PUSHES: ReadonlySet<string> = new Set(['MpoolPush', 'EthSendRawTransaction']);

function* notReading({ facts, call, method }: LintContext): Generator<Draft> {
  if (facts === undefined || call.isReadOnly !== true || facts.permission === 'read' || OPEN_PUSHES.has(facts.name)) return;
  if (isServed(call, method)) return;
  yield {
    message: `This endpoint serves reads and MpoolPush; ${facts.name} needs the permission ${facts.permission}.`,
    why: methodAlternative(facts.name)?.sentence ?? 'Call it on a node of your own with a token that has the permission.',
  };
}

function* streamOverHttp({ facts, call }: LintContext): Generator<Draft> {
  if (facts?.isStream !== true || call.transport === 'ws') return;
  yield { message: 'The method answers with a stream, which plain HTTP cannot carry.', ...alternativeWhy(facts.name) };
}

function* allDeals({ facts }: LintContext): Generator<Draft> {
  if (facts?.name !== 'StateMarketDeals') return;
  yield {
    message: 'The list of all deals has tens of millions of entries: on mainnet the call does not come to an end.',
    ...alternativeWhy('StateMarketDeals'),
  };
}

function* heavy({ facts, items }: LintContext): Generator<Draft> {
  if (facts?.isHeavy !== true || facts.name === 'StateMarketDeals') return;
  // A list of a miner's sectors is small once it is told which.
  if (facts.name === 'StateMinerSectors' && items?.[1]?.kind === 'array') return;
  const why = facts.isV2Only ? {} : alternativeWhy(facts.name);
  yield { message: 'The call may keep the node busy for long, or answer with many megabytes.', ...why };
}

function* notJson({ problem, text }: LintContext): Generator<Draft> {
  if (problem === undefined || text.trim() === '' || isBareList(text)) return;
  const at = Math.min(problem.at, text.length);
  yield { message: `This is no JSON: ${problem.message}.`, node: { from: at, to: Math.min(at + 1, text.length) } };
}

/** Parameters without the brackets around them. */
function isBareList(text: string): boolean {
  return !text.trimStart().startsWith('[') && 'node' in readJsonText(`[${text}]`);
}

/** A whole request where its parameters belong: the parts of it. */
function requestParts({ root }: LintContext): { method?: string; params?: JsonNode; hasId: boolean } | undefined {
  if (root?.kind !== 'object') return undefined;
  const field = (name: string) => root.fields.findLast(({ key }) => key === name)?.value;
  const method = field('method');
  if (method?.kind !== 'string' || (field('jsonrpc') === undefined && field('params') === undefined)) return undefined;
  const params = field('params');
  const id = field('id');
  return {
    method: method.text,
    ...(params === undefined ? {} : { params }),
    hasId: id !== undefined && !(id.kind === 'literal' && id.value === null),
  };
}

function* wholeRequest(context: LintContext): Generator<Draft> {
  const { root, text } = context;
  const parts = requestParts(context);
  if (parts === undefined || root === undefined) return;
  const params = parts.params === undefined ? '[]' : text.slice(parts.params.from, parts.params.to);
  yield {
    message: parts.hasId
      ? 'This is a whole request: only its parameters belong here.'
      : 'This is a whole request, and a notification: without an id it is carried out and never answered.',
    node: root,
    fix: {
      label: 'Keep its parameters',
      edits: [{ from: 0, to: text.length, text: params }],
      ...(parts.method === undefined || bareMethod(parts.method) === context.method ? {} : { method: parts.method }),
    },
  };
}

function* notList(context: LintContext): Generator<Draft> {
  const { root, text, items } = context;
  if (items !== undefined || requestParts(context) !== undefined) return;
  const isBare = root === undefined && isBareList(text);
  if (root === undefined && !isBare && text.trim() !== '') return;
  const fix = isBare ? `[${text}]` : listText(context);
  yield {
    message: 'Parameters have to be a list, also where there is one or none.',
    why: 'go-jsonrpc takes parameters by their place; hosted endpoints refuse a call without [].',
    ...(root === undefined ? {} : { node: root }),
    ...(fix === undefined ? {} : { fix: { label: 'Make it a list', edits: [{ from: 0, to: text.length, text: fix }] } }),
  };
}

/** The list that the correction of a failed request makes of it, every value in the text that it was typed in. */
function listText({ call, root, text }: LintContext): string | undefined {
  const texts = new Map<unknown, string>();
  const carried = (node: JsonNode): unknown => {
    const token: unknown[] = [];
    texts.set(token, text.slice(node.from, node.to));
    return token;
  };
  let params: unknown;
  if (root?.kind === 'object') {
    params = Object.fromEntries(root.fields.map(({ key, value }) => [key, carried(value)]));
    texts.set(params, text.slice(root.from, root.to));
  } else if (root !== undefined && !(root.kind === 'literal' && root.value === null)) {
    params = plainValue(root);
    texts.set(params, text.slice(root.from, root.to));
  }
  const repaired = repairList({ method: call.method, params, layer: 'rpc', message: '', ...versionOf(call) });
  if (repaired === undefined) return root === undefined ? '[]' : `[${text.trim()}]`;
  return `[${repaired.params.map((value) => texts.get(value) ?? writeJson(value)).join(', ')}]`;
}

function versionOf({ apiVersion }: LintContext['call']): { readonly apiVersion?: RpcVersion } {
  return apiVersion === undefined ? {} : { apiVersion };
}

function* count(context: LintContext): Generator<Draft> {
  const { names, items, facts, root, call } = context;
  if (names === undefined || items === undefined || root === undefined) return;
  const wanted = names.length;
  if (items.length === wanted || (facts?.isLastOptional === true && items.length === wanted - 1)) return;
  const edits = countEdits(context, items, root);
  const version = v0ParamNames(context.method) === undefined ? '' : ` in ${call.apiVersion ?? 'v1'}`;
  yield {
    message: `The method takes ${wanted} ${wanted === 1 ? 'parameter' : 'parameters'}${version}, not ${items.length}${wanted === 0 ? '' : `: ${names.join(', ')}`}.`,
    why: 'Every parameter has to be sent, null where it has no value.',
    node: root,
    ...(edits === undefined
      ? {}
      : { fix: { label: items.length < wanted ? `Fill up to ${wanted} with null or defaults` : `Make it ${wanted}`, edits } }),
  };
}

/** What the correction of a failed request makes of the list, as edits of the text. */
function countEdits({ call, text }: LintContext, items: readonly JsonNode[], root: JsonNode): readonly Edit[] | undefined {
  const tokens = items.map((node) => ({ node }));
  const repaired = repairCount({ method: call.method, params: tokens, layer: 'rpc', message: '', ...versionOf(call) }, '');
  if (repaired === undefined) return undefined;
  const texts = new Map<unknown, string>(tokens.map((token) => [token, text.slice(token.node.from, token.node.to)]));
  const wanted = repaired.params;
  const kept = wanted.findIndex((value, index) => value !== tokens[index]);
  const added = (values: readonly unknown[]) => values.map((value) => texts.get(value) ?? writeJson(value)).join(', ');
  const last = items.at(-1);
  if (last === undefined) return [{ from: root.from + 1, to: root.to - 1, text: added(wanted) }];
  if (kept === -1 || kept >= items.length) {
    const end = wanted.length === 0 ? undefined : items[Math.min(wanted.length, items.length) - 1];
    if (wanted.length >= items.length) return [{ from: last.to, to: last.to, text: `, ${added(wanted.slice(items.length))}` }];
    return [{ from: end === undefined ? root.from + 1 : end.to, to: last.to, text: '' }];
  }
  return [{ from: items[0]?.from ?? last.from, to: last.to, text: added(wanted) }];
}

/** Values whose kind asks for another form, which can be told from them. */
function* reshaped(
  context: LintContext,
  kinds: readonly ParameterKind[],
  words: (leaf: Leaf) => Omit<Draft, 'node' | 'path' | 'fix'>,
): Generator<Draft> {
  for (const leaf of context.leaves) {
    if (!kinds.includes(leaf.kind) || isNull(leaf.node)) continue;
    const replacement = replacementOf(leaf);
    if (replacement === undefined) continue;
    const { node, path } = leaf;
    yield {
      ...words(leaf),
      node,
      path,
      fix: { label: replacement.label, edits: [{ from: node.from, to: node.to, text: replacement.text }] },
    };
  }
}

function replacementOf({ kind, node }: Leaf): { readonly text: string; readonly label: string } | undefined {
  const digits = node.kind === 'number' && !/^-?\d+$/.test(node.digits) ? wholeDigits(node.digits) : undefined;
  if (digits !== undefined && (kind === 'integer' || kind === 'epoch' || kind === 'attoFil')) {
    return { text: kind === 'attoFil' ? JSON.stringify(digits) : digits, label: `Write ${shown(digits)}` };
  }
  const value = plainValue(node);
  const shaped = shapeOf(kind, value);
  // Most values have their form already, and come back as they are.
  if (shaped.value === value) return undefined;
  const text = writeJson(shaped.value);
  return text === writeJson(value) ? undefined : { text, label: `Write ${shown(text)}` };
}

function isNull(node: JsonNode): boolean {
  return node.kind === 'literal' && node.value === null;
}

const MAX_SHOWN = 60;

function shown(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`;
}

/** As many as nodes read in an amount. */
const MAX_DIGITS = 80;

/** The digits of a whole number that was written with a point or an exponent; undefined where it is none. */
function wholeDigits(digits: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(digits) ?? [];
  const shift = Number(power) - fraction.length;
  const all = whole + fraction;
  if (whole === '' || all.length + Math.max(0, shift) > MAX_DIGITS) return undefined;
  if (shift < 0 && !/^0*$/.test(all.slice(shift))) return undefined;
  const exact = (shift < 0 ? all.slice(0, shift) : all + '0'.repeat(shift)).replace(/^0+(?=\d)/, '');
  return exact === '' || exact === '0' ? '0' : sign + exact;
}

const CID_WHY = 'A CID alone is taken for text, and refused.';

function* cidAsText(context: LintContext): Generator<Draft> {
  yield* reshaped(context, ['cid'], () => ({ message: 'A CID has to be a link object: {"/":"bafy…"}.', why: CID_WHY }));
}

function* cidInvalid({ leaves }: LintContext): Generator<Draft> {
  for (const { kind, node, path } of leaves) {
    if (kind !== 'cid' || isNull(node)) continue;
    const value = plainValue(node);
    const link = typeof value === 'string' ? value : isRecord(value) ? value['/'] : undefined;
    // Text that is a CID is told by another rule; in a link even a space is too much.
    if (typeof link === 'string' && linkOf(link) !== undefined && (link === value || link.trim() === link)) continue;
    yield {
      message: typeof link === 'string' ? 'Not a valid CID: a character is wrong or missing.' : 'A CID belongs here, as {"/":"bafy…"}.',
      node,
      path,
    };
  }
}

function* tipsetKey(context: LintContext): Generator<Draft> {
  yield* reshaped(context, ['tipsetKey'], () => ({
    message: 'A tipset key is null for the head, or a list with the link of every block of the tipset.',
  }));
}

function* emptyKey({ call, facts, items }: LintContext): Generator<Draft> {
  const [key] = items ?? [];
  // The v2 API takes a selector.
  if (call.apiVersion === 'v2' || facts?.name !== 'ChainGetTipSet' || key === undefined) return;
  if (!isNull(key) && !(key.kind === 'array' && key.items.length === 0)) return;
  yield { message: 'ChainGetTipSet needs the key of a tipset; ChainHead gives the head.', node: key, path: [0] };
}

function* amount(context: LintContext): Generator<Draft> {
  yield* reshaped(context, ['attoFil'], ({ node }) => ({
    message: 'Amounts are attoFIL in decimal text, between quotes.',
    why:
      node.kind === 'number' && /^-?\d+$/.test(node.digits)
        ? 'Numbers are refused, as they lose digits beyond 2^53.'
        : '1 FIL is 1000000000000000000 attoFIL.',
  }));
  for (const leaf of context.leaves) {
    if (leaf.kind !== 'attoFil' || isNull(leaf.node) || replacementOf(leaf) !== undefined) continue;
    const value = plainValue(leaf.node);
    if (typeof value === 'string' && (/^-?\d{1,80}$/.test(value) || (leaf.isField && value === ''))) continue;
    yield { message: 'This is no amount: attoFIL in decimal text belongs here.', node: leaf.node, path: leaf.path };
  }
}

function* address({ leaves, addressFault }: LintContext): Generator<Draft> {
  for (const leaf of leaves) {
    if (leaf.kind !== 'address' || isNull(leaf.node)) continue;
    const { node, path } = leaf;
    const value = plainValue(node);
    if (value === '' && (leaf.isNullable || leaf.isField)) continue;
    const fault = typeof value === 'string' ? addressFault(value) : 'An address is text between quotes, for example "f01234".';
    if (fault === undefined) continue;
    const replacement = replacementOf(leaf);
    yield {
      message: fault,
      node,
      path,
      ...(replacement === undefined
        ? {}
        : { fix: { label: replacement.label, edits: [{ from: node.from, to: node.to, text: replacement.text }] } }),
    };
  }
}

function* addressNetwork({ leaves, call, addressFault }: LintContext): Generator<Draft> {
  const { network } = call;
  if (network === undefined) return;
  for (const { kind, node, path } of leaves) {
    if (kind !== 'address' || node.kind !== 'string' || node.text[0] === network.letter) continue;
    if (addressFault(node.text) !== undefined) continue;
    const text = JSON.stringify(network.letter + node.text.slice(1));
    yield {
      message: `This address is written for ${network.letter === 'f' ? 'a test network (t)' : 'mainnet (f)'}, and the connection is to ${network.name}.`,
      why: 'Nodes take either letter and read it as an address of their own network: an id there is another actor.',
      node,
      path,
      fix: { label: `Write it with ${network.letter}`, edits: [{ from: node.from, to: node.to, text }] },
    };
  }
}

/** Methods whose address is a key in a table by id, and is not looked up. */
const BY_ID: ReadonlySet<string> = new Set(['StateMinerPower', 'StateLookupRobustAddress']);

function* addressNotId({ leaves, facts }: LintContext): Generator<Draft> {
  if (facts === undefined || !BY_ID.has(facts.name)) return;
  for (const { kind, node, path } of leaves) {
    if (kind !== 'address' || node.kind !== 'string') continue;
    const parsed = tryParseAddress(node.text);
    if (parsed === undefined || parsed.startsWith('f0')) continue;
    yield {
      message: `${facts.name} takes an id address (f0…) and does not look others up.`,
      why: 'StateLookupID gives the id address of any other.',
      node,
      path,
    };
  }
}

function* idAsAddress({ leaves }: LintContext): Generator<Draft> {
  for (const { kind, node, path } of leaves) {
    if ((kind !== 'integer' && kind !== 'epoch') || node.kind !== 'string') continue;
    const parsed = tryParseAddress(node.text);
    if (parsed === undefined) continue;
    const isId = parsed.startsWith('f0');
    yield {
      message: 'A number belongs here, not an address.',
      node,
      path,
      ...(isId ? { fix: { label: `Write ${parsed.slice(2)}`, edits: [{ from: node.from, to: node.to, text: parsed.slice(2) }] } } : {}),
    };
  }
}

function* integer(context: LintContext): Generator<Draft> {
  yield* reshaped(context, ['integer', 'epoch'], ({ node }) =>
    node.kind === 'number'
      ? {
          message: 'A whole number has neither point nor exponent.',
          why: 'Nodes refuse such a number, and programs on the way round it beyond 2^53.',
        }
      : { message: 'A number stands without quotes.' },
  );
  for (const leaf of context.leaves) {
    const { kind, node, path } = leaf;
    if ((kind !== 'integer' && kind !== 'epoch') || isNull(node) || replacementOf(leaf) !== undefined) continue;
    if (node.kind === 'number' ? /^-?\d+$/.test(node.digits) : node.kind === 'string' && tryParseAddress(node.text) !== undefined) continue;
    yield { message: `A whole number belongs here: ${nameOf(leaf)}.`, node, path };
  }
}

function* bytes(context: LintContext): Generator<Draft> {
  yield* reshaped(context, ['bytes'], () => ({ message: 'Bytes are written in base64; this is hex.' }));
  for (const leaf of context.leaves) {
    if (leaf.kind !== 'bytes' || isNull(leaf.node) || replacementOf(leaf) !== undefined) continue;
    if (leaf.node.kind === 'string' && isBase64(leaf.node.text)) continue;
    yield { message: 'Expected base64 with padding (=).', node: leaf.node, path: leaf.path };
  }
}

function* signatureType(context: LintContext): Generator<Draft> {
  const message = 'The type of a signature is a number: 1 secp256k1, 2 BLS, 3 delegated.';
  yield* reshaped(context, ['signatureType'], () => ({ message }));
  for (const leaf of context.leaves) {
    if (leaf.kind !== 'signatureType' || isNull(leaf.node) || replacementOf(leaf) !== undefined) continue;
    if (leaf.node.kind === 'number' && /^[123]$/.test(leaf.node.digits)) continue;
    yield { message, node: leaf.node, path: leaf.path };
  }
}

function* boolean(context: LintContext): Generator<Draft> {
  yield* reshaped(context, ['boolean'], () => ({ message: 'true and false stand without quotes.' }));
}

const HEX: Readonly<Partial<Record<ParameterKind, readonly [pattern: RegExp, words: string]>>> = {
  ethAddress: [/^0x[0-9a-f]{40}$/i, 'An Ethereum address is 0x and 40 hex digits.'],
  ethHash: [/^0x[0-9a-f]{64}$/i, 'Here belongs 0x and 64 hex digits.'],
  ethBlock: [
    /^(?:0x[0-9a-f]{1,16}|0x[0-9a-f]{64}|latest|pending|safe|finalized|earliest)$/i,
    'A block is a number in hex with 0x, or latest, safe, finalized or pending.',
  ],
  hex: [/^0x[0-9a-f]*$/i, 'Here belongs hex with 0x.'],
};

function* hex({ leaves }: LintContext): Generator<Draft> {
  for (const { kind, node, path } of leaves) {
    const [pattern, message] = HEX[kind] ?? [];
    if (pattern === undefined || message === undefined || isNull(node)) continue;
    // A block may be named by an object with its hash or number as well.
    if (kind === 'ethBlock' && node.kind === 'object') continue;
    if (node.kind === 'string' && pattern.test(node.text)) continue;
    const isCount = node.kind === 'number' && /^\d{1,15}$/.test(node.digits) && (kind === 'ethBlock' || kind === 'hex');
    const text = isCount ? JSON.stringify(`0x${BigInt(node.digits).toString(16)}`) : undefined;
    yield {
      message,
      node,
      path,
      ...(text === undefined ? {} : { fix: { label: `Write ${text}`, edits: [{ from: node.from, to: node.to, text }] } }),
    };
  }
}

/** What JSON has for kinds that no other rule looks at. */
const TYPES: Readonly<Partial<Record<ParameterKind, readonly [kinds: readonly JsonNode['kind'][], words: string]>>> = {
  text: [['string'], 'Text between quotes belongs here.'],
  peerId: [['string'], 'A peer id belongs here, between quotes.'],
  float: [['number'], 'A number belongs here.'],
  message: [['object'], 'A message belongs here: an object with To, From, Value and the others.'],
  signature: [['object'], 'A signature belongs here: an object with Type and Data.'],
  signedMessage: [['object'], 'A signed message belongs here: an object with Message and Signature.'],
  object: [['object'], 'An object belongs here.'],
  messages: [['array'], 'A list of messages belongs here.'],
  signedMessages: [['array'], 'A list of signed messages belongs here.'],
  objects: [['array'], 'A list of objects belongs here.'],
  integers: [['array'], 'A list of whole numbers belongs here.'],
  addresses: [['array'], 'A list of addresses belongs here.'],
  texts: [['array'], 'A list of text belongs here.'],
  bitfield: [['array'], 'A bitfield is a list of run lengths, of sectors left out first: [5,3] is 5, 6 and 7.'],
};

function* wrongType({ leaves }: LintContext): Generator<Draft> {
  for (const leaf of leaves) {
    const { kind, node, path } = leaf;
    if (isNull(node)) continue;
    if (kind === 'boolean') {
      const isWord = node.kind === 'literal' || (node.kind === 'string' && /^(?:true|false)$/.test(node.text));
      if (!isWord) yield { message: 'true or false belongs here.', node, path };
      continue;
    }
    const [kinds, message] = TYPES[kind] ?? [];
    if (kinds === undefined || message === undefined || kinds.includes(node.kind)) continue;
    yield { message, node, path };
  }
}

function* missingValue({ leaves }: LintContext): Generator<Draft> {
  for (const leaf of leaves) {
    if (leaf.isNullable || !isNull(leaf.node)) continue;
    yield { message: `A value is missing: ${nameOf(leaf)}.`, node: leaf.node, path: leaf.path };
  }
}

function epochOf({ kind, node }: Leaf): number | undefined {
  if (kind !== 'epoch' || node.kind !== 'number') return undefined;
  const value = plainValue(node);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function* oldEpoch({ leaves, call }: LintContext): Generator<Draft> {
  if (call.headEpoch === undefined || call.isReadOnly !== true) return;
  for (const leaf of leaves) {
    const epoch = epochOf(leaf);
    const oldest = call.headEpoch - HOSTED_LOOKBACK;
    if (epoch === undefined || epoch >= oldest) continue;
    const { node, path } = leaf;
    const text = String(oldest + WINDOW_MARGIN);
    yield {
      message: `Epoch ${epoch} is older than the latest ${HOSTED_LOOKBACK}, which hosted endpoints keep.`,
      why: 'For older epochs an archival endpoint is needed.',
      node,
      path,
      fix: { label: `Ask at epoch ${text}`, edits: [{ from: node.from, to: node.to, text }] },
    };
  }
}

/**
 * Methods that are asked about epochs to come: the next round of a miner, a state after null rounds, an entry of the beacon that is
 * waited for (Lotus api/api_full.go); a walk back to a height above the head only finds nothing.
 */
const ASKS_AHEAD: ReadonlySet<string> = new Set([
  'MinerGetBaseInfo',
  'StateCompute',
  'StateGetBeaconEntry',
  'BeaconGetEntry',
  'StateListMessages',
]);

function* futureEpoch({ leaves, call, method }: LintContext): Generator<Draft> {
  const { headEpoch } = call;
  if (headEpoch === undefined || ASKS_AHEAD.has(method)) return;
  for (const leaf of leaves) {
    const epoch = epochOf(leaf);
    // Filters of events may reach ahead of the head.
    if (epoch === undefined || epoch <= headEpoch || leaf.isField) continue;
    const { node, path } = leaf;
    yield {
      message: `Epoch ${epoch} has not come yet: the head is at ${headEpoch}.`,
      node,
      path,
      fix: { label: `Ask at epoch ${headEpoch}`, edits: [{ from: node.from, to: node.to, text: String(headEpoch) }] },
    };
  }
}

function* confidence({ leaves, call }: LintContext): Generator<Draft> {
  const most = call.isReadOnly === true ? GATEWAY_CONFIDENCE : NODE_CONFIDENCE;
  for (const { name, node, path, isField } of leaves) {
    if (name !== 'confidence' || isField || node.kind !== 'number' || !(Number(node.digits) > most)) continue;
    yield {
      message:
        call.isReadOnly === true ? `Gateways wait for at most ${most} confirmations.` : `A node waits for at most ${most} confirmations.`,
      node,
      path,
      fix: { label: `Wait for ${most}`, edits: [{ from: node.from, to: node.to, text: String(most) }] },
    };
  }
}

function* shortSearch({ leaves, call, facts }: LintContext): Generator<Draft> {
  if (call.isReadOnly !== true || (facts?.name !== 'StateSearchMsg' && facts?.name !== 'StateWaitMsg')) return;
  const limit = leaves.find(({ name, isField }) => name === 'limit' && !isField);
  if (limit?.node.kind !== 'number' || (Number(limit.node.digits) >= 0 && Number(limit.node.digits) <= GATEWAY_CONFIDENCE)) return;
  yield {
    message: 'Gateways search the last 20 epochs, whatever limit is asked for; null then says nothing of older messages.',
    node: limit.node,
    path: limit.path,
  };
}

const MAX_WALKED = 200_000;

function* duplicateKeys({ root }: LintContext): Generator<Draft> {
  const stack: { node: JsonNode; path: readonly (string | number)[] }[] = root === undefined ? [] : [{ node: root, path: [] }];
  for (let walked = 0; walked < MAX_WALKED; walked += 1) {
    const next = stack.pop();
    if (next === undefined) return;
    const { node, path } = next;
    if (node.kind === 'array') {
      for (const [index, item] of node.items.entries()) {
        if (item.kind === 'array' || item.kind === 'object') stack.push({ node: item, path: [...path, index] });
      }
    }
    if (node.kind !== 'object') continue;
    const seen = new Set<string>();
    for (const { key, keyFrom, keyTo, value } of node.fields) {
      if (seen.has(key)) {
        yield { message: 'A field is there twice: nodes take the last.', node: { from: keyFrom, to: keyTo }, path: [...path, key] };
      }
      seen.add(key);
      if (value.kind === 'array' || value.kind === 'object') stack.push({ node: value, path: [...path, key] });
    }
  }
}

/** Nothing but a recording writes this. */
export const MASKED_RULE = 'masked';

function* masked(context: LintContext): Generator<Draft> {
  for (const { node, path } of context.masked) {
    yield { message: 'This value was masked when it was recorded: enter it again before you send the call.', node, path };
  }
}

/** In the order in which findings of one severity are told. */
export const RULES: readonly Rule[] = [
  { id: 'method-unknown', severity: 'warning', check: unknownMethod },
  { id: 'method-removed', severity: 'error', check: removedMethod },
  { id: 'empty-retrieval', severity: 'hint', check: emptyRetrieval },
  { id: 'small-piece', severity: 'hint', check: smallPiece },
  { id: 'namespace', severity: 'error', check: namespace },
  { id: 'miner-method', severity: 'error', check: minerMethod },
  { id: 'method-not-served', severity: 'warning', check: notServed },
  { id: 'not-for-reading', severity: 'error', check: notReading },
  { id: 'needs-websocket', severity: 'error', check: streamOverHttp },
  { id: 'all-deals', severity: 'warning', check: allDeals },
  { id: 'heavy', severity: 'warning', check: heavy },
  { id: 'not-json', severity: 'error', check: notJson },
  { id: 'whole-request', severity: 'error', check: wholeRequest },
  { id: 'params-not-a-list', severity: 'error', check: notList },
  { id: 'parameter-count', severity: 'error', check: count },
  { id: 'cid-as-text', severity: 'error', check: cidAsText },
  { id: 'cid-invalid', severity: 'error', check: cidInvalid },
  { id: 'tipset-key-shape', severity: 'error', check: tipsetKey },
  { id: 'tipset-key-empty', severity: 'error', check: emptyKey },
  { id: 'amount', severity: 'error', check: amount },
  { id: 'address', severity: 'error', check: address },
  { id: 'address-network', severity: 'warning', check: addressNetwork },
  { id: 'address-not-id', severity: 'error', check: addressNotId },
  { id: 'id-as-address', severity: 'error', check: idAsAddress },
  { id: 'integer', severity: 'error', check: integer },
  { id: 'bytes', severity: 'error', check: bytes },
  { id: 'signature-type', severity: 'error', check: signatureType },
  { id: 'boolean', severity: 'error', check: boolean },
  { id: 'hex', severity: 'error', check: hex },
  { id: 'parameter-type', severity: 'error', check: wrongType },
  { id: 'missing-value', severity: 'error', check: missingValue },
  { id: 'epoch-old', severity: 'warning', check: oldEpoch },
  { id: 'epoch-future', severity: 'error', check: futureEpoch },
  { id: 'confidence', severity: 'error', check: confidence },
  { id: 'search-limit', severity: 'hint', check: shortSearch },
  { id: MASKED_RULE, severity: 'error', check: masked },
  { id: 'duplicate-key', severity: 'warning', check: duplicateKeys },
];
