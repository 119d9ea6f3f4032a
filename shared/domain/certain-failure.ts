/**
 * Calls that fail whatever the state of the chain: the method is not served at the network version in force or is frozen, the caller can
 * never be the one that it asks for, or a parameter is refused by rule.
 *
 * Sources: actor-method-table.ts, actor-method-limits.ts, and FIP-0118 for parameters.
 */
import { CALLERS } from './actor-method-limits.ts';
import { type MethodAvailability, methodAvailability, methodName } from './actor-methods.ts';
import type { ActorType } from './actor-type.ts';
import type { Decoded, DecodedValue } from './decoded-value.ts';
import { explainExitCode } from './exit-code.ts';
import { innerCalls } from './message-calls.ts';

/** A call as far as it is known before it is signed. */
export interface PlannedCall {
  /** Undefined: the called actor is not known, and nothing is said of it. */
  readonly actorType: ActorType | undefined;
  readonly method: bigint;
  readonly params: Decoded;
  /** attoFIL that goes with it; undefined where it is not known. */
  readonly value?: bigint | undefined;
}

/** Why a call is certain to fail. */
export interface CertainFailure {
  readonly exitCode: number;
  /** What the network version calls the code. */
  readonly exitName: string;
  /** One sentence or two. */
  readonly reason: string;
  /** The method that fails, such as `DataCap token Transfer`; a number where it has no name. */
  readonly call: string;
  /** The failing call is not the message itself but a call that its parameters propose: the message may succeed all the same. */
  readonly isInner: boolean;
}

/** Refusals of a parameter, or of the value, from a network version on. */
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
      'Pre-commits with deal IDs are refused since network version 29 (FIP-0118). Leave DealIDs empty and name the pieces in ProveCommitSectors3.',
  },
  {
    type: 'storagepower',
    method: 'CreateMiner',
    since: 27,
    exitCode: INSUFFICIENT_FUNDS,
    isRefused: ({ value }) => value === 0n,
    reason:
      'A new miner needs a deposit since network version 27 (FIP-0077). Send it as the value: the initial pledge of a tenth of the minimum power, 1 TiB on mainnet.',
  },
];

/**
 * Why a message is certain to fail, or a call that it proposes (of a multisig, of a payment channel); undefined where nothing says so.
 * What depends on state, such as balances and roles, is for the simulation.
 *
 * @param networkVersion the version in force; undefined where it is not known: then only callers are checked
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

/** Why a method is not available, for people. */
export function availabilityWords(
  call: string,
  actorType: ActorType,
  availability: Exclude<MethodAvailability, { kind: 'served' }>,
  networkVersion: number,
): string {
  switch (availability.kind) {
    case 'frozen':
      return `${call} is frozen since network version ${availability.since} (${availability.by}): every call is refused.`;
    case 'removed':
      return `${call} was removed from the ${actorType} actor in network version ${availability.until}; the network runs version ${networkVersion}.`;
    case 'absent':
      return availability.since === undefined
        ? `The ${actorType} actor has no method of this number.`
        : `${call} comes with network version ${availability.since}; the network runs version ${networkVersion}.`;
    default:
      return availability satisfies never;
  }
}

function callerWords(actorType: ActorType, name: string, isInner: boolean): string | undefined {
  const callers = CALLERS[actorType];
  const caller = Object.hasOwn(callers, name) ? callers[name] : undefined;
  switch (caller) {
    case 'network':
      return 'can only be called by an actor of the network itself.';
    case 'itself':
      // Whether the receiver of a proposal is the actor that sends it, its addresses do not tell: one may be the ID, the other not.
      return isInner
        ? undefined
        : `can only be called by the ${actorType} actor itself${actorType === 'multisig' ? ': propose it to the multisig' : ''}.`;
    case 'key':
      return isInner ? 'can only be called by the account that signs the message.' : undefined;
    case undefined:
      return undefined;
    default:
      return caller satisfies never;
  }
}

/** Calls inside of parameters, at any depth. Constructors, which have no receiver yet, are not calls of an actor that exists. */
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
