import { actorCodes } from '../../../shared/domain/actor-code.ts';
import type { ActorType } from '../../../shared/domain/actor-type.ts';
import type { Cid } from '../../../shared/domain/cid.ts';

/** Code CIDs of the built-in actors, as mainnet has them. The code itself is not here: this node has no VM. */
export const ACTOR_CODES: Readonly<Record<ActorType, Cid>> = actorCodes('mainnet');

const KINDS: ReadonlyMap<Cid, ActorType> = new Map(Object.entries(ACTOR_CODES).map(([kind, code]) => [code, kind as ActorType]));

/** The type of an actor of this chain. */
export function kindOfCode(code: Cid): ActorType {
  const kind = KINDS.get(code);
  if (kind === undefined) throw new Error(`no actor of this chain has the code ${code}`);
  return kind;
}
