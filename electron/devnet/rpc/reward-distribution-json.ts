import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { recipientParts, type StreamPart, WHOLE_WEIGHT } from '../../../shared/domain/chain/reward-split.ts';
import type { TipsetNode } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { type RanMessage, runTipset } from '../chain/execute-tipset.ts';
import { type Ledger, poolOf, streamOf } from '../rewards/ledger.ts';
import { type Award, planAward } from '../rewards/plan-award.ts';
import { hasStreams, rewardOf } from '../rewards/reward-view.ts';
import type { CallTrace } from '../state/actor-runtime.ts';
import { EXIT } from '../state/exit.ts';
import { BURNT_ID } from '../state/state.ts';
import { StateDraft } from '../state/state-draft.ts';
import { addressJson, amountJson, cidJson, keyJson } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';
import { RpcError } from './rpc-error.ts';
import { scratchBefore } from './tipset-lookup.ts';

/** attoFIL by kind. */
const NO_AMOUNTS = {
  MintedReward: 0n,
  MinerReward: 0n,
  MessageReward: 0n,
  ExplicitReward: 0n,
  BurnAllocation: 0n,
  MinerPaid: 0n,
  BurnPaid: 0n,
};
type Amounts = typeof NO_AMOUNTS;
const NAMES = Object.keys(NO_AMOUNTS) as (keyof Amounts)[];

/** StateRewardDistribution (Lotus v1.37 api/v2api): the split of a tipset's rewards, computed by replaying it. */
export function rewardDistributionJson(chain: ChainView, tipset: TipsetNode): JsonValue {
  if (chain.networkVersionAt(tipset.height) === 28) {
    throw new RpcError('StateRewardDistribution requires reward actor v19 (network version 29)');
  }
  const ran = [...runTipset(new StateDraft(scratchBefore(chain, tipset)), tipset, chain)];
  const blocks = ran.flatMap((one) => distributionOf(one, tipset.height));
  return {
    TipSetKey: keyJson(tipset.key),
    Height: tipset.height,
    Denom: WHOLE_WEIGHT.toString(),
    Totals: amountsJson(blocks.reduce((sum, { amounts }) => added(sum, amounts), NO_AMOUNTS)),
    Blocks: blocks.map(({ json }) => json),
  };
}

interface BlockDistribution {
  readonly amounts: Amounts;
  readonly json: JsonValue;
}

/** Amounts of an award; none for other messages. */
function distributionOf({ awarded, result: { trace } }: RanMessage, epoch: number): BlockDistribution[] {
  if (awarded === undefined || trace?.invoked === undefined) return [];
  const { block, award } = awarded;
  const { actor, state } = trace.invoked;
  const plan = planAward(rewardOf(state), { epoch, balance: actor.balance, gasReward: award.gasReward, wins: award.wins });
  const amounts: Amounts = {
    MintedReward: plan?.split.minted ?? 0n,
    MinerReward: plan?.split.miner ?? 0n,
    MessageReward: award.gasReward,
    ExplicitReward: plan?.split.explicit ?? 0n,
    BurnAllocation: plan?.split.burned ?? 0n,
    MinerPaid: paidTo(trace, block.header.miner),
    BurnPaid: paidTo(trace, idAddress(BURNT_ID)),
  };
  const weights = plan?.split.streams.reduce((sum, { weight }) => sum + weight, 0n) ?? 0n;
  const json = {
    Block: cidJson(block.cid),
    Miner: addressJson(block.header.miner),
    WinCount: Number(award.wins),
    Amounts: amountsJson(amounts),
    BurnWeight: (WHOLE_WEIGHT - weights).toString(),
    Streams: plan === undefined ? [] : plan.split.streams.map((part) => streamJson(plan, part)),
  };
  return [{ amounts, json }];
}

function streamJson({ ledger, reward }: Award, part: StreamPart): JsonValue {
  const { id, weight, amount } = part;
  const distribution = ledger !== undefined && hasStreams(reward) ? explicitJson(ledger, reward, part) : null;
  return { ID: id.toString(), Weight: weight.toString(), Amount: amountJson(amount), Distribution: distribution };
}

function explicitJson(ledger: Ledger, after: Pick<Ledger, 'accrued'>, { id, explicit }: StreamPart): JsonValue {
  const distribution = streamOf(ledger, id)?.distribution;
  if (distribution === undefined || explicit === undefined) return null;
  const recipients = recipientParts(distribution, poolOf(ledger, id), poolOf(after, id));
  const shared = recipients.reduce((sum, { share }) => sum + share, 0n);
  const earned = recipients.reduce((sum, { amount }) => sum + amount, 0n);
  return {
    Writer: addressJson(explicit.writer),
    Recipients: recipients.map(({ recipient, share, amount }) => ({
      Recipient: addressJson(recipient),
      Share: share.toString(),
      EarnedAmount: amountJson(amount),
    })),
    BurnShare: (WHOLE_WEIGHT - shared).toString(),
    BurnAmount: amountJson(explicit.burned),
    RoundingAdjustment: amountJson(explicit.accrued - earned),
  };
}

/** Transfers from the reward actor to another, in attoFIL. */
function paidTo({ subcalls }: CallTrace, to: CallTrace['to']): bigint {
  return subcalls.reduce((sum, call) => (call.to === to && call.exitCode === EXIT.ok ? sum + call.value : sum), 0n);
}

function added(left: Amounts, right: Amounts): Amounts {
  return Object.fromEntries(NAMES.map((name) => [name, left[name] + right[name]])) as Amounts;
}

function amountsJson(amounts: Amounts): JsonValue {
  return Object.fromEntries(NAMES.map((name) => [name, amountJson(amounts[name])]));
}
