import { useCallback, useMemo } from 'react';
import { type NetworkVersion, unverifiedMark, versionAt } from '../../shared/domain/chain/network-version.ts';
import { actorTypeFromCode } from '../../shared/domain/methods/actor-code.ts';
import { ACTOR_TYPES, type ActorType } from '../../shared/domain/methods/actor-type.ts';
import { sanitiseToText } from '../../shared/text/sanitise.ts';
import { useTopic } from './use-topic.ts';

/**
 * The network version in force at a height, or at the head where none is given, and how sure that is; undefined where no head is known, or
 * nothing is known of the network.
 */
export function useNetworkVersion(height?: number): NetworkVersion | undefined {
  const head = useTopic('chain.headChanged', (state) => state?.head?.height);
  const knowledge = useTopic('chain.versionChanged', (state) => state?.knowledge);
  const at = height ?? head;
  return useMemo(() => (knowledge === undefined || at === undefined ? undefined : versionAt(knowledge, at)), [knowledge, at]);
}

/** The type of an actor by its code: by this release, else by the manifest of the chain. */
export function useActorTypeOfCode(): (code: string) => ActorType | undefined {
  const codes = useTopic('chain.versionChanged', (state) => state?.actorCodes);
  return useCallback((code) => actorTypeFromCode(code) ?? ACTOR_TYPES.find((type) => codes?.[type] === code), [codes]);
}

/** The mark that figures of a height carry where they leave the screen, such as "not verified for version 30"; undefined where verified. */
export function useUnverifiedNote(height?: number): string | undefined {
  const mark = unverifiedMark(useNetworkVersion(height));
  return mark === undefined ? undefined : sanitiseToText(mark, 80);
}
