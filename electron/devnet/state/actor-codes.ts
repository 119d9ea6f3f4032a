import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { actorCodes } from '../../../shared/domain/methods/actor-code.ts';
import type { ActorType } from '../../../shared/domain/methods/actor-type.ts';

/** Actors versions of this chain: those of network versions 28 and 29. */
export type ActorsVersion = 18 | 19;

type Codes = Readonly<Record<ActorType, Cid>>;

/** Code CIDs of the built-in actors on mainnet. The code itself is not included: this node has no VM. */
const CODES: Readonly<Record<ActorsVersion, Codes>> = { 18: actorCodes('mainnet', 18), 19: actorCodes('mainnet', 19) };

const KINDS: ReadonlyMap<Cid, ActorType> = new Map(
  Object.values(CODES).flatMap((codes) => Object.entries(codes).map(([kind, code]) => [code, kind as ActorType] as const)),
);

/** Order of actors in a real manifest, so that its CID is the same. */
const MANIFEST_ORDER = [
  ...(['system', 'init', 'cron', 'account', 'storagepower', 'storageminer', 'storagemarket', 'paymentchannel', 'multisig'] as const),
  ...(['reward', 'verifiedregistry', 'datacap', 'placeholder', 'evm', 'eam', 'ethaccount'] as const),
];

/** The manifest of a version. */
export function manifestOf(version: ActorsVersion): { readonly name: ActorType; readonly code: Cid }[] {
  return MANIFEST_ORDER.map((name) => ({ name, code: CODES[version][name] }));
}

export const codesOf = (version: ActorsVersion): Codes => CODES[version];

/** Return the actor type of a code. */
export function kindOfCode(code: Cid): ActorType {
  const kind = KINDS.get(code);
  if (kind === undefined) throw new Error(`no actor of this chain has the code ${code}`);
  return kind;
}

/** Return the actors version of a system actor code. */
export function versionOfSystem(code: Cid): ActorsVersion {
  return code === CODES[18].system ? 18 : 19;
}
