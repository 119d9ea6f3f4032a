/**
 * Finds decodable values in a body: messages with receipts, events, sets, contract calls and encoded objects.
 *
 * Values are recognised by their shape, whatever the method, and by the method where the shape is not enough. The body is hostile: visited and
 * found values are limited.
 */

import { defined } from '../../../shared/collections/defined.ts';
import { type Address, tryParseAddress } from '../../../shared/domain/addresses/address.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { base64ToBytes, hexToBytes } from '../../../shared/domain/encoding/bytes.ts';
import type { EventEntry } from '../../../shared/domain/methods/actor-event.ts';
import { type BodyPathStep, writeBodyPath } from '../../../shared/inspector/body-path.ts';

export interface FoundReceipt {
  readonly path: string;
  readonly exitCode: number;
  readonly bytes: Uint8Array;
  readonly codec?: number;
}

export type DecodedPlace =
  | {
      readonly kind: 'message';
      readonly path: string;
      readonly to: Address;
      readonly method: bigint;
      readonly params: Uint8Array;
      readonly codec?: number;
      readonly receipt?: FoundReceipt;
      /** Code CID of the called actor, from a trace. */
      readonly actorCode?: string;
    }
  /** Receipt of a message that is not in the body; `messageCid` if it is given next to it. */
  | { readonly kind: 'receipt'; readonly receipt: FoundReceipt; readonly messageCid?: string }
  | { readonly kind: 'event'; readonly path: string; readonly entries: readonly EventEntry[] }
  | { readonly kind: 'bitfield'; readonly path: string; readonly name: string; readonly runs: readonly (number | bigint)[] }
  | { readonly kind: 'contractCall'; readonly path: string; readonly input: Uint8Array }
  | { readonly kind: 'revert'; readonly path: string; readonly data: Uint8Array }
  | { readonly kind: 'object'; readonly path: string; readonly bytes: Uint8Array };

export interface FoundPlaces {
  readonly places: readonly DecodedPlace[];
  /** Whether more was found than is returned. */
  readonly isTruncated: boolean;
}

const MAX_PLACES = 60;
const MAX_VALUES = 300_000;
/** Long lists of numbers and gas charges without encoded values. */
const SKIPPED = new Set(['GasCharges', 'GasCost', 'Signature']);
const BITFIELDS = new Set(['AllSectors', 'FaultySectors', 'RecoveringSectors', 'LiveSectors', 'ActiveSectors', 'PostSubmissions']);
/** Methods that return a set of sectors. */
const BITFIELD_RESULTS = new Set(['StateMinerFaults', 'StateMinerRecoveries']);
/** Methods that return CBOR. */
const OBJECT_RESULTS = new Set(['ChainReadObj', 'ChainGetNode', 'StateEncodeParams']);

type Fields = Readonly<Record<string, unknown>>;

interface Finding {
  readonly places: DecodedPlace[];
  visited: number;
}

/** @param method without its namespace */
export function findPlaces(body: unknown, method: string): FoundPlaces {
  const finding: Finding = { places: [], visited: 0 };
  findByMethod(body, method, finding);
  visit(body, [], finding);
  return {
    places: finding.places.slice(0, MAX_PLACES),
    isTruncated: finding.places.length > MAX_PLACES || finding.visited > MAX_VALUES,
  };
}

function findByMethod(body: unknown, method: string, { places }: Finding): void {
  if (!isFields(body)) {
    return;
  }
  const { result, params } = body;
  if (BITFIELD_RESULTS.has(method) && isRuns(result)) {
    places.push({ kind: 'bitfield', path: 'result', name: method, runs: result });
  }
  if (OBJECT_RESULTS.has(method) && typeof result === 'string') {
    const bytes = read(() => base64ToBytes(result));
    if (bytes !== undefined) {
      places.push({ kind: 'object', path: 'result', bytes });
    }
  }
  if (method === 'StateMinerSectors' && Array.isArray(params) && isRuns(params[1])) {
    places.push({ kind: 'bitfield', path: 'params[1]', name: 'Sectors', runs: params[1] });
  }
  if (method === 'StateDecodeParams' && Array.isArray(params)) {
    const [To, Method, Params] = params as unknown[];
    const message = messageAt({ To, Method, Params }, 'params[2]');
    if (message !== undefined) {
      places.push(message);
    }
  }
  if (isFields(body.error) && typeof body.error.data === 'string') {
    const data = hexBytes(body.error.data);
    if (data !== undefined) {
      places.push({ kind: 'revert', path: 'error.data', data });
    }
  }
}

function visit(value: unknown, steps: readonly BodyPathStep[], finding: Finding): void {
  finding.visited += 1;
  if (finding.visited > MAX_VALUES || finding.places.length > MAX_PLACES || typeof value !== 'object' || value === null) {
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      visit(item, [...steps, index], finding);
    }
    return;
  }
  const fields = value as Fields;
  const isPlace = findIn(fields, steps, finding);
  for (const name of Object.keys(fields)) {
    if (!isPlace.has(name) && !SKIPPED.has(name)) {
      visit(fields[name], [...steps, name], finding);
    }
  }
}

/** Recognise an object by its fields. Returns the names of fields that are already handled. */
function findIn(fields: Fields, steps: readonly BodyPathStep[], finding: Finding): ReadonlySet<string> {
  const { places } = finding;
  const pathOf = (...more: BodyPathStep[]): string => writeBodyPath([...steps, ...more]);
  const execution = executionAt(fields, pathOf);
  if (execution !== undefined) {
    places.push(execution);
    // A trace repeats the message at its beginning.
    if (isFields(fields.ExecutionTrace)) {
      visit(fields.ExecutionTrace.Subcalls, [...steps, 'ExecutionTrace', 'Subcalls'], finding);
    }
    return new Set(['Msg', 'MsgRct', 'ExecutionTrace']);
  }
  const message = messageAt(fields, pathOf('Params'));
  if (message !== undefined) {
    places.push(message);
    return new Set(['Params']);
  }
  const receipt = receiptAt(fields.Receipt, pathOf('Receipt', 'Return'));
  if (receipt !== undefined) {
    const cid = isFields(fields.Message) ? fields.Message['/'] : undefined;
    places.push({ kind: 'receipt', receipt, ...(typeof cid === 'string' ? { messageCid: cid } : {}) });
    return new Set(['Receipt']);
  }
  const bare = receiptAt(fields, pathOf('Return'));
  if (bare !== undefined) {
    places.push({ kind: 'receipt', receipt: bare });
    return new Set(['Return']);
  }
  for (const name of ['Entries', 'entries']) {
    const entries = entriesOf(fields[name]);
    if (entries !== undefined) {
      places.push({ kind: 'event', path: pathOf(name), entries });
      return new Set([name]);
    }
  }
  for (const name of ['input', 'data']) {
    const input = typeof fields.to === 'string' ? hexBytes(fields[name]) : undefined;
    if (input !== undefined && input.length > 0) {
      places.push({ kind: 'contractCall', path: pathOf(name), input });
      return new Set([name]);
    }
  }
  const sets = Object.keys(fields).filter((name) => BITFIELDS.has(name) && isRuns(fields[name]));
  for (const name of sets) {
    places.push({ kind: 'bitfield', path: pathOf(name), name, runs: fields[name] as readonly (number | bigint)[] });
  }
  return new Set(sets);
}

type MessagePlace = Extract<DecodedPlace, { kind: 'message' }>;

/** An executed message with its receipt: StateCall, StateReplay, and calls inside a trace. */
function executionAt(fields: Fields, pathOf: (...more: BodyPathStep[]) => string): MessagePlace | undefined {
  const message = isFields(fields.Msg) ? messageAt(fields.Msg, pathOf('Msg', 'Params')) : undefined;
  const receipt = receiptAt(fields.MsgRct, pathOf('MsgRct', 'Return'));
  if (message === undefined || receipt === undefined) {
    return undefined;
  }
  const actorCode = codeOf(fields) ?? (isFields(fields.ExecutionTrace) ? codeOf(fields.ExecutionTrace) : undefined);
  return { ...message, receipt, ...defined({ actorCode }) };
}

/** Since v1.25, Lotus includes the actor in every call of a trace. */
function codeOf({ InvokedActor }: Fields): string | undefined {
  const state = isFields(InvokedActor) ? InvokedActor.State : undefined;
  const code = isFields(state) && isFields(state.Code) ? state.Code['/'] : undefined;
  return typeof code === 'string' ? code : undefined;
}

function messageAt(fields: Fields, path: string): MessagePlace | undefined {
  const { To, Method, Params, ParamsCodec } = fields;
  const to = typeof To === 'string' ? tryParseAddress(To) : undefined;
  const method = integerOf(Method);
  const params = Params === undefined ? undefined : bytesOf(Params);
  if (to === undefined || method === undefined || method < 0n || params === undefined) {
    return undefined;
  }
  return { kind: 'message', path, to, method, params, ...codecOf(ParamsCodec) };
}

function receiptAt(value: unknown, path: string): FoundReceipt | undefined {
  if (!isFields(value) || typeof value.ExitCode !== 'number' || !Number.isSafeInteger(value.ExitCode) || value.Return === undefined) {
    return undefined;
  }
  const bytes = bytesOf(value.Return);
  return bytes === undefined ? undefined : { path, exitCode: value.ExitCode, bytes, ...codecOf(value.ReturnCodec) };
}

function entriesOf(value: unknown): EventEntry[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > 255) {
    return undefined;
  }
  const entries: EventEntry[] = [];
  for (const item of value as unknown[]) {
    if (!isFields(item)) {
      return undefined;
    }
    const key = item.Key ?? item.key;
    const codec = item.Codec ?? item.codec;
    const flags = item.Flags ?? item.flags;
    const bytes = bytesOf(item.Value ?? item.value);
    if (typeof key !== 'string' || typeof codec !== 'number' || typeof flags !== 'number' || bytes === undefined) {
      return undefined;
    }
    entries.push({ key, codec, flags, value: bytes });
  }
  return entries;
}

function codecOf(value: unknown): { codec?: number } {
  return typeof value === 'number' && value !== 0 ? { codec: value } : {};
}

/** A Go byte slice. */
function bytesOf(value: unknown): Uint8Array | undefined {
  if (value === null) {
    return new Uint8Array();
  }
  return typeof value === 'string' ? read(() => base64ToBytes(value)) : undefined;
}

function hexBytes(value: unknown): Uint8Array | undefined {
  return typeof value === 'string' && value.startsWith('0x') ? read(() => hexToBytes(value)) : undefined;
}

function read<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    // Other texts are left unchanged.
    if (error instanceof DomainError) {
      return undefined;
    }
    throw error;
  }
}

function integerOf(value: unknown): bigint | undefined {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value)) ? BigInt(value) : undefined;
}

function isRuns(value: unknown): value is readonly (number | bigint)[] {
  return Array.isArray(value) && value.every((run) => integerOf(run) !== undefined);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
