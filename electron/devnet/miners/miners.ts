import { quantizeToDeadline } from '../../../shared/domain/actors/miner-quantization.ts';
import { type Address, idOfAddress } from '../../../shared/domain/addresses/address.ts';
import { POWER } from '../state/power-view.ts';
import { POWER_ID, type State } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import type { Deadline } from './deadline-view.ts';
import { MINER, type Miner } from './miner-view.ts';
import type { Proving } from './partition.ts';

/** Read a miner by ID; undefined if there is no miner with this ID. */
export function minerOf(state: State, id: number): Miner | undefined {
  return state.actor(id)?.kind === 'storageminer' ? state.read(MINER, id) : undefined;
}

/** As `minerOf`, including changes of the draft. */
export function minerOfDraft(draft: StateDraft, id: number): Miner | undefined {
  return minerOf(draft.state, id);
}

/** Update an existing miner. */
export function putMiner(draft: StateDraft, id: number, miner: Miner): void {
  draft.write(MINER, id, miner);
}

/** Return the IDs of all miners with a claim, ascending. */
export function minerIds(state: State): number[] {
  return state
    .read(POWER, POWER_ID)
    .claims.entries()
    .map(([address]) => numberOf(address))
    .sort((left, right) => left - right);
}

/** Return the ID of an ID address. */
export const numberOf = (address: Address): number => Number(idOfAddress(address));

/** Return a deadline; undefined for an index beyond 47. */
export const deadlineOf = (miner: Miner, index: number): Deadline | undefined => miner.deadlines.value[index]?.value;

/** Return the miner with a deadline replaced. */
export function withDeadline(miner: Miner, index: number, deadline: Deadline): Miner {
  const { deadlines } = miner;
  const old = deadlines.value[index];
  if (old === undefined) throw new Error(`no deadline ${index}`);
  return old.value === deadline ? miner : { ...miner, deadlines: deadlines.with(deadlines.value.with(index, old.with(deadline))) };
}

/** Return the context for operations on a deadline. */
export function provingOf(state: State, miner: Miner, index: number): Proving {
  return {
    blocks: state.blocks,
    sectorSize: miner.info.value.sectorSize,
    sectors: miner.sectors,
    quantize: (epoch) => quantizeToDeadline(epoch, miner.provingPeriodStart, index),
  };
}
