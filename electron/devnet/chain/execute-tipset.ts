import { idOfAddress } from '../../../shared/domain/address.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import { nextBaseFeeByPremium } from '../../../shared/domain/gas.ts';
import { addReward } from '../miners/rewards.ts';
import { runCron } from '../state/cron.ts';
import { type ExecutionResult, executeMessage } from '../state/execute-message.ts';
import { networkPower } from '../state/power.ts';
import { blockReward, countReward } from '../state/reward.ts';
import { refOf, type State } from '../state/state.ts';
import { StateDraft } from '../state/state-draft.ts';
import type { States } from '../state/states.ts';
import { receiptsRoot } from './block-collections.ts';
import type { Block, ChainMessage, ExecutedMessage, Execution, TipsetNode } from './chain-types.ts';
import type { SeededRandom } from './seeded-random.ts';
import { tipsetWeight } from './weight.ts';

/** Runs a tipset once and keeps the result on it. Throws `MissingBlockError` where the state before it was pruned. */
export function executionOf(tipset: TipsetNode, states: States, random: SeededRandom): Execution {
  tipset.execution ??= execute(tipset, states, random);
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

function execute(tipset: TipsetNode, states: States, random: SeededRandom): Execution {
  const parentState = states.open(tipset.parentState);
  const draft = draftFor(tipset, parentState, random);
  const tips = new Map<string, bigint>();
  const penalties = new Map<string, bigint>();
  const executed: ExecutedMessage[] = [];
  for (const { message, block } of uniqueMessages(tipset.blocks)) {
    const result = run(draft, message, tipset);
    executed.push({ message, receipt: result.receipt });
    tips.set(block.cid, (tips.get(block.cid) ?? 0n) + result.minerTip);
    penalties.set(block.cid, (penalties.get(block.cid) ?? 0n) + result.minerPenalty);
  }
  for (const block of tipset.blocks) {
    // Nobody won the genesis block.
    if (winsOf(block) === 0n) continue;
    const minerId = Number(idOfAddress(block.header.miner) ?? -1n);
    const reward = blockReward(draft.state, winsOf(block));
    countReward(draft, reward);
    addReward(draft, minerId, reward, tips.get(block.cid) ?? 0n, penalties.get(block.cid) ?? 0n, tipset.height);
  }
  runCron(draft, tipset.height, random);
  const state = draft.finish(tipset.height);
  states.keep(state);

  const wins = Number(tipset.blocks.reduce((sum, block) => sum + winsOf(block), 0n));
  return {
    state: refOf(state),
    executed,
    receiptsRoot: receiptsRoot(
      executed.map(({ receipt }) => receipt),
      states.blocks,
    ),
    nextBaseFee: nextBaseFeeByPremium(
      tipset.baseFee,
      uniqueMessages(tipset.blocks).map(({ message }) => message.signed.message),
    ),
    weight: tipsetWeight(tipset.parentWeight, networkPower(parentState).quality, wins),
  };
}
