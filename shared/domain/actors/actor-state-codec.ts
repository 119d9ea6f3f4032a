import type { Codec } from '../ipld/codec.ts';
import type { ActorType } from '../methods/actor-type.ts';
import { accountState } from './account-state.ts';
import { cronState } from './cron-state.ts';
import { datacapState } from './datacap-state.ts';
import { evmState } from './evm-state.ts';
import { initState } from './init-state.ts';
import { marketState } from './market-state.ts';
import { minerState } from './miner-state.ts';
import { multisigState } from './multisig-state.ts';
import { paymentChannelState } from './payment-channel-state.ts';
import { powerState } from './power-state.ts';
import { rewardState } from './reward-state.ts';
import { inEachLayout, type StateLayout, same } from './state-layout.ts';
import { systemState } from './system-state.ts';
import { verifiedRegistryState } from './verified-registry-state.ts';

type Codecs = Readonly<Record<StateLayout, Codec<unknown> | undefined>>;

const CODECS: Readonly<Partial<Record<ActorType, Codecs>>> = {
  account: same(accountState),
  cron: same(cronState),
  datacap: inEachLayout({ v0: undefined, v9: datacapState }),
  evm: inEachLayout({ v0: undefined, ...evmState }),
  init: same(initState),
  multisig: same(multisigState),
  paymentchannel: same(paymentChannelState),
  reward: rewardState,
  storagemarket: marketState,
  storageminer: minerState,
  storagepower: powerState,
  system: systemState,
  verifiedregistry: verifiedRegistryState,
};

/** Return the state codec of an actor type; undefined for types without state: Ethereum accounts, placeholders, address manager. */
export function actorStateCodec(type: ActorType, layout: StateLayout): Codec<unknown> | undefined {
  return CODECS[type]?.[layout];
}
