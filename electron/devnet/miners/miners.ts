import { idOfAddress } from '../../../shared/domain/address.ts';
import { POWER } from '../state/power-view.ts';
import { POWER_ID, type State } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { MINER, type Miner } from './miner-view.ts';

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
    .map(([address]) => Number(idOfAddress(address)))
    .sort((left, right) => left - right);
}
