/**
 * Linter rules, one function each: what go-jsonrpc and Lotus v1.36.2 refuse (api/, chain/types), what lotus-gateway and hosted
 * endpoints do not serve, and likely mistakes. A rule reads the call and yields findings.
 */
import { tryParseAddress } from '../domain/addresses/address.ts';
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

/** A finding without its rule id and text offsets. */
export interface Draft {
  readonly message: string;
  readonly why?: string;
  /** Overrides the severity of the rule. */
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

/** Lookback limit of hosted endpoints, in epochs (documentation of the hosted Lotus service). */
const HOSTED_LOOKBACK = 2000;
/** Keeps a corrected height within the lookback limit until the call arrives. */
const WINDOW_MARGIN = 20;
const GATEWAY_CONFIDENCE = 20;
/** Lotus' maximum message confidence: chain finality. */
const NODE_CONFIDENCE = 900;

function isKnown({ facts, method, call }: LintContext): boolean {
  return facts !== undefined || (call.apiVersion === 'v0' && v0ParamNames(method) !== undefined) || isServed(call, method);
}

/** Whether the endpoint lists the method, under any of its names. */
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
    yield { message: 'The method name is empty.' };
    return;
  }
  if (V0_METHODS.includes(method)) {
    yield { message: `${method} is only in /rpc/v0; this connection uses v1.`, ...alternativeWhy(method) };
    return;
  }
  const [first, ...others] = nearestMethods(method);
  const namespace = call.namespace ?? 'Filecoin';
  yield {
    message: first === undefined ? 'Unknown method.' : `Unknown method. Did you mean ${[first, ...others].join(', ')}?`,
    severity: call.servedMethods === undefined ? 'warning' : 'error',
    why: 'Method names are case-sensitive. The node may have methods that Sextant does not know.',
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
    message: right.includes('.') ? `The name must start with ${expected}.` : 'Ethereum methods have no namespace.',
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
    message: 'Lotus removed its storage market and deal client after 1.27: only older nodes and storage miners serve this method.',
    ...alternativeWhy(method),
  };
}

function* emptyRetrieval({ method }: LintContext): Generator<Draft> {
  if (method !== 'ClientRetrieve' && method !== 'ClientExport') return;
  yield {
    message: 'While the deal’s sector is sealing (pSet: NO), a retrieval returns an empty (0 KB) file.',
    why: 'Check the sector first in Sealing, Check retrieval, by deal ID or piece CID.',
  };
}

function* smallPiece({ method }: LintContext): Generator<Draft> {
  if (method !== 'ClientCalcCommP' && method !== 'ClientStartDeal') return;
  yield {
    message: 'Files smaller than 127 bytes fail with “Piece must be at least 127 bytes”.',
    why: 'Check the file size first, and combine small files. Many providers accept only much larger pieces.',
  };
}

function* minerMethod({ facts, method, call }: LintContext): Generator<Draft> {
  const api = call.api ?? 'full';
  if (facts === undefined || facts.api === api || SHARED.has(method) || isServed(call, method)) return;
  yield facts.api === 'miner'
    ? { message: 'This method is part of the API of lotus-miner, not of a full node.', ...alternativeWhy(method) }
    : { message: 'This method is part of the API of a full node, not of lotus-miner.', severity: 'warning' };
}

/** Served by full nodes and lotus-miner (api/api_common.go). */
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
    yield { message: 'This endpoint does not serve the method (tested).', severity: 'error', ...alternativeWhy(method) };
    return;
  }
  // OpenRPC documents omit subscriptions (Lotus build/openrpc).
  if (call.servedMethods === undefined || !isKnown(context) || facts?.isStream === true || isServed(call, method)) return;
  yield { message: 'The endpoint’s Discover does not list this method.', ...alternativeWhy(method) };
}

/** Pushes of signed messages, which public endpoints accept. */
const OPEN_PUSHES: ReadonlySet<string> = new Set(['MpoolPush', 'EthSendRawTransaction']);

function* notReading({ facts, call, method }: LintContext): Generator<Draft> {
  if (facts === undefined || call.isReadOnly !== true || facts.permission === 'read' || OPEN_PUSHES.has(facts.name)) return;
  if (isServed(call, method)) return;
  yield {
    message: `This endpoint serves only read methods and MpoolPush; ${facts.name} needs the ${facts.permission} permission.`,
    why: methodAlternative(facts.name)?.sentence ?? 'Call it on your own node with a token that has this permission.',
  };
}

function* streamOverHttp({ facts, call }: LintContext): Generator<Draft> {
  if (facts?.isStream !== true || call.transport === 'ws') return;
  yield { message: 'The method returns a subscription, which HTTP does not support.', ...alternativeWhy(facts.name) };
}

function* allDeals({ facts }: LintContext): Generator<Draft> {
  if (facts?.name !== 'StateMarketDeals') return;
  yield {
    message: 'The result has tens of millions of deals: on mainnet the call never finishes.',
    ...alternativeWhy('StateMarketDeals'),
  };
}

function* heavy({ facts, items }: LintContext): Generator<Draft> {
  if (facts?.isHeavy !== true || facts.name === 'StateMarketDeals') return;
  // Small if the call selects sectors.
  if (facts.name === 'StateMinerSectors' && items?.[1]?.kind === 'array') return;
  const why = facts.isV2Only ? {} : alternativeWhy(facts.name);
  yield { message: 'The call may take long or return many megabytes.', ...why };
}

function* notJson({ problem, text }: LintContext): Generator<Draft> {
  if (problem === undefined || text.trim() === '' || isBareList(text)) return;
  const at = Math.min(problem.at, text.length);
  yield { message: `Invalid JSON: ${problem.message}.`, node: { from: at, to: Math.min(at + 1, text.length) } };
}

/** Parameters without the surrounding brackets. */
function isBareList(text: string): boolean {
  return !text.trimStart().startsWith('[') && 'node' in readJsonText(`[${text}]`);
}

/** The parts of a complete request that was entered as the parameters. */
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
      ? 'This is a complete request. Enter only its parameters.'
      : 'This is a complete request without an id: a notification, which is executed but gets no response. Enter only its parameters.',
    node: root,
    fix: {
      label: 'Keep the parameters',
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
    message: 'Parameters must be an array, even for one parameter or none.',
    why: 'go-jsonrpc reads parameters by position. Hosted endpoints refuse a call without [].',
    ...(root === undefined ? {} : { node: root }),
    ...(fix === undefined ? {} : { fix: { label: 'Convert to an array', edits: [{ from: 0, to: text.length, text: fix }] } }),
  };
}

/** The parameters as `repairList` orders them, each value as it was typed. */
function listText({ call, root, text }: LintContext): string | undefined {
  const texts = new Map<unknown, string>();
  const placeholder = (node: JsonNode): unknown => {
    const token: unknown[] = [];
    texts.set(token, text.slice(node.from, node.to));
    return token;
  };
  let params: unknown;
  if (root?.kind === 'object') {
    params = Object.fromEntries(root.fields.map(({ key, value }) => [key, placeholder(value)]));
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
    why: 'Every parameter must be sent, null for one without a value.',
    node: root,
    ...(edits === undefined
      ? {}
      : { fix: { label: items.length < wanted ? `Add nulls or defaults, to ${wanted}` : `Reduce to ${wanted}`, edits } }),
  };
}

/** The edits that turn the list into that of `repairCount`. */
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

/** Findings for values that can be converted to the form of their kind. */
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
  // Most values are already in the right form and come back unchanged.
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

/** Longest amount that nodes accept. */
const MAX_DIGITS = 80;

/** The digits of an integer written with a decimal point or an exponent; undefined if it is not an integer. */
function wholeDigits(digits: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(digits) ?? [];
  const shift = Number(power) - fraction.length;
  const all = whole + fraction;
  if (whole === '' || all.length + Math.max(0, shift) > MAX_DIGITS) return undefined;
  if (shift < 0 && !/^0*$/.test(all.slice(shift))) return undefined;
  const exact = (shift < 0 ? all.slice(0, shift) : all + '0'.repeat(shift)).replace(/^0+(?=\d)/, '');
  return exact === '' || exact === '0' ? '0' : sign + exact;
}

const CID_WHY = 'Nodes refuse a CID as a plain string.';

function* cidAsText(context: LintContext): Generator<Draft> {
  yield* reshaped(context, ['cid'], () => ({ message: 'A CID must be a link object: {"/":"bafy…"}.', why: CID_WHY }));
}

function* cidInvalid({ leaves }: LintContext): Generator<Draft> {
  for (const { kind, node, path } of leaves) {
    if (kind !== 'cid' || isNull(node)) continue;
    const value = plainValue(node);
    const link = typeof value === 'string' ? value : isRecord(value) ? value['/'] : undefined;
    // cidAsText reports a CID as plain text; inside a link, surrounding spaces are an error.
    if (typeof link === 'string' && linkOf(link) !== undefined && (link === value || link.trim() === link)) continue;
    yield {
      message: typeof link === 'string' ? 'Not a valid CID: a character is wrong or missing.' : 'Expected a CID: {"/":"bafy…"}.',
      node,
      path,
    };
  }
}

function* tipsetKey(context: LintContext): Generator<Draft> {
  yield* reshaped(context, ['tipsetKey'], () => ({
    message: 'A tipset key is null for the head, or an array with the CIDs of all blocks of the tipset.',
  }));
}

function* emptyKey({ call, facts, items }: LintContext): Generator<Draft> {
  const [key] = items ?? [];
  // In v2, the parameter is a tipset selector.
  if (call.apiVersion === 'v2' || facts?.name !== 'ChainGetTipSet' || key === undefined) return;
  if (!isNull(key) && !(key.kind === 'array' && key.items.length === 0)) return;
  yield { message: 'ChainGetTipSet needs a tipset key. ChainHead returns the head.', node: key, path: [0] };
}

function* amount(context: LintContext): Generator<Draft> {
  yield* reshaped(context, ['attoFil'], ({ node }) => ({
    message: 'An amount must be a decimal string in attoFIL.',
    why:
      node.kind === 'number' && /^-?\d+$/.test(node.digits)
        ? 'Nodes refuse numbers here, because they lose digits beyond 2^53.'
        : '1 FIL is 1000000000000000000 attoFIL.',
  }));
  for (const leaf of context.leaves) {
    if (leaf.kind !== 'attoFil' || isNull(leaf.node) || replacementOf(leaf) !== undefined) continue;
    const value = plainValue(leaf.node);
    if (typeof value === 'string' && (/^-?\d{1,80}$/.test(value) || (leaf.isField && value === ''))) continue;
    yield { message: 'Not an amount: expected a decimal string in attoFIL.', node: leaf.node, path: leaf.path };
  }
}

function* address({ leaves, addressFault }: LintContext): Generator<Draft> {
  for (const leaf of leaves) {
    if (leaf.kind !== 'address' || isNull(leaf.node)) continue;
    const { node, path } = leaf;
    const value = plainValue(node);
    if (value === '' && (leaf.isNullable || leaf.isField)) continue;
    const fault = typeof value === 'string' ? addressFault(value) : 'An address must be a string, for example "f01234".';
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
      message: `This is ${network.letter === 'f' ? 'a test network address (t)' : 'a mainnet address (f)'}, but the connection is to ${network.name}.`,
      why: 'Nodes accept either prefix and use the address on their own network, where an ID address is another actor.',
      node,
      path,
      fix: { label: `Change to ${network.letter}`, edits: [{ from: node.from, to: node.to, text }] },
    };
  }
}

/** Methods that use the address as a key of an ID table without resolving it. */
const BY_ID: ReadonlySet<string> = new Set(['StateMinerPower', 'StateLookupRobustAddress']);

function* addressNotId({ leaves, facts }: LintContext): Generator<Draft> {
  if (facts === undefined || !BY_ID.has(facts.name)) return;
  for (const { kind, node, path } of leaves) {
    if (kind !== 'address' || node.kind !== 'string') continue;
    const parsed = tryParseAddress(node.text);
    if (parsed === undefined || parsed.startsWith('f0')) continue;
    yield {
      message: `${facts.name} needs an ID address (f0…) and does not resolve other addresses.`,
      why: 'StateLookupID returns the ID address.',
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
      message: 'Expected a number, not an address.',
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
          message: 'An integer must not have a decimal point or an exponent.',
          why: 'Nodes refuse it, and other programs round it beyond 2^53.',
        }
      : { message: 'Write the number without quotes.' },
  );
  for (const leaf of context.leaves) {
    const { kind, node, path } = leaf;
    if ((kind !== 'integer' && kind !== 'epoch') || isNull(node) || replacementOf(leaf) !== undefined) continue;
    if (node.kind === 'number' ? /^-?\d+$/.test(node.digits) : node.kind === 'string' && tryParseAddress(node.text) !== undefined) continue;
    yield { message: `Expected an integer for ${nameOf(leaf)}.`, node, path };
  }
}

function* bytes(context: LintContext): Generator<Draft> {
  yield* reshaped(context, ['bytes'], () => ({ message: 'Expected base64; this is hex.' }));
  for (const leaf of context.leaves) {
    if (leaf.kind !== 'bytes' || isNull(leaf.node) || replacementOf(leaf) !== undefined) continue;
    if (leaf.node.kind === 'string' && isBase64(leaf.node.text)) continue;
    yield { message: 'Expected base64 with padding (=).', node: leaf.node, path: leaf.path };
  }
}

function* signatureType(context: LintContext): Generator<Draft> {
  const message = 'Expected a signature type: 1 (secp256k1), 2 (BLS) or 3 (delegated).';
  yield* reshaped(context, ['signatureType'], () => ({ message }));
  for (const leaf of context.leaves) {
    if (leaf.kind !== 'signatureType' || isNull(leaf.node) || replacementOf(leaf) !== undefined) continue;
    if (leaf.node.kind === 'number' && /^[123]$/.test(leaf.node.digits)) continue;
    yield { message, node: leaf.node, path: leaf.path };
  }
}

function* boolean(context: LintContext): Generator<Draft> {
  yield* reshaped(context, ['boolean'], () => ({ message: 'Write true or false without quotes.' }));
}

const HEX: Readonly<Partial<Record<ParameterKind, readonly [pattern: RegExp, words: string]>>> = {
  ethAddress: [/^0x[0-9a-f]{40}$/i, 'Expected an Ethereum address: 0x and 40 hex digits.'],
  ethHash: [/^0x[0-9a-f]{64}$/i, 'Expected 0x and 64 hex digits.'],
  ethBlock: [
    /^(?:0x[0-9a-f]{1,16}|0x[0-9a-f]{64}|latest|pending|safe|finalized|earliest)$/i,
    'Expected a block: a 0x hex number, latest, safe, finalized or pending.',
  ],
  hex: [/^0x[0-9a-f]*$/i, 'Expected 0x hex.'],
};

function* hex({ leaves }: LintContext): Generator<Draft> {
  for (const { kind, node, path } of leaves) {
    const [pattern, message] = HEX[kind] ?? [];
    if (pattern === undefined || message === undefined || isNull(node)) continue;
    // Also accepted: an object with the block's hash or number.
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

/** JSON types of the kinds that no other rule checks. */
const TYPES: Readonly<Partial<Record<ParameterKind, readonly [kinds: readonly JsonNode['kind'][], words: string]>>> = {
  text: [['string'], 'Expected a string.'],
  peerId: [['string'], 'Expected a peer ID, as a string.'],
  float: [['number'], 'Expected a number.'],
  message: [['object'], 'Expected a message: an object with To, From, Value and so on.'],
  signature: [['object'], 'Expected a signature: an object with Type and Data.'],
  signedMessage: [['object'], 'Expected a signed message: an object with Message and Signature.'],
  object: [['object'], 'Expected an object.'],
  messages: [['array'], 'Expected an array of messages.'],
  signedMessages: [['array'], 'Expected an array of signed messages.'],
  objects: [['array'], 'Expected an array of objects.'],
  integers: [['array'], 'Expected an array of integers.'],
  addresses: [['array'], 'Expected an array of addresses.'],
  texts: [['array'], 'Expected an array of strings.'],
  bitfield: [['array'], 'Expected a bitfield: an array of run lengths that starts with unset bits. [5,3] is 5, 6 and 7.'],
};

function* wrongType({ leaves }: LintContext): Generator<Draft> {
  for (const leaf of leaves) {
    const { kind, node, path } = leaf;
    if (isNull(node)) continue;
    if (kind === 'boolean') {
      const isWord = node.kind === 'literal' || (node.kind === 'string' && /^(?:true|false)$/.test(node.text));
      if (!isWord) yield { message: 'Expected true or false.', node, path };
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
    yield { message: `Missing value for ${nameOf(leaf)}.`, node: leaf.node, path: leaf.path };
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
      message: `Epoch ${epoch} is beyond the lookback limit of hosted endpoints (${HOSTED_LOOKBACK} epochs).`,
      why: 'Older epochs need an archival endpoint.',
      node,
      path,
      fix: { label: `Use epoch ${text}`, edits: [{ from: node.from, to: node.to, text }] },
    };
  }
}

/**
 * Methods that accept an epoch above the head: the next round of a miner, a state after null rounds, a beacon entry to wait for
 * (Lotus api/api_full.go). StateListMessages only finds nothing.
 */
const TAKES_FUTURE_EPOCH: ReadonlySet<string> = new Set([
  'MinerGetBaseInfo',
  'StateCompute',
  'StateGetBeaconEntry',
  'BeaconGetEntry',
  'StateListMessages',
]);

function* futureEpoch({ leaves, call, method }: LintContext): Generator<Draft> {
  const { headEpoch } = call;
  if (headEpoch === undefined || TAKES_FUTURE_EPOCH.has(method)) return;
  for (const leaf of leaves) {
    const epoch = epochOf(leaf);
    // Event filters may go beyond the head.
    if (epoch === undefined || epoch <= headEpoch || leaf.isField) continue;
    const { node, path } = leaf;
    yield {
      message: `Epoch ${epoch} is above the head (${headEpoch}).`,
      node,
      path,
      fix: { label: `Use epoch ${headEpoch}`, edits: [{ from: node.from, to: node.to, text: String(headEpoch) }] },
    };
  }
}

function* confidence({ leaves, call }: LintContext): Generator<Draft> {
  const max = call.isReadOnly === true ? GATEWAY_CONFIDENCE : NODE_CONFIDENCE;
  for (const { name, node, path, isField } of leaves) {
    if (name !== 'confidence' || isField || node.kind !== 'number' || !(Number(node.digits) > max)) continue;
    yield {
      message: `${call.isReadOnly === true ? 'Gateways accept' : 'Nodes accept'} a confidence of at most ${max}.`,
      node,
      path,
      fix: { label: `Use ${max}`, edits: [{ from: node.from, to: node.to, text: String(max) }] },
    };
  }
}

function* shortSearch({ leaves, call, facts }: LintContext): Generator<Draft> {
  if (call.isReadOnly !== true || (facts?.name !== 'StateSearchMsg' && facts?.name !== 'StateWaitMsg')) return;
  const limit = leaves.find(({ name, isField }) => name === 'limit' && !isField);
  if (limit?.node.kind !== 'number' || (Number(limit.node.digits) >= 0 && Number(limit.node.digits) <= GATEWAY_CONFIDENCE)) return;
  yield {
    message: 'Gateways search only the last 20 epochs, whatever the limit. null does not rule out older messages.',
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
        yield { message: 'Duplicate field: nodes use the last one.', node: { from: keyFrom, to: keyTo }, path: [...path, key] };
      }
      seen.add(key);
      if (value.kind === 'array' || value.kind === 'object') stack.push({ node: value, path: [...path, key] });
    }
  }
}

/** Only recordings contain masked values. */
export const MASKED_RULE = 'masked';

function* masked(context: LintContext): Generator<Draft> {
  for (const { node, path } of context.masked) {
    yield { message: 'This value is masked in the recording. Enter it again before you send the call.', node, path };
  }
}

/** In the order of findings of the same severity. */
export const RULES: readonly Rule[] = [
  { id: 'method-unknown', severity: 'warning', check: unknownMethod },
  { id: 'method-removed', severity: 'error', check: removedMethod },
  { id: 'empty-retrieval', severity: 'hint', check: emptyRetrieval },
  { id: 'small-piece', severity: 'hint', check: smallPiece },
  { id: 'namespace', severity: 'error', check: namespace },
  { id: 'miner-method', severity: 'error', check: minerMethod },
  { id: 'method-not-served', severity: 'warning', check: notServed },
  { id: 'not-read-only', severity: 'error', check: notReading },
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
