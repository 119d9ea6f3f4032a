import type { ActorType } from '../actor-type.ts';
import type { Codec } from '../ipld/codec.ts';
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
import type { StateLayout } from './state-layout.ts';
import { systemState } from './system-state.ts';
import { verifiedRegistryState } from './verified-registry-state.ts';

type States = Readonly<Partial<Record<ActorType, Codec<unknown>>>>;

const CODECS: Readonly<Record<StateLayout, States>> = {
  v0: {
    account: accountState,
    cron: cronState,
    init: initState,
    multisig: multisigState,
    paymentchannel: paymentChannelState,
    reward: rewardState.v0,
    storagemarket: marketState.v0,
    storageminer: minerState.v0,
    storagepower: powerState.v0,
    system: systemState.v0,
    verifiedregistry: verifiedRegistryState.v0,
  },
  v16: {
    account: accountState,
    cron: cronState,
    datacap: datacapState,
    evm: evmState,
    init: initState,
    multisig: multisigState,
    paymentchannel: paymentChannelState,
    reward: rewardState.v16,
    storagemarket: marketState.v16,
    storageminer: minerState.v16,
    storagepower: powerState.v16,
    system: systemState.v16,
    verifiedregistry: verifiedRegistryState.v16,
  },
};

/** How the state of a type of actor is read; undefined for types that keep none: Ethereum accounts, placeholders, their manager. */
export function actorStateCodec(type: ActorType, layout: StateLayout): Codec<unknown> | undefined {
  return CODECS[layout][type];
}
