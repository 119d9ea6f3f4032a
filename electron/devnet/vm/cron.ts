import type { Message } from '../../../shared/domain/messages/message.ts';
import type { SeededRandom } from '../chain/seeded-random.ts';
import { runPipeline } from '../sealing/run-pipeline.ts';
import { EPOCH_TICK } from '../state/cron-methods.ts';
import { EXIT } from '../state/exit.ts';
import { CRON_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import type { ExecutionResult } from './execute-message.ts';
import { executeSystemMessage, systemMessage } from './system-message.ts';

/** As in Lotus v1.37 (chain/consensus/compute_state.go): 10,000 times the block gas limit. */
const GAS_LIMIT = 100_000_000_000_000n;

/**
 * Run the end of every epoch except genesis, including null rounds: the implicit message to the cron actor, and the storage miner
 * processes.
 */
export function runCron(
  draft: StateDraft,
  epoch: number,
  random: SeededRandom,
): { readonly message: Message; readonly result: ExecutionResult } {
  const message = systemMessage({ to: CRON_ID, method: EPOCH_TICK, params: new Uint8Array(), gasLimit: GAS_LIMIT }, epoch);
  const result = executeSystemMessage(draft, message, epoch);
  // As in Lotus: a tipset whose cron fails cannot be executed.
  if (result.receipt.exitCode !== EXIT.ok) throw new Error(`cron exit was non-zero: ${result.error}`);
  for (const minerId of draft.state.sealingRoots.indices()) runPipeline(draft, minerId, epoch, random);
  return { message, result };
}
