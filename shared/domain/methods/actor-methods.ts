/** Names, shapes and availability of the built-in actors' methods, from the tables of methods and limits. */
import { FROZEN_METHODS, type Freeze } from './actor-method-limits.ts';
import { ACTOR_METHODS, COMMON_METHODS, type MethodRow, UNHANDLED_METHODS } from './actor-method-table.ts';
import { ACTOR_TYPES, type ActorType, actorsVersionOf } from './actor-type.ts';
import { FIRST_EXPORTED_METHOD } from './method-number.ts';
import { type MethodShape, parseShape } from './method-shape.ts';

/** One version of a method, valid between two network versions. */
export interface ActorMethod {
  readonly number: bigint;
  readonly name: string;
  readonly params: MethodShape;
  readonly returns: MethodShape;
  /** First network version that has it; 0 for methods that always existed. */
  readonly since: number;
  /** First network version that no longer has it; undefined for the current version of the method. */
  readonly until?: number;
}

/**
 * Availability of a method at a network version: served, removed, absent (not yet or never available) or frozen.
 * `exitCode` is the exit code of a call that is not served.
 */
export type MethodAvailability =
  | { readonly kind: 'served' }
  | { readonly kind: 'removed'; readonly until: number; readonly exitCode: number }
  | { readonly kind: 'absent'; readonly since?: number; readonly exitCode: number }
  | ({ readonly kind: 'frozen' } & Freeze);

const SERVED: MethodAvailability = { kind: 'served' };
/** `ErrUnhandledMessage`; before the FVM `SysErrInvalidMethod`. */
const UNHANDLED_EXIT = 22;
const UNHANDLED_EXIT_BEFORE_FVM = 3;
const FIRST_FVM_VERSION = 16;
/** First network version in which accounts and multisigs accept every exported number (FIP-0050). */
const FIRST_EXPORTING_VERSION = 18;

const METHODS: ReadonlyMap<ActorType, readonly ActorMethod[]> = new Map(
  ACTOR_TYPES.map((type) => [type, ACTOR_METHODS[type].map(methodOfRow)]),
);
const COMMON: readonly ActorMethod[] = COMMON_METHODS.map(methodOfRow);
const UNHANDLED: readonly ActorMethod[] = UNHANDLED_METHODS.map(methodOfRow);
/** Source: builtin-actors, `fallback` in lib.rs of these actors. */
const TAKES_ANY_EXPORTED: ReadonlySet<ActorType> = new Set<ActorType>(['account', 'ethaccount', 'multisig']);
/** Versions by exported number, if all actors with that number agree (WithdrawBalance of miner and market do not). */
const EXPORTED: ReadonlyMap<bigint, { readonly name: string; readonly forms: readonly ActorMethod[] }> = exportedMethods();

function methodOfRow([number, name, params, returns, since = 0, until]: MethodRow): ActorMethod {
  const method = { number: BigInt(number), name, params: parseShape(params), returns: parseShape(returns), since };
  return until === undefined ? method : { ...method, until };
}

function exportedMethods(): Map<bigint, { name: string; forms: readonly ActorMethod[] }> {
  const exported = new Map<bigint, { name: string; forms: readonly ActorMethod[] }>();
  for (const methods of [COMMON, UNHANDLED, ...METHODS.values()]) {
    for (const { number, name } of methods) {
      if (number < FIRST_EXPORTED_METHOD) continue;
      const forms = methods.filter((method) => method.number === number);
      const known = exported.get(number);
      const isAgreed =
        known === undefined || methods === COMMON || COMMON.some((common) => common.number === number) || isSame(known.forms, forms);
      exported.set(number, { name, forms: isAgreed ? (known?.forms ?? forms) : [] });
    }
  }
  return exported;
}

function isSame(some: readonly ActorMethod[], others: readonly ActorMethod[]): boolean {
  return JSON.stringify(some, withBigInts) === JSON.stringify(others, withBigInts);
}

function withBigInts(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/**
 * Return the versions of a method, newest first: those valid in the network version, or all if none is valid or no network version is
 * given. For an exported number (2^24 and up) the actor type may be unknown. Empty if the method is unknown.
 */
export function methodForms(type: ActorType | undefined, method: bigint, networkVersion?: number): readonly ActorMethod[] {
  const own = (type === undefined ? undefined : METHODS.get(type))?.filter(({ number }) => number === method) ?? [];
  const forms = own.length > 0 ? own : (EXPORTED.get(method)?.forms ?? []);
  const valid = networkVersion === undefined ? forms : forms.filter((form) => isValidIn(form, networkVersion));
  return valid.length > 0 ? valid : forms;
}

/** Return an actor type's methods at a network version (default: the latest), by number. */
export function methodsOf(type: ActorType, networkVersion: number = Number.POSITIVE_INFINITY): readonly ActorMethod[] {
  return (METHODS.get(type) ?? []).filter((method) => isValidIn(method, networkVersion)).toSorted((a, b) => (a.number < b.number ? -1 : 1));
}

/** Return all method numbers that an actor type has had in any network version, in ascending order. */
export function methodNumbersOf(type: ActorType): readonly bigint[] {
  const numbers = new Set((METHODS.get(type) ?? []).map(({ number }) => number));
  return [...numbers].toSorted((a, b) => (a < b ? -1 : 1));
}

/**
 * Whether a call succeeds with no effect other than the value transfer: accounts and multisigs accept every exported number
 * (2^24 and up) and ignore those they do not implement, including the exported Propose of a multisig.
 */
export function isWithoutEffect(type: ActorType | undefined, method: bigint): boolean {
  if (type === undefined || !TAKES_ANY_EXPORTED.has(type) || method < FIRST_EXPORTED_METHOD) return false;
  return METHODS.get(type)?.every(({ number }) => number !== method) ?? true;
}

/**
 * Return whether an actor type serves a method at a network version, and the exit code if it does not. Contracts decide
 * themselves about numbers that are not in the table. In unknown network versions, a number that no known version has counts as served.
 */
export function methodAvailability(type: ActorType, method: bigint, networkVersion: number): MethodAvailability {
  if (method === 0n || type === 'placeholder') return SERVED;
  const forms = (METHODS.get(type) ?? []).filter(({ number }) => number === method);
  const freeze = freezeOf(type, forms[0]?.name);
  if (freeze !== undefined && networkVersion >= freeze.since && isServed(forms, networkVersion)) return { kind: 'frozen', ...freeze };
  if (isServed(forms, networkVersion)) return SERVED;
  const exitCode = networkVersion < FIRST_FVM_VERSION ? UNHANDLED_EXIT_BEFORE_FVM : UNHANDLED_EXIT;
  const until = forms.find((form) => form.until !== undefined && form.until <= networkVersion)?.until;
  if (isTakenAnyway(type, method, networkVersion)) return SERVED;
  if (until !== undefined) return { kind: 'removed', until, exitCode };
  const since = forms.at(-1)?.since;
  if (since !== undefined) return { kind: 'absent', since, exitCode };
  return actorsVersionOf(networkVersion) === undefined ? SERVED : { kind: 'absent', exitCode };
}

/** Whether an actor accepts an unknown method number: contracts do, and accounts and multisigs for exported numbers. */
function isTakenAnyway(type: ActorType, method: bigint, networkVersion: number): boolean {
  if (type === 'evm' || COMMON.some(({ number }) => number === method)) return true;
  return TAKES_ANY_EXPORTED.has(type) && method >= FIRST_EXPORTED_METHOD && networkVersion >= FIRST_EXPORTING_VERSION;
}

function isServed(forms: readonly ActorMethod[], networkVersion: number): boolean {
  return forms.some((form) => isValidIn(form, networkVersion));
}

function freezeOf(type: ActorType, name: string | undefined): Freeze | undefined {
  return FROZEN_METHODS[type]?.find(({ names }) => name !== undefined && names.includes(name))?.freeze;
}

/** Whether a version of a method is valid in a network version. */
function isValidIn({ since, until }: ActorMethod, networkVersion: number): boolean {
  return networkVersion >= since && (until === undefined || networkVersion < until);
}

/**
 * Return the name of a method; `Send` for method 0; undefined if unknown. A number whose name changed (17 of a miner) has its newest
 * name unless a network version is given.
 */
export function methodName(type: ActorType | undefined, method: bigint, networkVersion?: number): string | undefined {
  if (method === 0n) return 'Send';
  return methodForms(type, method, networkVersion)[0]?.name ?? EXPORTED.get(method)?.name;
}
