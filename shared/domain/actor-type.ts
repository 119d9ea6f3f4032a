/** The types of built-in actors, and the version of the actors that a network version runs. */
import { type Address, idOfAddress } from './address.ts';

/** The actors' names as StateActorCodeCIDs gives them. */
export const ACTOR_TYPES = [
  'account',
  'cron',
  'datacap',
  'eam',
  'ethaccount',
  'evm',
  'init',
  'multisig',
  'paymentchannel',
  'placeholder',
  'reward',
  'storagemarket',
  'storageminer',
  'storagepower',
  'system',
  'verifiedregistry',
] as const;
/** One of these names. */
export type ActorType = (typeof ACTOR_TYPES)[number];

/** Source: builtin-actors, runtime/src/builtin/singletons.rs; f099 is where burnt funds go. */
const SINGLETONS: ReadonlyMap<bigint, ActorType> = new Map<bigint, ActorType>([
  [0n, 'system'],
  [1n, 'init'],
  [2n, 'reward'],
  [3n, 'cron'],
  [4n, 'storagepower'],
  [5n, 'storagemarket'],
  [6n, 'verifiedregistry'],
  [7n, 'datacap'],
  [10n, 'eam'],
  [99n, 'account'],
]);

/** The type of an actor that has the same id on every network; undefined for all others. */
export function singletonActorType(address: Address): ActorType | undefined {
  const id = idOfAddress(address);
  return id === undefined ? undefined : SINGLETONS.get(id);
}

/** First network version of each actors version, newest first. Sources: Lotus, go-state-types actors/version.go. */
const ACTORS_SINCE: readonly (readonly [networkVersion: number, actorsVersion: number])[] = [
  [28, 18],
  [27, 17],
  [25, 16],
  [24, 15],
  [23, 14],
  [22, 13],
  [21, 12],
  [19, 11],
  [18, 10],
  [17, 9],
  [16, 8],
  [15, 7],
  [14, 6],
  [13, 5],
  [12, 4],
  [10, 3],
  [4, 2],
  [0, 0],
];
const LAST_NETWORK_VERSION = 28;

/** The actors version that a network version runs (0, then 2 to 18); undefined for network versions that are not known yet. */
export function actorsVersionOf(networkVersion: number): number | undefined {
  if (networkVersion > LAST_NETWORK_VERSION) return undefined;
  return ACTORS_SINCE.find(([first]) => networkVersion >= first)?.[1];
}
