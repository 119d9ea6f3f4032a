import type { Address } from '../../../shared/domain/address.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import type { Deal } from '../deals/deal.ts';
import type { Miner } from '../miners/miner.ts';
import type { Multisig } from '../multisig/multisig.ts';
import type { CowMap } from './cow-map.ts';

/** Actor kinds that live on this chain, by their names in StateActorCodeCIDs. */
export type ActorKind =
  | 'system'
  | 'init'
  | 'reward'
  | 'cron'
  | 'storagepower'
  | 'storagemarket'
  | 'verifiedregistry'
  | 'datacap'
  | 'eam'
  | 'account'
  | 'multisig'
  | 'storageminer'
  | 'placeholder'
  | 'ethaccount';

export interface Actor {
  readonly id: number;
  readonly kind: ActorKind;
  /** f1, f2, f3 or f410f address in canonical form; singletons have none. */
  readonly address: Address | undefined;
  readonly nonce: bigint;
  /** attoFIL. */
  readonly balance: bigint;
}

/** Escrow of one party in the market actor; attoFIL. */
export interface Escrow {
  readonly escrow: bigint;
  readonly locked: bigint;
}

/** Everything the chain knows, after all messages up to and including `epoch`. Never changed in place. */
export interface State {
  readonly epoch: number;
  readonly root: Cid;
  readonly actors: CowMap<number, Actor>;
  readonly addresses: CowMap<string, number>;
  readonly nextActorId: number;
  readonly miners: CowMap<number, Miner>;
  readonly deals: CowMap<number, Deal>;
  readonly nextDealId: number;
  readonly escrows: CowMap<number, Escrow>;
  readonly multisigs: CowMap<number, Multisig>;
  /** DataCap that verifiers may still give away, by actor; bytes. */
  readonly verifiers: CowMap<number, bigint>;
  /** DataCap that clients hold, by actor; bytes. */
  readonly dataCaps: CowMap<number, bigint>;
}

export const INIT_ID = 1;
export const REWARD_ID = 2;
export const POWER_ID = 4;
export const MARKET_ID = 5;
export const VERIFIED_REGISTRY_ID = 6;
export const DATA_CAP_ID = 7;
/** Names the verifiers, as f080 does on other networks. */
export const VERIFIED_ROOT_ID = 80;
export const RESERVE_ID = 90;
export const BURNT_ID = 99;
