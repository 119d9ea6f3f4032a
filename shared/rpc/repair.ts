/**
 * Corrects a request that failed: a pure function for each kind of failure, from the request and the node's text.
 *
 * Nothing here is sent: the result is shown and copied. Parameters may be anything that JSON can hold, the text is a node's; figures
 * are taken from it by bounded patterns alone. Facts: Lotus v1.36.2 api/api_full.go and api/v0api (parameters by version),
 * gateway/node.go and gateway/proxy_fil_v1.go (limits), api/api_errors.go.
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
  /** What was changed, in a sentence or two. */
  readonly note: string;
  /** Names of parameters that only the sender knows: they are `null` in `params` and have to be filled in. */
  readonly blanks: readonly string[];
}

/** A signed message cannot be corrected without signing again: these fields have to change before it is. */
interface MessageRepair {
  readonly kind: 'message';
  readonly changes: readonly FieldChange[];
  /** What to do with the changes, in one sentence. */
  readonly note: string;
}

/** A field of a message that has to change; amounts in attoFIL, all values in decimal. */
export interface FieldChange {
  readonly field: MessageField;
  /** Absent where the message could not be read. */
  readonly from?: string;
  readonly to: string;
}

/** Fields of a message that a failure may ask to change, as Lotus writes them. */
export type MessageField = 'Nonce' | 'GasLimit' | 'GasFeeCap' | 'GasPremium' | 'Method';

const NAMESPACE = 'Filecoin.';
/** The other one that endpoints have. */
const NODE_NAMESPACE = 'Node.';
const SECONDS_PER_EPOCH = 30;
/** A clamped height stays this many epochs inside the window, so that it is still inside when the request is sent. */
const WINDOW_MARGIN = 20;
/** Lotus' own MessageConfidence. */
const DEFAULT_CONFIDENCE = 5;
const NO_LIMIT = -1;

/** What a parameter is where the sender did not give it. */
const DEFAULTS: Readonly<Record<string, unknown>> = { limit: NO_LIMIT, allowReplaced: true, confidence: DEFAULT_CONFIDENCE };

/** Whether a parameter of this name is of a kind. */
export function isOfKind(name: string, ...kinds: readonly ParameterKind[]): boolean {
  const kind = parameterKind(name);
  return kind !== undefined && kinds.includes(kind);
}

/** The name without its namespace. */
export function bareMethod(method: string): string {
  return method.slice(method.lastIndexOf('.') + 1);
}

/** Names of a method's parameters in the version of the interface that was called. */
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

/** Another method of an endpoint that knew this one: under the same namespace. */
function besides({ method }: FailedCall, name: string): string {
  const dot = method.lastIndexOf('.');
  return dot === -1 ? NAMESPACE + name : method.slice(0, dot + 1) + name;
}

/** A request sent without parameters has an empty list of them; anything else that is no list cannot be carried over. */
export function listOf(params: unknown): readonly unknown[] | undefined {
  if (params === undefined || params === null) return [];
  return Array.isArray(params) ? params : undefined;
}

/** The same method with the parameters changed by name; undefined where the method or its parameters are not known. */
function mapNamed(call: FailedCall, note: string, change: (value: unknown, name: string) => unknown): RequestRepair | undefined {
  const names = paramNames(bareMethod(call.method), call.apiVersion);
  if (names === undefined || !Array.isArray(call.params)) return undefined;
  return request(
    call.method,
    call.params.map((value, index) => change(value, names[index] ?? '')),
    note,
  );
}

/** What parameters are called elsewhere, in small letters: in Lotus' own code, its replies and its command line. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['height', 'epoch'],
  ['tsk', 'tipsetkey'],
  ['tipset', 'tipsetkey'],
  ['addr', 'address'],
  ['msg', 'message'],
  ['lookbacklimit', 'limit'],
]);

/** Puts the parameters into a list, in order and in full. */
export function repairList(call: FailedCall): RequestRepair | undefined {
  const method = bareMethod(call.method);
  const names = paramNames(method, call.apiVersion);
  const note = 'Parameters are a list in the order of the method.';
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

/** Parameters that a node needs a value for: not keys, whose null is the head, nor what has a default. */
function blanksOf(names: readonly string[]): readonly string[] {
  return names.filter((name) => !isOfKind(name, 'tipsetKey') && !Object.hasOwn(DEFAULTS, name) && name !== 'spec');
}

const COUNT = /: \d{1,3} != (\d{1,2})\b/;

/** Gives the call as many parameters as the endpoint's version of the method has. */
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
  const note = `The method takes ${wanted} ${wanted === 1 ? 'parameter' : 'parameters'} here.`;
  if (to === undefined) {
    // No names to go by: cut, or filled up with null.
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

/** What an endpoint that does not serve a method serves instead: by the method's name, from its parameters. */
const ALTERNATIVES: Readonly<Record<string, (params: readonly unknown[]) => Omit<RequestRepair, 'kind'>>> = {
  StateMarketDeals: ([key = null]) => ({
    method: 'StateMarketStorageDeal',
    params: [null, key],
    note: 'Gateways answer for one deal at a time.',
    blanks: ['dealId'],
  }),
  StateMinerSectors: ([address = null, , key = null]) => oneSector(address, key),
  StateMinerActiveSectors: ([address = null, key = null]) => oneSector(address, key),
  StateMinerSectorAllocated: ([address = null, sector = null, key = null]) => ({
    method: 'StateSectorGetInfo',
    params: [address, sector, key],
    note: 'Gateways tell a sector that is on chain by its info; null means that it is not.',
    blanks: sector === null ? ['sector'] : [],
  }),
  StateMarketParticipants: ([key = null]) => ({
    method: 'StateMarketBalance',
    params: [null, key],
    note: 'Gateways answer for one participant at a time.',
    blanks: ['address'],
  }),
  StateLookupRobustAddress: ([address = null, key = null]) => ({
    method: 'StateAccountKey',
    params: [address, key],
    note: 'Gateways give the key address of an account.',
    blanks: [],
  }),
  StateGetAllocationIdForPendingDeal: ([dealId = null, key = null]) => ({
    method: 'StateGetAllocationForPendingDeal',
    params: [dealId, key],
    note: 'Gateways give the allocation itself.',
    blanks: [],
  }),
  MpoolPushUntrusted: ([message = null]) => push(message),
  MpoolBatchPush: ([messages]) => push(Array.isArray(messages) ? messages[0] : null),
  MpoolBatchPushUntrusted: ([messages]) => push(Array.isArray(messages) ? messages[0] : null),
  ChainNotify: () => ({ method: 'ChainHead', params: [], note: 'Over HTTP, ask for the head again and again.', blanks: [] }),
  MpoolSub: () => ({ method: 'MpoolPending', params: [null], note: 'Over HTTP, ask for the whole pool.', blanks: [] }),
  SubscribeActorEventsRaw: ([filter = null]) => ({
    method: 'GetActorEventsRaw',
    params: [filter],
    note: 'Over HTTP, ask for the events of a range.',
    blanks: [],
  }),
  StateSearchMsgLimited: ([cid = null, limit = NO_LIMIT]) => search([null, cid, limit, true]),
  StateGetReceipt: ([cid = null, key = null]) => search([key, cid, NO_LIMIT, true]),
  StateWaitMsgLimited: ([cid = null, confidence = DEFAULT_CONFIDENCE, limit = NO_LIMIT]) => ({
    method: 'StateWaitMsg',
    params: [cid, confidence, limit, true],
    note: 'In /rpc/v1 the limit is a parameter of StateWaitMsg.',
    blanks: [],
  }),
};

function oneSector(address: unknown, key: unknown): Omit<RequestRepair, 'kind'> {
  return {
    method: 'StateSectorGetInfo',
    params: [address, null, key],
    note: 'Gateways answer for one sector at a time.',
    blanks: ['sector'],
  };
}

function push(message: unknown): Omit<RequestRepair, 'kind'> {
  return { method: 'MpoolPush', params: [message ?? null], note: 'Gateways take one signed message at a time by MpoolPush.', blanks: [] };
}

function search(params: readonly unknown[]): Omit<RequestRepair, 'kind'> {
  return { method: 'StateSearchMsg', params, note: 'In /rpc/v1 all of this is StateSearchMsg.', blanks: [] };
}

/** The name spelled right, with its namespace; else a method that the endpoint may serve instead. */
export function repairMethod(call: FailedCall): Repair | undefined {
  const bare = bareMethod(call.method);
  const params = listOf(call.params);
  if (params === undefined) return undefined;
  if (fullMethodName(bare, 'Filecoin') === bare) return request(bare, params, 'Methods of Ethereum have no namespace.');
  const name = methodFacts(bare) === undefined && v0ParamNames(bare) === undefined ? nearestMethod(bare) : bare;
  if (name === undefined) return undefined;
  const prefix = call.method.startsWith(NODE_NAMESPACE) ? NODE_NAMESPACE : NAMESPACE;
  if (name !== bare) return withCount(call, request(prefix + name, params, `The name is ${name}.`));
  if (!call.method.startsWith(NAMESPACE)) return withCount(call, request(NAMESPACE + bare, params, `The name begins with ${NAMESPACE}`));
  const alternative = Object.hasOwn(ALTERNATIVES, bare) ? ALTERNATIVES[bare]?.(params) : undefined;
  return alternative === undefined ? undefined : { kind: 'request', ...alternative, method: NAMESPACE + alternative.method };
}

/** Nodes count parameters once they know the name: a name set right brings up a count that is wrong. */
function withCount(call: FailedCall, named: RequestRepair): RequestRepair {
  const names = paramNames(bareMethod(named.method), call.apiVersion);
  if (names === undefined || names.length === named.params.length) return named;
  const counted = repairCount({ ...call, method: named.method, params: named.params }, '');
  return counted === undefined ? named : joined(named, counted);
}

/** A request that was corrected twice: the second correction, with the words of both. */
export function joined(first: RequestRepair, second: RequestRepair): RequestRepair {
  return { ...second, note: `${first.note} ${second.note}`, blanks: [...new Set([...first.blanks, ...second.blanks])] };
}

const MAX_LETTERS_WRONG = 2;
const MAX_NAME_LENGTH = 60;

/** The one catalogued name that differs in case alone, else the one that is nearest by letters added, left out or changed. */
function nearestMethod(name: string): string | undefined {
  const nearest = nearestMethods(name);
  return nearest.length === 1 ? nearest[0] : undefined;
}

const MAX_NAMES = 5;

/** The catalogued names that are nearest to a misspelled one, all equally near; none where none is near. */
export function nearestMethods(name: string): readonly string[] {
  if (name.length > MAX_NAME_LENGTH) return [];
  const lower = name.toLowerCase();
  // One letter is a slip; two make ChainSetHead of ChainGetHed, which is not to be offered to somebody who reads.
  const distances = METHODS.map((method) => ({ ...method, distance: editDistance(lower, method.name.toLowerCase()) })).filter(
    ({ permission, distance }) => permission === 'read' || distance <= 1,
  );
  const least = Math.min(...distances.map(({ distance }) => distance));
  // A short name is within two letters of too many others.
  if (least > Math.min(MAX_LETTERS_WRONG, Math.floor(name.length / 4))) return [];
  const nearest = distances.filter(({ distance }) => distance === least).map((near) => near.name);
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

/** How far a gateway looks back, as Go writes a duration: hours and minutes may be missing. */
export const LOOKBACK = /lookbacks of more than (?:(\d{1,5})h)?(?:(\d{1,2})m)?(\d{1,2})s/i;

/** The epochs of a duration, from what `LOOKBACK` caught. */
export function lookbackEpochs(hours = '0', minutes = '0', seconds = '0'): number {
  return Math.floor((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / SECONDS_PER_EPOCH);
}

/** Moves heights and tipsets into the window that the endpoint looks back. */
export function repairLookback(call: FailedCall, text: string): Repair | undefined {
  const found = LOOKBACK.exec(text);
  const oldest =
    found === null || call.headEpoch === undefined
      ? undefined
      : Math.max(0, call.headEpoch - Math.max(0, lookbackEpochs(...found.slice(1)) - WINDOW_MARGIN));
  if (isOwnTipset(call)) return headInstead(call);
  const hasHeight = paramNames(bareMethod(call.method), call.apiVersion)?.some((name) => isOfKind(name, 'epoch')) === true;
  const notes = new Set<string>();
  const later = (epoch: number): number => {
    if (oldest === undefined || epoch >= oldest) return epoch;
    notes.add(`It is asked within the window: epoch ${oldest} or later.`);
    return oldest;
  };
  const moved = mapNamed(call, '', (value, name) => {
    if (isOfKind(name, 'tipsetKey')) {
      if (value !== null) notes.add(hasHeight ? 'The lookup starts at the head (null).' : 'It is asked at the head.');
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
    return request(besides(call, 'ChainHead'), [], 'The head is the highest tipset that there is.');
  }
  return mapNamed(call, `Epoch ${highest} is the highest that there is.`, (value, name) => {
    if (isOfKind(name, 'epoch')) return typeof value === 'number' ? Math.min(value, highest) : value;
    // The key is what the height was counted from: without a stated start it may be the one that lies too low.
    return isOfKind(name, 'tipsetKey') && start === undefined ? null : value;
  });
}

const CONFIDENCE_LIMIT = /(?:gateway maximum |maximum: \d{1,15} > )(\d{1,4})\b/i;
const GATEWAY_CONFIDENCE = 20;

/** Lowers the confirmations that are waited for to what the endpoint allows. */
export function repairConfidence(call: FailedCall, text: string): Repair | undefined {
  const most = Number(CONFIDENCE_LIMIT.exec(text)?.[1] ?? GATEWAY_CONFIDENCE);
  return mapNamed(call, `It waits for ${most} confirmations, the most that the endpoint allows.`, (value, name) =>
    name === 'confidence' ? most : value,
  );
}

/** ChainGetTipSet of v1 and v0 has no default: without a key it is refused. */
function isOwnTipset({ method, apiVersion }: FailedCall): boolean {
  return bareMethod(method) === 'ChainGetTipSet' && apiVersion !== 'v2';
}

function headInstead(call: FailedCall): RequestRepair {
  return request(besides(call, 'ChainHead'), [], 'ChainHead returns the tipset at the head.');
}

/** Asks at the head instead of at a tipset. */
export function repairAtHead(call: FailedCall): Repair | undefined {
  if (isOwnTipset(call)) return headInstead(call);
  if (paramNames(bareMethod(call.method), call.apiVersion)?.some((name) => isOfKind(name, 'tipsetKey')) !== true) return undefined;
  return mapNamed(call, 'It is asked at the head.', (value, name) => (isOfKind(name, 'tipsetKey') ? null : value));
}

const NULL_EPOCH = /null round \((\d{1,15})\)/i;

/** Asks for the tipset after a null round, or for the block before it. */
export function repairNullRound(call: FailedCall, text: string): Repair | undefined {
  const params = listOf(call.params);
  if (params !== undefined && bareMethod(call.method) === 'ChainGetTipSetByHeight') {
    return request(besides(call, 'ChainGetTipSetAfterHeight'), params, 'It gives the first tipset at or after the epoch.');
  }
  return repairBlockNumber(call, NULL_EPOCH.exec(text)?.[1], -1);
}

/** A year, where the request does not tell how long the sector is to live. */
const DEFAULT_DURATION = 1_051_200;

const FORK_EPOCH = /state fork at epoch (\d{1,15})\b/i;

/** Asks at the epoch after an upgrade, or at the head. */
export function repairFork(call: FailedCall, text: string): Repair | undefined {
  return repairAtHead(call) ?? repairBlockNumber(call, FORK_EPOCH.exec(text)?.[1], 1);
}

/** Moves a block number in hex by one. */
function repairBlockNumber(call: FailedCall, stated: string | undefined, step: 1 | -1): Repair | undefined {
  const params = listOf(call.params);
  if (stated === undefined || params === undefined) return undefined;
  const next = BigInt(stated) + BigInt(step);
  if (next < 0n) return undefined;
  const moved = params.map((value) =>
    typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) && BigInt(value) === BigInt(stated) ? `0x${next.toString(16)}` : value,
  );
  return request(call.method, moved, `Block ${next} is next to it.`);
}

const RANGE = /exceeds maximum of (\d{1,9}) \(got \d{1,15}\)/i;

/** Cuts a range of blocks to the first part that the endpoint takes. */
export function repairRange(call: FailedCall, text: string): Repair | undefined {
  const most = RANGE.exec(text)?.[1];
  const [filter, ...rest] = listOf(call.params) ?? [];
  if (most === undefined || !isRecord(filter)) return undefined;
  const from = filter.fromBlock;
  if (typeof from !== 'string' || !/^0x[0-9a-f]{1,13}$/i.test(from)) return undefined;
  const last = BigInt(from) + BigInt(most) - 1n;
  return request(
    call.method,
    [{ ...filter, toBlock: `0x${last.toString(16)}` }, ...rest],
    `The first ${most} blocks; ask for the others after it.`,
  );
}

/** Looks a message up instead of waiting for it. */
export function repairWait(call: FailedCall): Repair | undefined {
  const [cid = null] = listOf(call.params) ?? [];
  if (bareMethod(call.method) !== 'StateWaitMsg' || cid === null) return undefined;
  const params = call.apiVersion === 'v0' ? [cid] : [null, cid, NO_LIMIT, true];
  return request(besides(call, 'StateSearchMsg'), params, 'It answers at once, with null while the message is not on chain.');
}

/** Lets a search find the message that took the nonce. */
export function repairReplaced(call: FailedCall): Repair | undefined {
  return mapNamed(call, 'It finds the message that took its place.', (value, name) => (name === 'allowReplaced' ? true : value));
}

/** Asks a miner for its info where it was asked for an account's key. */
export function repairNotAccount(call: FailedCall, text: string): Repair | undefined {
  const params = listOf(call.params);
  if (params === undefined || bareMethod(call.method) !== 'StateAccountKey') return undefined;
  const method = /not account: storageminer\b/i.test(text) ? 'StateMinerInfo' : 'StateReadState';
  return request(besides(call, method), params, 'It names the owner, worker or signers, which are accounts.');
}

/** Asks for part of a miner's sectors. */
export function repairSectors(call: FailedCall): Repair | undefined {
  const [address = null, , key = null] = listOf(call.params) ?? [];
  if (bareMethod(call.method) !== 'StateMinerSectors' || address === null) return undefined;
  // A bitfield in JSON is run lengths, the first of sectors left out: none left out, a thousand taken.
  return request(call.method, [address, [0, 1000], key], 'Sectors 0 to 999; ask for the others after them.');
}

/** Whether a repaired request differs from the one that failed: otherwise it would fail again. */
export function isSameRequest(call: FailedCall, repair: RequestRepair): boolean {
  return call.method === repair.method && sameJson(call.params, repair.params);
}

/** Whether two values are written the same in JSON. */
export function sameJson(left: unknown, right: unknown): boolean {
  return comparable(left) === comparable(right);
}

function comparable(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? `${item}n` : item)) ?? '';
}

/** Sector sizes in the order in which seal proofs are numbered, five at a time (go-state-types abi/sector.go). */
const SECTOR_SIZES = [2048, 8_388_608, 536_870_912, 34_359_738_368, 68_719_476_736] as const;

/** The pledge by sector size and duration, which works in every network version; the whole sector counts as verified. */
export function repairPledge(call: FailedCall): RequestRepair | undefined {
  const [, info, key = null] = listOf(call.params) ?? [];
  if (bareMethod(call.method) !== 'StateMinerInitialPledgeCollateral' || !isRecord(info)) return undefined;
  const proof = Number(info.SealProof);
  const size = Number.isSafeInteger(proof) && proof >= 0 ? SECTOR_SIZES[proof % SECTOR_SIZES.length] : undefined;
  const expiration = Number(info.Expiration);
  const duration = Number.isSafeInteger(expiration) && call.headEpoch !== undefined ? expiration - call.headEpoch : 0;
  if (size === undefined) return undefined;
  return request(
    besides(call, 'StateMinerInitialPledgeForSector'),
    [duration > 0 ? duration : DEFAULT_DURATION, size, size, key],
    'It takes the epochs until the sector expires, its size, and as verified size the same from network version 29 on.',
    duration > 0 ? [] : ['duration'],
  );
}
