import { idOfAddress } from '../../../shared/domain/address.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import { addReward } from '../miners/rewards.ts';
import { runCron } from '../state/cron.ts';
import { type ExecutionResult, executeMessage } from '../state/execute-message.ts';
import { networkPower } from '../state/power.ts';
import { blockReward, countReward } from '../state/reward.ts';
import { refOf, type State } from '../state/state.ts';
import { StateDraft } from '../state/state-draft.ts';
import { receiptsRoot } from './block-collections.ts';
import type { Block, ChainMessage, Receipt, TipsetNode } from './chain-types.ts';
import { Execution } from './execution.ts';
import type { SeededRandom } from './seeded-random.ts';
import { uniqueMessages } from './unique-messages.ts';
import { tipsetWeight } from './weight.ts';

function winsOf(block: Block): bigint {
  return block.header.electionProof?.winCount ?? 0n;
}

/**
 * Runs a tipset on its parent state up to one of its messages once more: what that one did. Undefined where the tipset does not carry it.
 */
export function replayMessage(
  tipset: TipsetNode,
  parentState: State,
  cid: Cid,
  random: SeededRandom,
): { readonly message: ChainMessage; readonly result: ExecutionResult } | undefined {
  const draft = draftFor(tipset, parentState, random);
  for (const { message } of uniqueMessages(tipset.blocks)) {
    const result = run(draft, message, tipset);
    if (message.cid === cid || message.unsignedCid === cid) return { message, result };
  }
  return undefined;
}

/** The state that the messages of a tipset run on. */
function draftFor(tipset: TipsetNode, parentState: State, random: SeededRandom): StateDraft {
  const draft = new StateDraft(parentState);
  // Null rounds since the parent: nothing but the clockwork runs in them.
  for (let epoch = parentState.epoch + 1; epoch < tipset.height; epoch += 1) runCron(draft, epoch, random);
  return draft;
}

function run(draft: StateDraft, message: ChainMessage, tipset: TipsetNode): ExecutionResult {
  return executeMessage(draft, message.signed.message, message.bytes.length, tipset.baseFee, {
    epoch: tipset.height,
    messageCid: message.cid,
  });
}

/** Runs a tipset on its parent state, and stores what comes of it. */
export function executeTipset(tipset: TipsetNode, parentState: State, random: SeededRandom): Execution {
  const { blocks } = parentState;
  const wins = Number(tipset.blocks.reduce((sum, block) => sum + winsOf(block), 0n));
  const weight = tipsetWeight(tipset.parentWeight, networkPower(parentState).quality, wins);
  // The genesis is not run: nobody won it, and no cron ends it (Lotus v1.36 chain/consensus/compute_state.go).
  const [first] = tipset.blocks;
  if (first !== undefined && tipset.height === 0) {
    const state = { ...tipset.parentState, epoch: 0 };
    return new Execution(tipset, { state, receiptsRoot: first.header.parentMessageReceipts, weight }, blocks);
  }
  const draft = draftFor(tipset, parentState, random);
  const tips = new Map<string, bigint>();
  const penalties = new Map<string, bigint>();
  const receipts: Receipt[] = [];
  for (const { message, block } of uniqueMessages(tipset.blocks)) {
    const result = run(draft, message, tipset);
    receipts.push(result.receipt);
    tips.set(block.cid, (tips.get(block.cid) ?? 0n) + result.minerTip);
    penalties.set(block.cid, (penalties.get(block.cid) ?? 0n) + result.minerPenalty);
  }
  for (const block of tipset.blocks) {
    const minerId = Number(idOfAddress(block.header.miner) ?? -1n);
    const reward = blockReward(draft.state, winsOf(block));
    countReward(draft, reward);
    addReward(draft, minerId, reward, tips.get(block.cid) ?? 0n, penalties.get(block.cid) ?? 0n, tipset.height);
  }
  runCron(draft, tipset.height, random);
  const state = refOf(draft.finish(tipset.height));
  return new Execution(tipset, { state, receiptsRoot: receiptsRoot(receipts, blocks), weight }, blocks);
}
