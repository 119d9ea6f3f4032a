import { idOfAddress } from '../../../shared/domain/address.ts';
import { encodeCbor } from '../../../shared/domain/cbor.ts';
import { cidOfDagCbor } from '../../../shared/domain/cid.ts';
import { nextBaseFeeByPremium } from '../../../shared/domain/gas.ts';
import { runCron } from '../state/cron.ts';
import { executeMessage } from '../state/execute-message.ts';
import { networkPower } from '../state/network-power.ts';
import { blockReward, payBlockReward } from '../state/reward.ts';
import { StateDraft } from '../state/state-draft.ts';
import type { Block, ChainMessage, ExecutedMessage, Execution, TipsetNode } from './chain-types.ts';
import type { SeededRandom } from './seeded-random.ts';
import { tipsetWeight } from './weight.ts';

/** Runs a tipset once and keeps the result on it. */
export function executionOf(tipset: TipsetNode, random: SeededRandom): Execution {
  tipset.execution ??= execute(tipset, random);
  return tipset.execution;
}

/** The messages of a tipset in execution order, each once, with the block that brought it. */
export function uniqueMessages(blocks: readonly Block[]): { readonly message: ChainMessage; readonly block: Block }[] {
  const seen = new Set<string>();
  const unique: { message: ChainMessage; block: Block }[] = [];
  for (const block of blocks) {
    for (const message of block.messages) {
      if (seen.has(message.cid)) continue;
      seen.add(message.cid);
      unique.push({ message, block });
    }
  }
  return unique;
}

function winsOf(block: Block): bigint {
  return block.header.electionProof?.winCount ?? 0n;
}

function execute(tipset: TipsetNode, random: SeededRandom): Execution {
  const draft = new StateDraft(tipset.parentState);
  // Null rounds since the parent: nothing but the clockwork runs in them.
  for (let epoch = tipset.parentState.epoch + 1; epoch < tipset.height; epoch += 1) runCron(draft, epoch, random);

  const reward = blockReward(draft.state);
  const tips = new Map<string, bigint>();
  const penalties = new Map<string, bigint>();
  const executed: ExecutedMessage[] = [];
  for (const { message, block } of uniqueMessages(tipset.blocks)) {
    const result = executeMessage(draft, message.signed.message, message.bytes.length, tipset.baseFee, {
      epoch: tipset.height,
      messageCid: message.cid,
    });
    executed.push({ message, receipt: result.receipt });
    tips.set(block.cid, (tips.get(block.cid) ?? 0n) + result.minerTip);
    penalties.set(block.cid, (penalties.get(block.cid) ?? 0n) + result.minerPenalty);
  }
  for (const block of tipset.blocks) {
    const minerId = Number(idOfAddress(block.header.miner) ?? -1n);
    const share = (reward * winsOf(block)) / 5n;
    payBlockReward(draft, minerId, share, tips.get(block.cid) ?? 0n, penalties.get(block.cid) ?? 0n);
  }
  if (tipset.height > 0) runCron(draft, tipset.height, random);
  const state = draft.finish(tipset.height);

  const wins = Number(tipset.blocks.reduce((sum, block) => sum + winsOf(block), 0n));
  return {
    state,
    executed,
    receiptsRoot: cidOfDagCbor(encodeCbor(executed.map(({ receipt }) => [receipt.exitCode, receipt.returned, receipt.gasUsed, null]))),
    nextBaseFee: nextBaseFeeByPremium(
      tipset.baseFee,
      uniqueMessages(tipset.blocks).map(({ message }) => message.signed.message),
    ),
    weight: tipsetWeight(tipset.parentWeight, networkPower(tipset.parentState).quality, wins),
  };
}
