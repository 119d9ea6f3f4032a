import { idOfAddress } from '../../../shared/domain/address.ts';
import type { SeededRandom } from '../chain/seeded-random.ts';
import { runMarketCron } from '../deals/market.ts';
import { onDeadlineCron } from '../miners/miner-cron.ts';
import { runPipeline } from '../sealing/run-pipeline.ts';
import { closePowerEpoch, takeCronEvents } from './power.ts';
import { closeRewardEpoch } from './reward.ts';
import type { StateDraft } from './state-draft.ts';

/**
 * What happens at the end of every epoch but the genesis, null rounds included, without any message: what the cron actor calls (power, then the market),
 * and what the storage-miner processes do of themselves.
 */
export function runCron(draft: StateDraft, epoch: number, random: SeededRandom): void {
  for (const { minerAddress } of takeCronEvents(draft, epoch)) onDeadlineCron(draft, Number(idOfAddress(minerAddress)), epoch);
  closeRewardEpoch(draft, epoch, closePowerEpoch(draft));
  runMarketCron(draft, epoch);
  for (const minerId of draft.state.sealingRoots.indices()) runPipeline(draft, minerId, epoch, random);
}
