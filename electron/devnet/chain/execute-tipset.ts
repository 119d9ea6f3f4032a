import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { type Message, messageCid } from '../../../shared/domain/messages/message.ts';
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

/** Rules for executing the tipsets of a chain. */
export interface ChainLaws {
  readonly random: SeededRandom;
  readonly keys: DevnetKeys;
  readonly rules: NetworkRules;
}

/** Reward of a block's miner. */
interface BlockAward {
  readonly block: Block;
  readonly award: BlockToAward;
}

/** An executed message: of a block, or implicit (block award, cron). */
export interface RanMessage {
  readonly message: Message;
  readonly result: ExecutionResult;
  readonly carried?: ChainMessage;
  readonly awarded?: BlockAward;
}

/** As in Lotus for AwardBlockReward. */
const AWARD_GAS_LIMIT = 1_073_741_824n;

/** Return the CID of an executed message. */
export const ranCid = ({ message, carried }: RanMessage): Cid => carried?.cid ?? messageCid(message);

function winsOf(block: Block): bigint {
  return block.header.electionProof?.winCount ?? 0n;
}

/**
 * Execute a tipset on its parent state, message by message, in the order of Lotus v1.37 chain/consensus/compute_state.go: cron of
 * preceding null rounds, then for each block its messages and its award, then cron. The draft is complete after the last one.
 */
export function* runTipset(draft: StateDraft, tipset: TipsetNode, laws: ChainLaws): Generator<RanMessage, void, undefined> {
  // Genesis is not executed: it has no award and no cron.
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
 * Run cron for the null rounds since the parent, and the upgrade, which happens after its epoch.
 */
function* runNullRounds(draft: StateDraft, height: number, { random, keys, rules }: ChainLaws): Generator<RanMessage, void, undefined> {
  const parentEpoch = draft.state.epoch;
  for (let epoch = Math.max(parentEpoch, 0); epoch < height; epoch += 1) {
    if (epoch > parentEpoch) yield runCron(draft, epoch, random);
    if (epoch === rules.upgradeEpoch) upgrade(draft, rules, keys);
  }
}

/** Return the state that an epoch's messages run on. */
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

/** Create the implicit message that rewards a block. */
export function awardBlock(draft: StateDraft, award: BlockToAward, epoch: number): RanMessage {
  const call = { to: REWARD_ID, method: AWARD_BLOCK_REWARD, params: awardParams(award), gasLimit: AWARD_GAS_LIMIT };
  const message = systemMessage(call, epoch);
  return { message, result: executeSystemMessage(draft, message, epoch) };
}

/** Execute a tipset on its parent state and store the result. */
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
