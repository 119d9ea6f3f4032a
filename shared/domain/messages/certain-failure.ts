/**
 * Detects calls that fail regardless of chain state: the method is not served at the current network version or is frozen, the caller
 * is never allowed, or a parameter is always rejected.
 *
 * Sources: actor-method-table.ts, actor-method-limits.ts, and FIP-0118 for parameters.
 */
import type { Decoded, DecodedValue } from '../encoding/decoded-value.ts';
import { CALLERS } from '../methods/actor-method-limits.ts';
import { type MethodAvailability, methodAvailability, methodName } from '../methods/actor-methods.ts';
import type { ActorType } from '../methods/actor-type.ts';
import { explainExitCode } from '../methods/exit-code.ts';
import { innerCalls } from './message-calls.ts';

/** What is known about a call before it is signed. */
export interface PlannedCall {
  /** Undefined if the called actor is unknown; then nothing is checked. */
  readonly actorType: ActorType | undefined;
  readonly method: bigint;
  readonly params: Decoded;
  /** attoFIL sent with it; undefined if unknown. */
  readonly value?: bigint | undefined;
}

/** Why a call is certain to fail. */
export interface CertainFailure {
  readonly exitCode: number;
  /** Name of the exit code at this network version. */
  readonly exitName: string;
  /** One or two sentences. */
  readonly reason: string;
  /** The method that fails, such as `DataCap token Transfer`; its number if it has no name. */
  readonly call: string;
  /** Whether the failing call is proposed in the parameters; the message itself may still succeed. */
  readonly isInner: boolean;
}

/** Parameters or values that are rejected from a network version on. */
interface RefusalRule {
  readonly type: ActorType;
  readonly method: string;
  readonly since: number;
  readonly exitCode: number;
  readonly isRefused: (call: PlannedCall) => boolean;
  readonly reason: string;
}

const ILLEGAL_ARGUMENT = 16;
const FORBIDDEN = 18;
const INSUFFICIENT_FUNDS = 19;
const FORBIDDEN_BEFORE_FVM = 8;
const FIRST_FVM_VERSION = 16;

const REFUSALS: readonly RefusalRule[] = [
  {
    type: 'storageminer',
    method: 'PreCommitSectorBatch2',
    since: 29,
    exitCode: ILLEGAL_ARGUMENT,
    isRefused: ({ params }) => itemsOf(params.value, 'Sectors').some((sector) => itemsOf(sector, 'DealIDs').length > 0),
    reason:
      'Pre-commits with deal IDs are rejected since network version 29 (FIP-0118). Leave DealIDs empty and list the pieces in ProveCommitSectors3.',
  },
  {
    type: 'storagepower',
    method: 'CreateMiner',
    since: 27,
    exitCode: INSUFFICIENT_FUNDS,
    isRefused: ({ value }) => value === 0n,
    reason:
      'A new miner needs a deposit since network version 27 (FIP-0077). Send it as the value: the initial pledge for a tenth of the minimum power, 1 TiB on mainnet.',
  },
];

/**
 * Return why a message, or a call that it proposes (multisig, payment channel), is certain to fail; undefined otherwise.
 * Conditions that depend on state, such as balances and roles, are left to the simulation.
 *
 * @param networkVersion current network version; if undefined, only callers are checked
 */
export function certainFailure(call: PlannedCall, networkVersion: number | undefined): CertainFailure | undefined {
  const own = failureOf(call, networkVersion, false);
  if (own !== undefined) return own;
  for (const inner of callsIn(call.params.value)) {
    const failure = failureOf(inner, networkVersion, true);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function failureOf(planned: PlannedCall, networkVersion: number | undefined, isInner: boolean): CertainFailure | undefined {
  const refusal = refusalOf(planned, networkVersion, isInner);
  if (refusal === undefined) return undefined;
  const { name: exitName } = explainExitCode(refusal.exitCode, { calledActor: planned.actorType, networkVersion });
  return { ...refusal, exitName, isInner };
}

function refusalOf(
  planned: PlannedCall,
  networkVersion: number | undefined,
  isInner: boolean,
): Omit<CertainFailure, 'exitName' | 'isInner'> | undefined {
  const { actorType, method } = planned;
  if (actorType === undefined || method === 0n) return undefined;
  const name = methodName(actorType, method, networkVersion);
  const call = name ?? `Method ${method}`;
  const refused = networkVersion === undefined ? undefined : methodAvailability(actorType, method, networkVersion);
  if (networkVersion !== undefined && refused !== undefined && refused.kind !== 'served')
    return { exitCode: refused.exitCode, reason: availabilityWords(call, actorType, refused, networkVersion), call };
  const caller = name === undefined ? undefined : callerWords(actorType, name, isInner);
  if (caller !== undefined) {
    const exitCode = networkVersion !== undefined && networkVersion < FIRST_FVM_VERSION ? FORBIDDEN_BEFORE_FVM : FORBIDDEN;
    return { exitCode, reason: `${call} ${caller}`, call };
  }
  const rule = REFUSALS.find(
    (candidate) =>
      candidate.type === actorType &&
      candidate.method === name &&
      networkVersion !== undefined &&
      networkVersion >= candidate.since &&
      candidate.isRefused(planned),
  );
  return rule === undefined ? undefined : { exitCode: rule.exitCode, reason: rule.reason, call };
}

/** Describe why a method is not available. */
export function availabilityWords(
  call: string,
  actorType: ActorType,
  availability: Exclude<MethodAvailability, { kind: 'served' }>,
  networkVersion: number,
): string {
  switch (availability.kind) {
    case 'frozen':
      return `${call} is frozen since network version ${availability.since} (${availability.by}); every call is rejected.`;
    case 'removed':
      return `${call} was removed from the ${actorType} actor in network version ${availability.until}; the network runs version ${networkVersion}.`;
    case 'absent':
      return availability.since === undefined
        ? `The ${actorType} actor has no method with this number.`
        : `${call} requires network version ${availability.since}; the network runs version ${networkVersion}.`;
    default:
      return availability satisfies never;
  }
}

function callerWords(actorType: ActorType, name: string, isInner: boolean): string | undefined {
  const callers = CALLERS[actorType];
  const caller = Object.hasOwn(callers, name) ? callers[name] : undefined;
  switch (caller) {
    case 'network':
      return 'can only be called by a system actor.';
    case 'itself':
      // A proposal's receiver and sender may be the same actor under different addresses (ID and robust).
      return isInner
        ? undefined
        : `can only be called by the ${actorType} actor itself${actorType === 'multisig' ? ': propose it to the multisig' : ''}.`;
    case 'key':
      return isInner ? 'can only be called directly by an account.' : undefined;
    case undefined:
      return undefined;
    default:
      return caller satisfies never;
  }
}

/** Return calls inside parameters, at any depth. Constructor calls are skipped: they have no receiver yet. */
function* callsIn(params: DecodedValue): Generator<PlannedCall> {
  for (const call of innerCalls(params)) {
    if (call.to !== undefined) yield { actorType: call.actorType, method: call.method, params: call.params, value: call.value };
    yield* callsIn(call.params.value);
  }
}

function itemsOf(value: DecodedValue, name: string): readonly DecodedValue[] {
  const field = value.kind === 'record' ? value.fields.find((candidate) => candidate.name === name)?.value : undefined;
  return field?.kind === 'list' ? field.items : [];
}
