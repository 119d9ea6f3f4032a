import { type Address, formatAddress, type NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { readActorType } from '../../../shared/domain/state/actor-types.ts';
import { openMiner, type StateMiner } from '../../../shared/domain/state/miner.ts';
import { readActor } from '../../../shared/domain/state/state-tree.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { BlockReader } from './block-reader.ts';
import { openPinnedState, type PinnedState } from './pinned-state.ts';

/** A miner and its state. */
export interface FoundMiner extends PinnedState {
  readonly id: Address;
  /** With the network's letter. */
  readonly name: string;
  readonly miner: StateMiner;
  /** The call that returned its actor. */
  readonly actorCall: CallRef;
  /** The call that returned its state block. */
  readonly stateCall: CallRef;
}

export interface WantedMiner {
  /** An address of any protocol. */
  readonly address: Address;
  readonly letter: NetworkLetter;
  /** Tipsets to read at, preferred first. */
  readonly keys: readonly (readonly Cid[])[];
  readonly onPhase: (phase: string) => void;
}

/**
 * Find a miner by address, in the state of the first tipset that the endpoint has.
 *
 * @throws SextantError `not-found` if the actor does not exist or has another type; as `openPinnedState`
 */
export async function findMiner(
  reader: BlockReader,
  { address, letter, keys, onPhase }: WantedMiner,
  signal: AbortSignal,
): Promise<FoundMiner> {
  onPhase('the tipset');
  const state = await openPinnedState(reader, keys, signal);
  onPhase('the miner');
  const typed = formatAddress(address, letter);
  const onTheWay = `the state tree on the way to ${typed}`;
  // On small networks the miner is already in the root block.
  const { value: found, lastCall = state.treeCall } = await reader.walk(onTheWay, readActor(state.tree, address), signal);
  if (found === undefined) throw new SextantError('not-found', `No actor in this state has the address ${typed}.`);
  const { actor } = found;
  const name = formatAddress(found.address, letter);
  const { value: type } = await reader.walk("the network's actors", readActorType(state.tree, actor.code), signal);
  if (type !== 'storageminer') {
    const what = type === undefined ? "an actor of none of this network's types" : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type} actor`;
    throw new SextantError('not-found', `${name} is ${what}, not a miner.`);
  }
  const {
    value: miner,
    // An identity CID contains its block.
    lastCall: stateCall = lastCall,
  } = await reader.walk(`the state of ${name}`, openMiner(state.tree.layout, actor), signal);
  return { ...state, id: found.address, name, miner, actorCall: lastCall, stateCall };
}
