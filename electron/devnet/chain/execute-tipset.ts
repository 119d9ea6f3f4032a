import type { Cid } from '../../../shared/domain/cid.ts';
import { type Message, messageCid } from '../../../shared/domain/message.ts';
import { AWARD_BLOCK_REWARD, awardParams, type BlockToAward } from '../rewards/reward-methods.ts';
import { networkPower } from '../state/power.ts';
import { REWARD_ID, refOf, type State } from '../state/state.ts';
import { StateDraft } from '../state/state-draft.ts';
import { upgrade } from '../upgrade/migrate.ts';
import type { NetworkRules } from '../upgrade/network-rules.ts';
import { runCron } from '../vm/cron.ts';
import { type ExecutionResult, executeMessage } from '../vm/execute-message.ts';
import { executeSystemMessage, systemMessage } from '../vm/system-message.ts';
import { eventsRoot, receiptsRoot } from './block-collections.ts';
import type { Block, ChainMessage, Receipt, TipsetNode } from './chain-types.ts';
import { Execution } from './execution.ts';
import type { DevnetKeys } from './keys.ts';
import type { SeededRandom } from './seeded-random.ts';
import { uniqueMessages } from './unique-messages.ts';
import { tipsetWeight } from './weight.ts';

/** What all tipsets of a chain are run by. */
export interface ChainLaws {
  readonly random: SeededRandom;
  readonly keys: DevnetKeys;
  readonly rules: NetworkRules;
}

/** What is due to the miner of a block. */
export interface BlockAward {
  readonly block: Block;
  readonly award: BlockToAward;
}

/** A message that ran: one that a block carries, or an implicit one of the system actor, which awards a block or is cron. */
export interface RanMessage {
  readonly message: Message;
  readonly result: ExecutionResult;
  readonly carried?: ChainMessage;
  readonly awarded?: BlockAward;
}

/** As Lotus has it for AwardBlockReward. */
const AWARD_GAS_LIMIT = 1_073_741_824n;

/** The CID that a node knows a message by that ran. */
export const ranCid = ({ message, carried }: RanMessage): Cid => carried?.cid ?? messageCid(message);

function winsOf(block: Block): bigint {
  return block.header.electionProof?.winCount ?? 0n;
}

/**
 * Runs a tipset on its parent state, message by message, in the order of Lotus v1.37 chain/consensus/compute_state.go: cron of the null
 * rounds before it, for each block its messages and its award, and cron. The draft is whole once the last one was taken.
 */
export function* runTipset(draft: StateDraft, tipset: TipsetNode, laws: ChainLaws): Generator<RanMessage, void, undefined> {
  // The genesis is not run: nobody won it, and no cron ends it.
  if (tipset.height === 0) return;
  yield* runNullRounds(draft, tipset.height, laws);
  const messages = uniqueMessages(tipset.blocks);
  for (const block of tipset.blocks) {
    let [gasReward, penalty] = [0n, 0n];
    for (const { message } of messages.filter((one) => one.block === block)) {
      const ran = runCarried(draft, message, tipset);
      gasReward += ran.result.minerTip;
      penalty += ran.result.minerPenalty;
      yield ran;
    }
    const award = { miner: block.header.miner, wins: winsOf(block), gasReward, penalty };
    yield { ...awardBlock(draft, award, tipset.height), awarded: { block, award } };
  }
  yield runCron(draft, tipset.height, laws.random);
}

/**
 * The epochs since the parent, in which nothing but cron runs, and the upgrade, which comes after the epoch that it is named by.
 */
function* runNullRounds(draft: StateDraft, height: number, { random, keys, rules }: ChainLaws): Generator<RanMessage, void, undefined> {
  const parentEpoch = draft.state.epoch;
  for (let epoch = Math.max(parentEpoch, 0); epoch < height; epoch += 1) {
    if (epoch > parentEpoch) yield runCron(draft, epoch, random);
    if (epoch === rules.upgradeEpoch) upgrade(draft, rules, keys);
  }
}

/** The state that the messages of an epoch run on. */
export function draftFor(parentState: State, height: number, laws: ChainLaws): StateDraft {
  const draft = new StateDraft(parentState);
  for (const _cron of runNullRounds(draft, height, laws));
  return draft;
}

function runCarried(draft: StateDraft, carried: ChainMessage, tipset: TipsetNode): RanMessage {
  const { message } = carried.signed;
  const place = { epoch: tipset.height, messageCid: carried.cid };
  const result = executeMessage(draft, message, carried.bytes.length, tipset.baseFee, place);
  const receipt = { ...result.receipt, eventsRoot: eventsRoot(result.events, draft.state.blocks) };
  return { message, carried, result: { ...result, receipt } };
}

/** The implicit message that rewards a block. */
export function awardBlock(draft: StateDraft, award: BlockToAward, epoch: number): RanMessage {
  const call = { to: REWARD_ID, method: AWARD_BLOCK_REWARD, params: awardParams(award), gasLimit: AWARD_GAS_LIMIT };
  const message = systemMessage(call, epoch);
  return { message, result: executeSystemMessage(draft, message, epoch) };
}

/** Runs a tipset on its parent state, and stores what comes of it. */
export function executeTipset(tipset: TipsetNode, parentState: State, laws: ChainLaws): Execution {
  const { blocks } = parentState;
  const wins = Number(tipset.blocks.reduce((sum, block) => sum + winsOf(block), 0n));
  const weight = tipsetWeight(tipset.parentWeight, networkPower(parentState).quality, wins);
  const [first] = tipset.blocks;
  if (first !== undefined && tipset.height === 0) {
    const state = { ...tipset.parentState, epoch: 0 };
    return new Execution(tipset, { state, receiptsRoot: first.header.parentMessageReceipts, weight }, blocks);
  }
  const draft = new StateDraft(parentState);
  const receipts: Receipt[] = [];
  for (const { carried, result } of runTipset(draft, tipset, laws)) if (carried !== undefined) receipts.push(result.receipt);
  const state = refOf(draft.finish(tipset.height));
  return new Execution(tipset, { state, receiptsRoot: receiptsRoot(receipts, blocks), weight }, blocks);
}
