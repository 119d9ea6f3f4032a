import { quantizeToDeadline } from '../../../shared/domain/actors/miner-quantization.ts';
import { type Address, idOfAddress } from '../../../shared/domain/address.ts';
import { POWER } from '../state/power-view.ts';
import { POWER_ID, type State } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import type { Deadline } from './deadline-view.ts';
import { MINER, type Miner } from './miner-view.ts';
import type { Proving } from './partition.ts';

/** A miner by its id; undefined where there is no actor, or one of another kind. */
export function minerOf(state: State, id: number): Miner | undefined {
  return state.actor(id)?.kind === 'storageminer' ? state.read(MINER, id) : undefined;
}

/** As `minerOf`, with what the draft has changed. */
export function minerOfDraft(draft: StateDraft, id: number): Miner | undefined {
  return minerOf(draft.state, id);
}

/** Changes a miner that exists. */
export function putMiner(draft: StateDraft, id: number, miner: Miner): void {
  draft.write(MINER, id, miner);
}

/** Ids of all miners, ascending: whoever has a claim with the power actor. */
export function minerIds(state: State): number[] {
  return state
    .read(POWER, POWER_ID)
    .claims.entries()
    .map(([address]) => numberOf(address))
    .sort((left, right) => left - right);
}

/** The id in an ID address: the state names everyone by one. */
export const numberOf = (address: Address): number => Number(idOfAddress(address));

/** One of the 48 deadlines; undefined for a number beyond them. */
export const deadlineOf = (miner: Miner, index: number): Deadline | undefined => miner.deadlines.value[index]?.value;

/** The miner with another deadline of this number, one of the 48. */
export function withDeadline(miner: Miner, index: number, deadline: Deadline): Miner {
  const { deadlines } = miner;
  const old = deadlines.value[index];
  if (old === undefined) throw new Error(`no deadline ${index}`);
  return old.value === deadline ? miner : { ...miner, deadlines: deadlines.with(deadlines.value.with(index, old.with(deadline))) };
}

/** What the work on a deadline of this miner needs to know. */
export function provingOf(state: State, miner: Miner, index: number): Proving {
  return {
    blocks: state.blocks,
    sectorSize: miner.info.value.sectorSize,
    sectors: miner.sectors,
    quantize: (epoch) => quantizeToDeadline(epoch, miner.provingPeriodStart, index),
  };
}
