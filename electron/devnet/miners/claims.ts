import type { PowerPair } from '../../../shared/domain/actors/miner-power.ts';
import { claimOf, setClaim } from '../state/power.ts';
import type { StateDraft } from '../state/state-draft.ts';
import type { Miner } from './miner-view.ts';

/** Update a miner's claimed power, in bytes. */
export function changePower(draft: StateDraft, minerId: number, miner: Miner, { raw, qualityAdjusted }: PowerPair): void {
  if (raw === 0n && qualityAdjusted === 0n) return;
  const claim = claimOf(draft.state, minerId) ?? { raw: 0n, quality: 0n };
  setClaim(draft, minerId, { raw: claim.raw + raw, quality: claim.quality + qualityAdjusted }, miner.info.value.windowPoStProofType);
}
