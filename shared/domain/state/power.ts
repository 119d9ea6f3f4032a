/** Power of the network and of each miner. Sources: go-state-types `builtin/v16/power`, Lotus `chain/stmgr/actors.go`. */
import { type PowerClaim, type PowerState, powerClaims, powerState } from '../actors/power-state.ts';
import type { Address } from '../address.ts';
import { Hamt } from '../ipld/hamt.ts';
import type { Walk } from '../ipld/walk.ts';
import { readSingleton, SINGLETONS, type StateTree } from './state-tree.ts';

/** The state of the power actor; power is in bytes. */
export function readPower(tree: StateTree): Walk<PowerState> {
  return readSingleton<PowerState>(tree, SINGLETONS.power, powerState[tree.layout], 'the state of the power actor');
}

/** The claims of all miners, by their id addresses. */
export function openClaims({ layout }: StateTree, power: PowerState): Walk<Hamt<Address, PowerClaim>> {
  return Hamt.open<Address, PowerClaim>(powerClaims[layout], power.claims);
}

/** What a miner is counted with, and the network with it; `claim` is undefined for a miner without power. */
export interface MinerPower {
  readonly network: PowerState;
  readonly claim: PowerClaim | undefined;
}

/** StateMinerPower, without whether that is enough to win blocks. `miner` is an id address. */
export function* readMinerPower(tree: StateTree, miner: Address): Walk<MinerPower> {
  const network = yield* readPower(tree);
  return { network, claim: yield* (yield* openClaims(tree, network)).get(miner) };
}
