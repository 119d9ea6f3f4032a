import type { SeededRandom } from '../chain/seeded-random.ts';
import { runDealCron } from '../deals/deal-cron.ts';
import { runMinerCron } from '../miners/miner-cron.ts';
import { runPipeline } from '../sealing/run-pipeline.ts';
import type { StateDraft } from './state-draft.ts';

/** What happens at the end of every epoch, null rounds included, without any message. */
export function runCron(draft: StateDraft, epoch: number, random: SeededRandom): void {
  for (const id of draft.state.miners.sortedKeys()) {
    runMinerCron(draft, id, epoch);
    runPipeline(draft, id, epoch, random);
  }
  runDealCron(draft, epoch);
}
