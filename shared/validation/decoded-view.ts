/**
 * Converts a decoded tree for a document (shared/ipc/schemas/decoded.ts). Lists, sets, bytes and texts are truncated at a limit, with
 * their full count or size.
 */
import { defined } from '../collections/defined.ts';
import { formatAddress, idAddress, type NetworkLetter } from '../domain/addresses/address.ts';
import { checksumEthAddress } from '../domain/addresses/eth-address.ts';
import { type EpochClock, epochToTimeMs } from '../domain/chain/epoch.ts';
import { WHOLE_WEIGHT } from '../domain/chain/reward-split.ts';
import { formatBytes } from '../domain/encoding/byte-size.ts';
import { bytesToHex } from '../domain/encoding/bytes.ts';
import type { ContractRevert, Decoded, DecodedField, DecodedValue } from '../domain/encoding/decoded-value.ts';
import { formatPeerId } from '../domain/keys/peer-id.ts';
import { explainExitCode } from '../domain/methods/exit-code.ts';
import type { Unit } from '../domain/methods/method-shape.ts';
import { aggregationProofName, poStProofType, sealProofType, updateProofType } from '../domain/sectors/proof-type.ts';
import { type DecodedView, type FieldView, MAX_VIEW_DEPTH, type ValueView } from '../ipc/schemas/decoded.ts';
import { formatDurationInWords, formatShare } from '../text/format.ts';

/** Size limits of a tree. Fields of a known type are always included; the limits apply to what a sender can multiply. */
export interface ViewLimits {
  /** Total values: list items, map entries and set ranges. */
  readonly values: number;
  /** Items of one list, entries of one map, ranges of one set. */
  readonly items: number;
  /** Total hex digits and text characters. */
  readonly characters: number;
}

/** For screens: quick to render. */
export const SCREEN_LIMITS: ViewLimits = { values: 4000, items: 500, characters: 262_144 };
/** For signing: every byte of the largest message, and more values than any method takes. */
export const SIGNER_LIMITS: ViewLimits = { values: 20_000, items: 20_000, characters: 524_288 };

export interface ViewContext {
  readonly letter: NetworkLetter;
  /** Adds times to epochs and durations. */
  readonly clock?: EpochClock | undefined;
  readonly limits: ViewLimits;
}

interface Scope extends ViewContext {
  /** Remaining limits. */
  readonly left: { values: number; characters: number };
}

const TOKEN_BYTE = 10n ** 18n;
/** Queued changes of reward streams, by number. */
const STREAM_WRITES = ['new weights', 'weights of a gate check', 'new stream', 'removal of a stream', 'new writer'];
const ACTOR_ID_LIMIT = 1n << 63n;
/** Later epochs have no valid date. */
const LAST_DATED_EPOCH = 1n << 37n;
const SIGNATURE_SCHEMES: Readonly<Record<number, string>> = { 1: 'secp256k1', 2: 'BLS', 3: 'delegated' };

/** The tree for a document. Never throws. */
export function viewOfDecoded(decoded: Decoded, context: ViewContext): DecodedView {
  const { values, characters } = context.limits;
  return decodedView(decoded, MAX_VIEW_DEPTH, { ...context, left: { values, characters } });
}

function decodedView({ form, label, value, isWithoutEffect }: Decoded, depth: number, scope: Scope): DecodedView {
  const effect = isWithoutEffect === undefined ? {} : { isWithoutEffect };
  if (value.kind === 'nothing') return { form, ...effect };
  return { form, ...effect, ...defined({ label }), value: valueView(value, depth, scope) };
}

function valueView(value: DecodedValue, depth: number, scope: Scope): ValueView {
  scope.left.values -= 1;
  switch (value.kind) {
    case 'address':
      return { kind: 'address', value: formatAddress(value.value, scope.letter) };
    case 'amount':
      return { kind: 'amount', value: value.value.toString() };
    case 'integer':
      return integerView(value.value, value.unit, scope);
    case 'bytes':
      return { kind: 'bytes', ...hexOf(value.value, scope), ...wordsOfBytes(value.value, value.unit) };
    case 'signature':
      return { kind: 'signature', scheme: SIGNATURE_SCHEMES[value.type] ?? `type ${value.type}`, ...hexOf(value.data, scope) };
    case 'cid':
      return { kind: 'cid', value: value.value };
    case 'bitfield':
      return bitfieldView(value, scope);
    case 'boolean':
      return { kind: 'boolean', value: value.value };
    case 'text':
      return { kind: 'text', value: textOf(value.value, scope), length: value.value.length };
    case 'none':
    case 'nothing':
      return { kind: 'none' };
    case 'revert':
      return revertView(value, scope);
    case 'embedded':
      return valueView(value.value, depth, scope);
    default:
      return depth === 0 ? { kind: 'tooDeep' } : containerView(value, depth - 1, scope);
  }
}

type Container = Extract<DecodedValue, { kind: 'list' | 'record' | 'map' | 'call' | 'callReturn' | 'contractCall' }>;

function containerView(value: Container, depth: number, scope: Scope): ValueView {
  switch (value.kind) {
    case 'list':
      return { kind: 'list', items: someOf(value.items, scope, (item) => valueView(item, depth, scope)), count: value.items.length };
    case 'record':
      return { kind: 'record', fields: fieldsView(value.fields, depth, scope), count: value.fields.length };
    case 'map': {
      const fields = someOf(value.entries, scope, (entry) => ({
        name: textOf(entry.name, scope),
        value: valueView(entry.value, depth, scope),
      }));
      return { kind: 'record', fields, count: value.entries.length };
    }
    case 'call':
      return {
        kind: 'call',
        ...(value.to === undefined ? {} : { to: formatAddress(value.to, scope.letter) }),
        ...defined({ actorType: value.actorType }),
        method: value.method.toString(),
        ...defined({ methodName: value.methodName }),
        params: decodedView(value.params, depth, scope),
      };
    case 'callReturn':
      return {
        kind: 'callReturn',
        method: value.method.toString(),
        ...defined({ methodName: value.methodName }),
        returned: decodedView(value.returned, depth, scope),
      };
    case 'contractCall':
      return {
        kind: 'contractCall',
        selector: value.selector,
        ...defined({ signature: value.signature }),
        ...(value.arguments === undefined
          ? hexOf(value.data, scope)
          : { arguments: fieldsView(value.arguments, depth, scope), hex: '', sizeBytes: value.data.length }),
      };
    default:
      return value satisfies never;
  }
}

function fieldsView(fields: readonly DecodedField[], depth: number, scope: Scope): FieldView[] {
  const worth = fields.find(({ name, value }) => name === 'Value' && value.kind === 'amount')?.value;
  const isNotApplied = fields.some(({ name, value }) => name === 'Applied' && value.kind === 'boolean' && !value.value);
  return fields.map(({ name, value }) => {
    if (isNotApplied && value.kind === 'integer' && value.unit === 'exitCode') return { name, value: codeOfNothing(value, depth, scope) };
    const view = valueView(value, depth, scope);
    // The value of a proposal is a field next to its parameters.
    return { name, value: view.kind === 'call' && worth?.kind === 'amount' ? { ...view, value: worth.value.toString() } : view };
  });
}

/** A proposal that was not applied also has code 0: no words, which would suggest success. */
function codeOfNothing({ value, isBig }: Extract<DecodedValue, { kind: 'integer' }>, depth: number, scope: Scope): ValueView {
  return valueView({ kind: 'integer', value, isBig }, depth, scope);
}

/** As many as the limits allow. */
function someOf<T, V>(items: readonly T[], scope: Scope, view: (item: T) => V): V[] {
  const shown: V[] = [];
  for (const item of items) {
    if (shown.length >= scope.limits.items || scope.left.values <= 0) break;
    shown.push(view(item));
  }
  return shown;
}

function integerView(value: bigint, unit: Unit | undefined, scope: Scope): ValueView {
  if (unit === 'actor' && value >= 0n && value < ACTOR_ID_LIMIT)
    return { kind: 'address', value: formatAddress(idAddress(value), scope.letter) };
  const words = wordsOfInteger(value, unit, scope.clock);
  const isDated = unit === 'epoch' && scope.clock !== undefined && value >= 0n && value < LAST_DATED_EPOCH;
  return {
    kind: 'integer',
    value: value.toString(),
    ...defined({ unit, words }),
    ...(isDated && scope.clock !== undefined ? { timeMs: epochToTimeMs(Number(value), scope.clock) } : {}),
  };
}

function wordsOfInteger(value: bigint, unit: Unit | undefined, clock: EpochClock | undefined): string | undefined {
  switch (unit) {
    case 'bytes':
    case 'dataCap':
    case 'power':
      return formatBytes(value);
    case 'dataCapToken':
      return value % TOKEN_BYTE === 0n ? formatBytes(value / TOKEN_BYTE) : `${value / TOKEN_BYTE} bytes and a fraction`;
    case 'epochs':
      return clock === undefined || value < 0n || value >= LAST_DATED_EPOCH
        ? undefined
        : formatDurationInWords(Number(value) * clock.blockDelaySeconds * 1000);
    case 'sealProof':
      return sealProofType(Number(value))?.name;
    case 'postProof':
      return poStProofType(Number(value))?.name;
    case 'updateProof':
      return updateProofType(Number(value))?.name;
    case 'aggregateProof':
      return aggregationProofName(Number(value));
    case 'share':
      return value < 0n ? undefined : formatShare(value, WHOLE_WEIGHT, 2);
    case 'streamWrite':
      return STREAM_WRITES[Number(value)];
    case 'exitCode':
      return value >= 0n && value <= 0xffff_ffffn ? explainExitCode(Number(value)).name : undefined;
    default:
      return undefined;
  }
}

function wordsOfBytes(bytes: Uint8Array, unit: Unit | undefined): { words?: string } {
  if (unit === 'ethAddress' && bytes.length === 20) return { words: checksumEthAddress(`0x${bytesToHex(bytes)}`) };
  const peerId = unit === 'peerId' ? formatPeerId(bytes) : undefined;
  return peerId === undefined ? {} : { words: peerId };
}

function bitfieldView({ value, unit }: Extract<DecodedValue, { kind: 'bitfield' }>, scope: Scope): ValueView {
  const ranges = someOf(value.ranges, scope, ({ start, end }) => {
    scope.left.values -= 1;
    return { first: start.toString(), last: (end - 1n).toString() };
  });
  const rangeCount = value.ranges.length;
  return { kind: 'bitfield', ranges, rangeCount, count: value.count.toString(), ...defined({ unit }) };
}

function revertView({ reason, data }: ContractRevert, scope: Scope): ValueView {
  const text =
    reason.type === 'message'
      ? textOf(reason.text, scope)
      : reason.type === 'panic'
        ? reason.meaning
        : reason.type === 'custom'
          ? reason.selector
          : undefined;
  return { kind: 'revert', reason: reason.type, ...defined({ text }), ...hexOf(data, scope) };
}

function hexOf(bytes: Uint8Array, { left }: Scope): { hex: string; sizeBytes: number } {
  const shown = bytes.length * 2 <= left.characters ? bytes : bytes.subarray(0, left.characters >> 1);
  left.characters -= shown.length * 2;
  return { hex: bytesToHex(shown), sizeBytes: bytes.length };
}

function textOf(text: string, { left }: Scope): string {
  const shown = text.slice(0, left.characters);
  left.characters -= shown.length;
  return shown;
}
