/**
 * Corrects a failed request: one pure function per kind of failure, from the request and the node's error text.
 *
 * Nothing here is sent; the result is shown and copied. Parameters and text are untrusted; figures are read from the text only by
 * bounded patterns. Sources: Lotus v1.36.2 api/api_full.go and api/v0api (parameters by version), gateway/node.go and
 * gateway/proxy_fil_v1.go (limits), api/api_errors.go.
 */
import type { FailedCall } from './failure-row.ts';
import { fullMethodName, METHODS, methodFacts, v0ParamNames, v2ParamNames } from './methods.ts';
import { type ParameterKind, parameterKind } from './parameter-kinds.ts';
import { isRecord } from './repair-values.ts';

/** What to send instead. */
export type Repair = RequestRepair | MessageRepair;

/** The corrected request. */
export interface RequestRepair {
  readonly kind: 'request';
  /** With its namespace. */
  readonly method: string;
  readonly params: readonly unknown[];
  /** What was changed, in one or two sentences. */
  readonly note: string;
  /** Names of parameters that the user must fill in; they are `null` in `params`. */
  readonly blanks: readonly string[];
}

/** Fields to change in a signed message, which must then be signed again. */
interface MessageRepair {
  readonly kind: 'message';
  readonly changes: readonly FieldChange[];
  /** What to do, in one sentence. */
  readonly note: string;
}

/** A field of a message to change; amounts in attoFIL, all values in decimal. */
export interface FieldChange {
  readonly field: MessageField;
  /** Absent if the message could not be read. */
  readonly from?: string;
  readonly to: string;
}

/** Message fields that a correction may change, as in Lotus. */
export type MessageField = 'Nonce' | 'GasLimit' | 'GasFeeCap' | 'GasPremium' | 'Method';

const NAMESPACE = 'Filecoin.';
/** The other namespace that endpoints use. */
const NODE_NAMESPACE = 'Node.';
const SECONDS_PER_EPOCH = 30;
/** Keeps a clamped height within the lookback limit until the request is sent. */
const WINDOW_MARGIN = 20;
/** Lotus' own MessageConfidence. */
const DEFAULT_CONFIDENCE = 5;
const NO_LIMIT = -1;

/** Values of parameters that the request omits. */
const DEFAULTS: Readonly<Record<string, unknown>> = { limit: NO_LIMIT, allowReplaced: true, confidence: DEFAULT_CONFIDENCE };

/** Whether a parameter of this name is of a kind. */
export function isOfKind(name: string, ...kinds: readonly ParameterKind[]): boolean {
  const kind = parameterKind(name);
  return kind !== undefined && kinds.includes(kind);
}

/** The name without the namespace. */
export function bareMethod(method: string): string {
  return method.slice(method.lastIndexOf('.') + 1);
}

/** Parameter names of a method in the called API version. */
export function paramNames(method: string, apiVersion: FailedCall['apiVersion']): readonly string[] | undefined {
  const v0 = v0ParamNames(method);
  const facts = methodFacts(method)?.params;
  if (apiVersion === 'v2') return v2ParamNames(method) ?? facts;
  return apiVersion === 'v0' ? (v0 ?? facts) : (facts ?? v0);
}

/** A corrected request; `method` with its namespace. */
export function request(method: string, params: readonly unknown[], note: string, blanks: readonly string[] = []): RequestRepair {
  return { kind: 'request', method, params, note, blanks };
}

/** Full name of another method, in the namespace of the failed one. */
function sibling({ method }: FailedCall, name: string): string {
  const dot = method.lastIndexOf('.');
  return dot === -1 ? NAMESPACE + name : method.slice(0, dot + 1) + name;
}

/** The parameters as an array; empty if absent, undefined if they are not an array. */
export function listOf(params: unknown): readonly unknown[] | undefined {
  if (params === undefined || params === null) return [];
  return Array.isArray(params) ? params : undefined;
}

/** The same method with parameters changed by name; undefined if the method or its parameters are unknown. */
function mapNamed(call: FailedCall, note: string, change: (value: unknown, name: string) => unknown): RequestRepair | undefined {
  const names = paramNames(bareMethod(call.method), call.apiVersion);
  if (names === undefined || !Array.isArray(call.params)) return undefined;
  return request(
    call.method,
    call.params.map((value, index) => change(value, names[index] ?? '')),
    note,
  );
}

/** Parameter names used in Lotus' code, replies and command line, in lower case. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['height', 'epoch'],
  ['tsk', 'tipsetkey'],
  ['tipset', 'tipsetkey'],
  ['addr', 'address'],
  ['msg', 'message'],
  ['lookbacklimit', 'limit'],
]);

/** Converts the parameters to a complete array, in order. */
export function repairList(call: FailedCall): RequestRepair | undefined {
  const method = bareMethod(call.method);
  const names = paramNames(method, call.apiVersion);
  const note = 'params must be an array, in the order of the method.';
  const { params } = call;
  if (Array.isArray(params)) return undefined;
  if (params === undefined || params === null) return request(call.method, (names ?? []).map(defaultOf), note, blanksOf(names ?? []));
  if (names === undefined) return undefined;
  if (!isRecord(params)) return request(call.method, [params, ...names.slice(1).map(defaultOf)], note, blanksOf(names.slice(1)));
  const ownNames = new Set(names.map((name) => name.toLowerCase()));
  const byName = new Map(
    Object.entries(params).map(([key, value]) => {
      const lower = key.toLowerCase();
      return [ownNames.has(lower) ? lower : (OTHER_NAMES.get(lower) ?? lower), value];
    }),
  );
  if (names.length > 0 && !names.some((name) => byName.has(name.toLowerCase()))) {
    return request(call.method, [params, ...names.slice(1).map(defaultOf)], note, blanksOf(names.slice(1)));
  }
  const missing = names.filter((name) => !byName.has(name.toLowerCase()));
  const list = names.map((name) => (byName.has(name.toLowerCase()) ? byName.get(name.toLowerCase()) : defaultOf(name)));
  return request(call.method, list, note, blanksOf(missing));
}

function defaultOf(name: string): unknown {
  return DEFAULTS[name] ?? null;
}

/** Parameters without a default value; a tipset key defaults to the head. */
function blanksOf(names: readonly string[]): readonly string[] {
  return names.filter((name) => !isOfKind(name, 'tipsetKey') && !Object.hasOwn(DEFAULTS, name) && name !== 'spec');
}

const COUNT = /: \d{1,3} != (\d{1,2})\b/;

/** Corrects the number of parameters for the endpoint's API version. */
export function repairCount(call: FailedCall, text: string): RequestRepair | undefined {
  const { params } = call;
  if (!Array.isArray(params)) return repairList(call);
  const method = bareMethod(call.method);
  const facts = methodFacts(method)?.params;
  const v0 = v0ParamNames(method);
  const known = [facts, v0].filter((names) => names !== undefined);
  const stated = COUNT.exec(text)?.[1];
  const wanted = stated === undefined ? paramNames(method, call.apiVersion)?.length : Number(stated);
  if (wanted === undefined) return undefined;
  const to = known.find((names) => names.length === wanted);
  const from = known.find((names) => names.length === params.length);
  const note = `The method takes ${wanted} ${wanted === 1 ? 'parameter' : 'parameters'} at this path.`;
  if (to === undefined) {
    // Names unknown: truncate, or fill up with null.
    return request(
      call.method,
      Array.from({ length: wanted }, (_, index) => params[index] ?? null),
      note,
    );
  }
  const given = from ?? to;
  const missing = to.filter((name) => !given.slice(0, params.length).includes(name));
  const values = to.map((name) => {
    const index = given.indexOf(name);
    return index === -1 || index >= params.length ? defaultOf(name) : params[index];
  });
  return request(call.method, values, note, blanksOf(missing));
}

/** Replacement calls for methods that an endpoint does not serve. */
const ALTERNATIVES: Readonly<Record<string, (params: readonly unknown[]) => Omit<RequestRepair, 'kind'>>> = {
  StateMarketDeals: ([key = null]) => ({
    method: 'StateMarketStorageDeal',
    params: [null, key],
    note: 'Gateways return one deal at a time.',
    blanks: ['dealId'],
  }),
  StateMinerSectors: ([address = null, , key = null]) => oneSector(address, key),
  StateMinerActiveSectors: ([address = null, key = null]) => oneSector(address, key),
  StateMinerSectorAllocated: ([address = null, sector = null, key = null]) => ({
    method: 'StateSectorGetInfo',
    params: [address, sector, key],
    note: 'Gateways return the info of a sector on chain; null means that it is not on chain.',
    blanks: sector === null ? ['sector'] : [],
  }),
  StateMarketParticipants: ([key = null]) => ({
    method: 'StateMarketBalance',
    params: [null, key],
    note: 'Gateways return one participant at a time.',
    blanks: ['address'],
  }),
  StateLookupRobustAddress: ([address = null, key = null]) => ({
    method: 'StateAccountKey',
    params: [address, key],
    note: 'Gateways return the key address of an account.',
    blanks: [],
  }),
  StateGetAllocationIdForPendingDeal: ([dealId = null, key = null]) => ({
    method: 'StateGetAllocationForPendingDeal',
    params: [dealId, key],
    note: 'Gateways return the allocation.',
    blanks: [],
  }),
  MpoolPushUntrusted: ([message = null]) => push(message),
  MpoolBatchPush: ([messages]) => push(Array.isArray(messages) ? messages[0] : null),
  MpoolBatchPushUntrusted: ([messages]) => push(Array.isArray(messages) ? messages[0] : null),
  ChainNotify: () => ({ method: 'ChainHead', params: [], note: 'Over HTTP, poll the head.', blanks: [] }),
  MpoolSub: () => ({ method: 'MpoolPending', params: [null], note: 'Over HTTP, read the whole mempool.', blanks: [] }),
  SubscribeActorEventsRaw: ([filter = null]) => ({
    method: 'GetActorEventsRaw',
    params: [filter],
    note: 'Over HTTP, read the events of a range.',
    blanks: [],
  }),
  StateSearchMsgLimited: ([cid = null, limit = NO_LIMIT]) => search([null, cid, limit, true]),
  StateGetReceipt: ([cid = null, key = null]) => search([key, cid, NO_LIMIT, true]),
  StateWaitMsgLimited: ([cid = null, confidence = DEFAULT_CONFIDENCE, limit = NO_LIMIT]) => ({
    method: 'StateWaitMsg',
    params: [cid, confidence, limit, true],
    note: 'In /rpc/v1, the limit is a parameter of StateWaitMsg.',
    blanks: [],
  }),
};

function oneSector(address: unknown, key: unknown): Omit<RequestRepair, 'kind'> {
  return {
    method: 'StateSectorGetInfo',
    params: [address, null, key],
    note: 'Gateways return one sector at a time.',
    blanks: ['sector'],
  };
}

function push(message: unknown): Omit<RequestRepair, 'kind'> {
  return {
    method: 'MpoolPush',
    params: [message ?? null],
    note: 'Gateways accept one signed message at a time, with MpoolPush.',
    blanks: [],
  };
}

function search(params: readonly unknown[]): Omit<RequestRepair, 'kind'> {
  return { method: 'StateSearchMsg', params, note: 'In /rpc/v1, the method is StateSearchMsg.', blanks: [] };
}

/** Corrects spelling and namespace of the name; else a method that the endpoint may serve instead. */
export function repairMethod(call: FailedCall): Repair | undefined {
  const bare = bareMethod(call.method);
  const params = listOf(call.params);
  if (params === undefined) return undefined;
  if (fullMethodName(bare, 'Filecoin') === bare) return request(bare, params, 'Ethereum methods have no namespace.');
  const name = methodFacts(bare) === undefined && v0ParamNames(bare) === undefined ? nearestMethod(bare) : bare;
  if (name === undefined) return undefined;
  const prefix = call.method.startsWith(NODE_NAMESPACE) ? NODE_NAMESPACE : NAMESPACE;
  if (name !== bare) return withCount(call, request(prefix + name, params, `The name is ${name}.`));
  if (!call.method.startsWith(NAMESPACE))
    return withCount(call, request(NAMESPACE + bare, params, `The name must start with ${NAMESPACE}`));
  const alternative = Object.hasOwn(ALTERNATIVES, bare) ? ALTERNATIVES[bare]?.(params) : undefined;
  return alternative === undefined ? undefined : { kind: 'request', ...alternative, method: NAMESPACE + alternative.method };
}

/** Also corrects the number of parameters, which nodes check after the name. */
function withCount(call: FailedCall, named: RequestRepair): RequestRepair {
  const names = paramNames(bareMethod(named.method), call.apiVersion);
  if (names === undefined || names.length === named.params.length) return named;
  const counted = repairCount({ ...call, method: named.method, params: named.params }, '');
  return counted === undefined ? named : joined(named, counted);
}

/** Combines two corrections: the request of the second, the notes of both. */
export function joined(first: RequestRepair, second: RequestRepair): RequestRepair {
  return { ...second, note: `${first.note} ${second.note}`, blanks: [...new Set([...first.blanks, ...second.blanks])] };
}

const MAX_LETTERS_WRONG = 2;
const MAX_NAME_LENGTH = 60;

/** The catalogued name with the smallest edit distance, if there is only one. */
function nearestMethod(name: string): string | undefined {
  const nearest = nearestMethods(name);
  return nearest.length === 1 ? nearest[0] : undefined;
}

const MAX_NAMES = 5;

/** The catalogued names with the smallest edit distance to a misspelled one; empty if none is close. */
export function nearestMethods(name: string): readonly string[] {
  if (name.length > MAX_NAME_LENGTH) return [];
  const lower = name.toLowerCase();
  // Two edits turn ChainGetHed into ChainSetHead, so methods that write allow only one.
  const distances = METHODS.map((method) => ({ ...method, distance: editDistance(lower, method.name.toLowerCase()) })).filter(
    ({ permission, distance }) => permission === 'read' || distance <= 1,
  );
  const smallest = Math.min(...distances.map(({ distance }) => distance));
  // A short name is within two edits of too many others.
  if (smallest > Math.min(MAX_LETTERS_WRONG, Math.floor(name.length / 4))) return [];
  const nearest = distances.filter(({ distance }) => distance === smallest).map((near) => near.name);
  return [...new Set(nearest)].slice(0, MAX_NAMES);
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 0; i < left.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j += 1) {
      const changed = (row[j] ?? 0) + (left[i] === right[j] ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** Lookback limit of a gateway, as a Go duration: hours and minutes may be absent. */
export const LOOKBACK = /lookbacks of more than (?:(\d{1,5})h)?(?:(\d{1,2})m)?(\d{1,2})s/i;

/** The duration captured by `LOOKBACK`, in epochs. */
export function lookbackEpochs(hours = '0', minutes = '0', seconds = '0'): number {
  return Math.floor((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / SECONDS_PER_EPOCH);
}

/** Moves heights and tipsets within the endpoint's lookback limit. */
export function repairLookback(call: FailedCall, text: string): Repair | undefined {
  const found = LOOKBACK.exec(text);
  const oldest =
    found === null || call.headEpoch === undefined
      ? undefined
      : Math.max(0, call.headEpoch - Math.max(0, lookbackEpochs(...found.slice(1)) - WINDOW_MARGIN));
  if (requiresTipsetKey(call)) return callHead(call);
  const hasHeight = paramNames(bareMethod(call.method), call.apiVersion)?.some((name) => isOfKind(name, 'epoch')) === true;
  const notes = new Set<string>();
  const later = (epoch: number): number => {
    if (oldest === undefined || epoch >= oldest) return epoch;
    notes.add(`Moved within the lookback limit: epoch ${oldest} or later.`);
    return oldest;
  };
  const moved = mapNamed(call, '', (value, name) => {
    if (isOfKind(name, 'tipsetKey')) {
      if (value !== null) notes.add(hasHeight ? 'The lookup starts at the head (null).' : 'At the head (null).');
      return null;
    }
    if (isOfKind(name, 'epoch')) return typeof value === 'number' ? later(value) : value;
    if (name !== 'filter' || !isRecord(value) || typeof value.fromHeight !== 'number') return value;
    return { ...value, fromHeight: later(value.fromHeight) };
  });
  return moved === undefined ? undefined : { ...moved, note: [...notes].join(' ') };
}

const START_HEIGHT = /\bhead: (\d{1,15})\b/;

/** Lowers a height to the head. */
export function repairFuture(call: FailedCall, text: string): Repair | undefined {
  const start = START_HEIGHT.exec(text)?.[1];
  const highest = start === undefined ? call.headEpoch : Number(start);
  if (highest === undefined) {
    if (!/^ChainGetTipSet(?:By|After)Height$/.test(bareMethod(call.method))) return undefined;
    return request(sibling(call, 'ChainHead'), [], 'The head is the highest tipset.');
  }
  return mapNamed(call, `The highest epoch is ${highest}.`, (value, name) => {
    if (isOfKind(name, 'epoch')) return typeof value === 'number' ? Math.min(value, highest) : value;
    // The lookup starts at this key; if the text states no start, the key itself may be too low.
    return isOfKind(name, 'tipsetKey') && start === undefined ? null : value;
  });
}

const CONFIDENCE_LIMIT = /(?:gateway maximum |maximum: \d{1,15} > )(\d{1,4})\b/i;
const GATEWAY_CONFIDENCE = 20;

/** Lowers the confidence to the endpoint's maximum. */
export function repairConfidence(call: FailedCall, text: string): Repair | undefined {
  const max = Number(CONFIDENCE_LIMIT.exec(text)?.[1] ?? GATEWAY_CONFIDENCE);
  return mapNamed(call, `Confidence ${max} is the endpoint’s maximum.`, (value, name) => (name === 'confidence' ? max : value));
}

/** In v0 and v1, ChainGetTipSet refuses a call without a key. */
function requiresTipsetKey({ method, apiVersion }: FailedCall): boolean {
  return bareMethod(method) === 'ChainGetTipSet' && apiVersion !== 'v2';
}

function callHead(call: FailedCall): RequestRepair {
  return request(sibling(call, 'ChainHead'), [], 'ChainHead returns the tipset at the head.');
}

/** Replaces the tipset by the head. */
export function repairAtHead(call: FailedCall): Repair | undefined {
  if (requiresTipsetKey(call)) return callHead(call);
  if (paramNames(bareMethod(call.method), call.apiVersion)?.some((name) => isOfKind(name, 'tipsetKey')) !== true) return undefined;
  return mapNamed(call, 'At the head (null).', (value, name) => (isOfKind(name, 'tipsetKey') ? null : value));
}

const NULL_EPOCH = /null round \((\d{1,15})\)/i;

/** The tipset after a null round, or the block before it. */
export function repairNullRound(call: FailedCall, text: string): Repair | undefined {
  const params = listOf(call.params);
  if (params !== undefined && bareMethod(call.method) === 'ChainGetTipSetByHeight') {
    return request(sibling(call, 'ChainGetTipSetAfterHeight'), params, 'Returns the first tipset at or after the epoch.');
  }
  return repairBlockNumber(call, NULL_EPOCH.exec(text)?.[1], -1);
}

/** A year, if the request has no sector duration. */
const DEFAULT_DURATION = 1_051_200;

const FORK_EPOCH = /state fork at epoch (\d{1,15})\b/i;

/** The epoch after an upgrade, or the head. */
export function repairFork(call: FailedCall, text: string): Repair | undefined {
  return repairAtHead(call) ?? repairBlockNumber(call, FORK_EPOCH.exec(text)?.[1], 1);
}

/** Moves a hex block number by one. */
function repairBlockNumber(call: FailedCall, stated: string | undefined, step: 1 | -1): Repair | undefined {
  const params = listOf(call.params);
  if (stated === undefined || params === undefined) return undefined;
  const next = BigInt(stated) + BigInt(step);
  if (next < 0n) return undefined;
  const moved = params.map((value) =>
    typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) && BigInt(value) === BigInt(stated) ? `0x${next.toString(16)}` : value,
  );
  return request(call.method, moved, `Block ${next} instead.`);
}

const RANGE = /exceeds maximum of (\d{1,9}) \(got \d{1,15}\)/i;

/** Shortens a block range to the endpoint's limit. */
export function repairRange(call: FailedCall, text: string): Repair | undefined {
  const max = RANGE.exec(text)?.[1];
  const [filter, ...rest] = listOf(call.params) ?? [];
  if (max === undefined || !isRecord(filter)) return undefined;
  const from = filter.fromBlock;
  if (typeof from !== 'string' || !/^0x[0-9a-f]{1,13}$/i.test(from)) return undefined;
  const last = BigInt(from) + BigInt(max) - 1n;
  return request(
    call.method,
    [{ ...filter, toBlock: `0x${last.toString(16)}` }, ...rest],
    `The first ${max} blocks. Call again for the others.`,
  );
}

/** Searches for a message instead of waiting. */
export function repairWait(call: FailedCall): Repair | undefined {
  const [cid = null] = listOf(call.params) ?? [];
  if (bareMethod(call.method) !== 'StateWaitMsg' || cid === null) return undefined;
  const params = call.apiVersion === 'v0' ? [cid] : [null, cid, NO_LIMIT, true];
  return request(sibling(call, 'StateSearchMsg'), params, 'Returns at once; null while the message is not on chain.');
}

/** Accepts a replacement of the message. */
export function repairReplaced(call: FailedCall): Repair | undefined {
  return mapNamed(call, 'Also finds the message that replaced it.', (value, name) => (name === 'allowReplaced' ? true : value));
}

/** Reads the info of a miner or multisig instead of an account key. */
export function repairNotAccount(call: FailedCall, text: string): Repair | undefined {
  const params = listOf(call.params);
  if (params === undefined || bareMethod(call.method) !== 'StateAccountKey') return undefined;
  const method = /not account: storageminer\b/i.test(text) ? 'StateMinerInfo' : 'StateReadState';
  return request(sibling(call, method), params, 'Returns the owner, worker or signers, which are accounts.');
}

/** Requests a part of a miner's sectors. */
export function repairSectors(call: FailedCall): Repair | undefined {
  const [address = null, , key = null] = listOf(call.params) ?? [];
  if (bareMethod(call.method) !== 'StateMinerSectors' || address === null) return undefined;
  // Run lengths of a bitfield: 0 unset, 1000 set.
  return request(call.method, [address, [0, 1000], key], 'Sectors 0 to 999. Call again for the others.');
}

/** Whether a corrected request equals the failed one, and so would fail again. */
export function isSameRequest(call: FailedCall, repair: RequestRepair): boolean {
  return call.method === repair.method && sameJson(call.params, repair.params);
}

/** Whether two values have the same JSON. */
export function sameJson(left: unknown, right: unknown): boolean {
  return comparable(left) === comparable(right);
}

function comparable(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? `${item}n` : item)) ?? '';
}

/** Sector sizes by seal proof type, in groups of five (go-state-types abi/sector.go). */
const SECTOR_SIZES = [2048, 8_388_608, 536_870_912, 34_359_738_368, 68_719_476_736] as const;

/** The pledge by sector size and duration, which works at every network version, with the full size as verified. */
export function repairPledge(call: FailedCall): RequestRepair | undefined {
  const [, info, key = null] = listOf(call.params) ?? [];
  if (bareMethod(call.method) !== 'StateMinerInitialPledgeCollateral' || !isRecord(info)) return undefined;
  const proof = Number(info.SealProof);
  const size = Number.isSafeInteger(proof) && proof >= 0 ? SECTOR_SIZES[proof % SECTOR_SIZES.length] : undefined;
  const expiration = Number(info.Expiration);
  const duration = Number.isSafeInteger(expiration) && call.headEpoch !== undefined ? expiration - call.headEpoch : 0;
  if (size === undefined) return undefined;
  return request(
    sibling(call, 'StateMinerInitialPledgeForSector'),
    [duration > 0 ? duration : DEFAULT_DURATION, size, size, key],
    'It takes the sector’s lifetime in epochs and its size; from network version 29, verifiedSize is the full size.',
    duration > 0 ? [] : ['duration'],
  );
}
