import type { ActorType } from '../../../shared/domain/actor-type.ts';
import { accountState } from '../../../shared/domain/actors/account-state.ts';
import { cronState } from '../../../shared/domain/actors/cron-state.ts';
import { datacapState } from '../../../shared/domain/actors/datacap-state.ts';
import { initState } from '../../../shared/domain/actors/init-state.ts';
import { marketState } from '../../../shared/domain/actors/market-state.ts';
import { minerState } from '../../../shared/domain/actors/miner-state.ts';
import { multisigState } from '../../../shared/domain/actors/multisig-state.ts';
import { powerState } from '../../../shared/domain/actors/power-state.ts';
import { rewardState } from '../../../shared/domain/actors/reward-state.ts';
import { systemState } from '../../../shared/domain/actors/system-state.ts';
import { verifiedRegistryState } from '../../../shared/domain/actors/verified-registry-state.ts';
import { type Codec, decodeBlock } from '../../../shared/domain/ipld/codec.ts';
import type { Actor, State } from '../state/state.ts';
import { addressJson, amountJson, cidJson, LETTER } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';

/** Of the kinds of actors that this chain has. Those that are missing keep nothing. */
const CODECS: Readonly<Partial<Record<ActorType, Codec<unknown>>>> = {
  account: accountState,
  cron: cronState,
  datacap: datacapState,
  init: initState,
  multisig: multisigState,
  reward: rewardState.v16,
  storagemarket: marketState.v16,
  storageminer: minerState.v16,
  storagepower: powerState.v16,
  system: systemState.v16,
  verifiedregistry: verifiedRegistryState.v16,
};

/** The State of StateReadState: null where the actor keeps none (Lotus v1.36 vm.DumpActorState). Throws `MissingBlockError`. */
export function actorStateJson({ blocks }: State, { kind, head }: Actor): JsonValue {
  const codec = CODECS[kind];
  return codec === undefined ? null : codec.toJson(decodeBlock(codec, blocks.get(head)), LETTER);
}

/** An actor as StateGetActor and traces give it (Lotus v1.36 types.ActorV5). */
export function actorJson({ code, head, nonce, balance, delegatedAddress }: Actor): JsonValue {
  return {
    Code: cidJson(code),
    Head: cidJson(head),
    Nonce: nonce,
    Balance: amountJson(balance),
    DelegatedAddress: delegatedAddress === undefined ? null : addressJson(delegatedAddress),
  };
}
