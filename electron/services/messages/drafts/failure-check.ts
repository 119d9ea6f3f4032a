/** Checks for calls that are certain to fail in any state of the chain. Pure. */
import { type CertainFailure, certainFailure } from '../../../../shared/domain/messages/certain-failure.ts';
import type { ActorType } from '../../../../shared/domain/methods/actor-type.ts';
import { decodeParams } from '../../../../shared/domain/methods/method-decode.ts';
import { type Finding, fail, warning } from './check-finding.ts';

/** A call before it is signed. */
export interface CheckedCall {
  readonly actorType: ActorType | undefined;
  readonly method: bigint;
  readonly params: Uint8Array;
  readonly value: bigint;
  /** Actor types of the recipients of calls inside the parameters. */
  readonly innerActors: ReadonlyMap<string, ActorType>;
  readonly networkVersion: number | undefined;
  /** Whether the version is exact and this release knows its rules. */
  readonly hasKnownRules: boolean;
}

/**
 * Check a call. A certain failure fails the check, so that the message is not signed. It is only a warning if the rules of the network may
 * be newer than this release, and for a call that the message proposes, because the message itself succeeds.
 */
export function checkCertainFailure(call: CheckedCall): Finding | undefined {
  const { actorType, method, params, value, innerActors, networkVersion, hasKnownRules } = call;
  const decoded = decodeParams(actorType, method, params, {
    networkVersion,
    actorTypeOf: (address) => innerActors.get(address),
  });
  const failure = certainFailure({ actorType, method, params: decoded, value }, networkVersion);
  if (failure === undefined) return undefined;
  if (failure.isInner) return innerFailure('The proposed call is certain to fail', failure);
  const exit = exitText(failure);
  return hasKnownRules
    ? fail('The message is certain to fail', `${failure.reason} It would fail with ${exit}.`)
    : warning(
        'The message is likely to fail',
        `${failure.reason} It would fail with ${exit}, unless a newer network version changed this.`,
      );
}

/** The warning for a call that the message proposes or approves. */
export function innerFailure(title: string, failure: CertainFailure): Finding {
  return warning(title, `${failure.reason} Once executed, ${failure.call} fails with ${exitText(failure)}.`);
}

function exitText({ exitCode, exitName }: CertainFailure): string {
  return `${exitName} (exit ${exitCode})`;
}
