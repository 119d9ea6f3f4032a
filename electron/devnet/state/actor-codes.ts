import { actorCodes } from '../../../shared/domain/actor-code.ts';
import type { ActorType } from '../../../shared/domain/actor-type.ts';
import type { Cid } from '../../../shared/domain/cid.ts';

/** The versions of the actors that this chain runs: those of network versions 28 and 29. */
export type ActorsVersion = 18 | 19;

type Codes = Readonly<Record<ActorType, Cid>>;

/** Code CIDs of the built-in actors, as mainnet has them. The code itself is not here: this node has no VM. */
const CODES: Readonly<Record<ActorsVersion, Codes>> = { 18: actorCodes('mainnet', 18), 19: actorCodes('mainnet', 19) };

const KINDS: ReadonlyMap<Cid, ActorType> = new Map(
  Object.values(CODES).flatMap((codes) => Object.entries(codes).map(([kind, code]) => [code, kind as ActorType] as const)),
);

/** The order in which the list of a real network names its actors, so that it has the same CID here. */
const MANIFEST_ORDER = [
  ...(['system', 'init', 'cron', 'account', 'storagepower', 'storageminer', 'storagemarket', 'paymentchannel', 'multisig'] as const),
  ...(['reward', 'verifiedregistry', 'datacap', 'placeholder', 'evm', 'eam', 'ethaccount'] as const),
];

/** What the system actor names: every actor and its code. */
export function manifestOf(version: ActorsVersion): { readonly name: ActorType; readonly code: Cid }[] {
  return MANIFEST_ORDER.map((name) => ({ name, code: CODES[version][name] }));
}

export const codesOf = (version: ActorsVersion): Codes => CODES[version];

/** The type of an actor of this chain. */
export function kindOfCode(code: Cid): ActorType {
  const kind = KINDS.get(code);
  if (kind === undefined) throw new Error(`no actor of this chain has the code ${code}`);
  return kind;
}

/** The version that the system actor has with this code. */
export function versionOfSystem(code: Cid): ActorsVersion {
  return code === CODES[18].system ? 18 : 19;
}
