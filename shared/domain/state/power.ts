/** Reads the power of the network and of miners. Sources: go-state-types `builtin/v16/power`, Lotus `chain/stmgr/actors.go`. */
import { type PowerClaim, type PowerState, powerClaims, powerState } from '../actors/power-state.ts';
import type { Address } from '../addresses/address.ts';
import { Hamt } from '../ipld/hamt.ts';
import type { Walk } from '../ipld/walk.ts';
import { readSingleton, SINGLETONS, type StateTree } from './state-tree.ts';

/** Read the power actor's state; power is in bytes. */
export function readPower(tree: StateTree): Walk<PowerState> {
  return readSingleton<PowerState>(tree, SINGLETONS.power, powerState[tree.layout], 'the state of the power actor');
}

/** Read all claims, by miner ID address. */
export function openClaims({ layout }: StateTree, power: PowerState): Walk<Hamt<Address, PowerClaim>> {
  return Hamt.open<Address, PowerClaim>(powerClaims[layout], power.claims);
}

/** A miner's claim and the network's power; `claim` is undefined for a miner without power. */
export interface MinerPower {
  readonly network: PowerState;
  readonly claim: PowerClaim | undefined;
}

/** StateMinerPower without HasMinPower. `miner` is an ID address. */
export function* readMinerPower(tree: StateTree, miner: Address): Walk<MinerPower> {
  const network = yield* readPower(tree);
  return { network, claim: yield* (yield* openClaims(tree, network)).get(miner) };
}
