/**
 * Actor state as a tree of domain values, from the JSON of StateReadState or `actorStateCodec(…).toJson`. Units follow from field
 * names, which all actors versions share.
 */
import { defined } from '../../collections/defined.ts';
import { tryParseAddress } from '../addresses/address.ts';
import { attoFil } from '../amounts/amount.ts';
import { DomainError } from '../domain-error.ts';
import { decodeRunLengths } from '../encoding/bitfield.ts';
import { type Cid, cidFromLink } from '../encoding/cid.ts';
import type { Decoded, DecodedField, DecodedValue } from '../encoding/decoded-value.ts';
import type { Json } from '../methods/method-json.ts';
import type { Unit } from '../methods/method-shape.ts';

type Meaning = Unit | 'amount';

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  (
    [
      [
        'amount',
        `ThisEpochReward TotalMined TotalStoragePowerReward SimpleTotal BaselineTotal TotalMintedReward
         TotalBurnMinted TotalExplicitMinted TotalPledgeCollateral ThisEpochPledgeCollateral
         TotalClientLockedCollateral TotalProviderLockedCollateral TotalClientStorageFee InitialBalance ToSend Redeemed Amount
         PreCommitDeposits LockedFunds FeeDebt InitialPledge InitialPledgeRequirement`,
      ],
      [
        'power',
        `TotalRawBytePower TotalBytesCommitted TotalQualityAdjPower TotalQABytesCommitted ThisEpochRawBytePower
         ThisEpochQualityAdjPower ThisEpochBaselinePower EffectiveBaselinePower`,
      ],
      [
        'epoch',
        `Epoch StartEpoch SettlingAt MinSettleHeight LastCron FirstCronEpoch LastProcessedCronEpoch RampStartEpoch
         ProvingPeriodStart TStart EffectiveEpoch`,
      ],
      ['epochs', 'UnlockDuration RampDurationEpochs SWATimelockEpochs'],
      ['dataCapToken', 'Supply'],
      ['deadline', 'CurrentDeadline'],
      ['method', 'MethodNum'],
    ] as const
  ).flatMap(([meaning, names]) => names.split(/\s+/).map((name) => [name, meaning] as const)),
);
/** Units of smoothed estimates, by name. */
const ESTIMATES: ReadonlyMap<string, Meaning> = new Map([
  ['ThisEpochRewardSmoothed', 'amount'],
  ['ThisEpochQAPowerSmoothed', 'power'],
]);
/** Binary places of fixed-point estimates: go-state-types `builtin/v16/util/smoothing`. */
const ESTIMATE_PLACES = 128n;
const HASH_BYTES = 32;
const INTEGER = /^-?\d{1,80}$/;

/** Return the tree of a state; `nothing` if the actor has no state. */
export function actorStateValue(state: Json): Decoded {
  const isEmpty = state === null || (typeof state === 'object' && !Array.isArray(state) && Object.keys(state).length === 0);
  return { form: 'typed', value: isEmpty ? { kind: 'nothing' } : valueOfJson('', state) };
}

function valueOfJson(name: string, json: Json): DecodedValue {
  if (json === null) return { kind: 'none' };
  if (typeof json === 'boolean') return { kind: 'boolean', value: json };
  if (typeof json === 'number' || typeof json === 'bigint') return numberOf(name, json);
  if (typeof json === 'string') return textOf(name, json);
  if (isList(json)) return listOf(name, json);
  const cid = typeof json['/'] === 'string' ? linkOf(json) : undefined;
  if (cid !== undefined) return { kind: 'cid', value: cid };
  const estimate = ESTIMATES.get(name);
  return { kind: 'record', fields: Object.entries(json).map(([field, value]) => fieldOf(field, value, estimate)) };
}

function fieldOf(name: string, json: Json, estimate: Meaning | undefined): DecodedField {
  if (estimate === undefined || typeof json !== 'string' || !INTEGER.test(json)) return { name, value: valueOfJson(name, json) };
  return { name, value: meant(BigInt(json) >> ESTIMATE_PLACES, estimate, true) };
}

function numberOf(name: string, json: number | bigint): DecodedValue {
  if (typeof json === 'number' && !Number.isSafeInteger(json)) return { kind: 'text', value: String(json) };
  return meant(BigInt(json), MEANINGS.get(name), false);
}

function textOf(name: string, json: string): DecodedValue {
  if (INTEGER.test(json)) return meant(BigInt(json), MEANINGS.get(name), true);
  const address = tryParseAddress(json);
  return address === undefined ? { kind: 'text', value: json } : { kind: 'address', value: address };
}

function meant(value: bigint, meaning: Meaning | undefined, isBig: boolean): DecodedValue {
  if (meaning === 'amount') return { kind: 'amount', value: attoFil(value) };
  return { kind: 'integer', value, isBig, ...defined({ unit: meaning }) };
}

function listOf(name: string, json: readonly Json[]): DecodedValue {
  if (name === 'EarlyTerminations') {
    const deadlines = bitfieldOf(json);
    if (deadlines !== undefined) return deadlines;
  }
  if (json.length === HASH_BYTES && json.every(isByte)) return { kind: 'bytes', value: Uint8Array.from(json) };
  return { kind: 'list', items: json.map((item) => valueOfJson(name, item)) };
}

function linkOf(json: Json): Cid | undefined {
  try {
    return cidFromLink(json);
  } catch (error) {
    // Untrusted input that is not an address stays text.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function bitfieldOf(json: readonly Json[]): DecodedValue | undefined {
  if (!json.every((run) => typeof run === 'number' || typeof run === 'bigint')) return undefined;
  try {
    return { kind: 'bitfield', value: decodeRunLengths(json.map(BigInt)), unit: 'deadline' };
  } catch (error) {
    // Untrusted input that is not a bitfield stays a list of numbers.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function isByte(json: Json): json is number {
  return typeof json === 'number' && Number.isInteger(json) && json >= 0 && json < 256;
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
