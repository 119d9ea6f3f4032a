import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { bitfieldMembers } from '../../../shared/domain/encoding/bitfield.ts';
import { terminateDeals } from '../deals/market.ts';
import { addPledge } from '../state/power.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { takeEarlyTerminations } from './deadline.ts';
import { NO_SECTORS, pledgeOf } from './expiration-queue.ts';
import { deadlineOf, minerOfDraft, putMiner, withDeadline } from './miners.ts';
import { loadSectors } from './partition.ts';

/** Settle early terminations: release the pledge, slash the deals (builtin-actors v16, `process_early_terminations`). No fee is charged. */
export function settleEarlyTerminations(draft: StateDraft, minerId: number, epoch: number): void {
  let miner = minerOfDraft(draft, minerId);
  if (miner === undefined || miner.earlyTerminations.count === 0n) return;
  const numbers: number[] = [];
  for (const index of bitfieldMembers(miner.earlyTerminations)) {
    const deadline = deadlineOf(miner, index);
    if (deadline === undefined) continue;
    const taken = takeEarlyTerminations(deadline);
    numbers.push(...bitfieldMembers(taken.sectors));
    const pledge = pledgeOf(loadSectors(miner.sectors, taken.sectors));
    miner = { ...withDeadline(miner, index, taken.deadline), initialPledge: attoFil(miner.initialPledge - pledge) };
    addPledge(draft, -pledge);
  }
  putMiner(draft, minerId, { ...miner, earlyTerminations: NO_SECTORS });
  terminateDeals(draft, minerId, numbers, epoch);
}
