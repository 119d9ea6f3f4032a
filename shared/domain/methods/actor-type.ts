/** The types of built-in actors, and the actors version that a network version runs. */
import { type Address, addressProtocol, idOfAddress } from '../addresses/address.ts';
import { addressFromEthAddress } from '../addresses/eth-address.ts';

/** Actor names as StateActorCodeCIDs returns them. */
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

/** An actor with the same ID on every network. */
export interface Singleton {
  /** Display name, without an article. */
  readonly name: string;
  /** Undefined if networks differ: the reserve is a multisig on some of them. */
  readonly type: ActorType | undefined;
  /** Who can withdraw funds received by a plain transfer (method 0, which runs no code of the receiver). */
  readonly payout: 'nobody' | 'no-method' | 'its-signers';
}

const NO_METHOD = 'no-method';
/** Source: builtin-actors, runtime/src/builtin/singletons.rs; f090 and f099: go-state-types, builtin/singletons.go. */
const SINGLETONS: ReadonlyMap<bigint, Singleton> = new Map<bigint, Singleton>([
  [0n, { name: 'system actor', type: 'system', payout: NO_METHOD }],
  [1n, { name: 'init actor', type: 'init', payout: NO_METHOD }],
  [2n, { name: 'reward actor', type: 'reward', payout: NO_METHOD }],
  [3n, { name: 'cron actor', type: 'cron', payout: NO_METHOD }],
  [4n, { name: 'storage power actor', type: 'storagepower', payout: NO_METHOD }],
  [5n, { name: 'storage market', type: 'storagemarket', payout: NO_METHOD }],
  [6n, { name: 'verified registry', type: 'verifiedregistry', payout: NO_METHOD }],
  [7n, { name: 'DataCap token', type: 'datacap', payout: NO_METHOD }],
  [10n, { name: 'Ethereum address manager', type: 'eam', payout: NO_METHOD }],
  [90n, { name: 'mining reserve', type: undefined, payout: 'its-signers' }],
  [99n, { name: 'burnt funds actor', type: 'account', payout: 'nobody' }],
]);

/** Ethereum's zero address. */
const ZERO_ETH_ADDRESS = addressFromEthAddress(`0x${'0'.repeat(40)}`);
const ZERO_ETH: Singleton = { name: 'zero address', type: undefined, payout: 'nobody' };

/** Return the actor with this address on every network, or Ethereum's zero address; undefined for all others. */
export function singletonOf(address: Address): Singleton | undefined {
  if (address === ZERO_ETH_ADDRESS) return ZERO_ETH;
  const id = idOfAddress(address);
  return id === undefined ? undefined : SINGLETONS.get(id);
}

/** Return the type of an actor with the same ID on every network; undefined for all others. */
export function singletonActorType(address: Address): ActorType | undefined {
  return singletonOf(address)?.type;
}

/**
 * Whether an actor is created at an address when it first receives funds: true for key and delegated addresses, false for ID and
 * actor (f2) addresses. Source: ref-fvm, fvm/src/call_manager/default.rs, `send_unchecked`.
 */
export function beginsWithFunds(address: Address): boolean {
  const protocol = addressProtocol(address);
  return protocol !== 0 && protocol !== 2;
}

/** First network version of each actors version, newest first. Sources: Lotus, go-state-types actors/version.go. */
const ACTORS_SINCE: readonly (readonly [networkVersion: number, actorsVersion: number])[] = [
  [29, 19],
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
/** The newest network version that this release supports. */
export const LAST_NETWORK_VERSION = 29;

/** Return the actors version of a network version (0, then 2 to 19); undefined for unknown network versions. */
export function actorsVersionOf(networkVersion: number): number | undefined {
  if (networkVersion > LAST_NETWORK_VERSION) return undefined;
  return ACTORS_SINCE.find(([first]) => networkVersion >= first)?.[1];
}
