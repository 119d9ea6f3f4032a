/** Computes block awards (FIP-0118 2.4.3, builtin-actors v19 `actors/reward/src/streams/award.rs`). */
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { blockReward, type RewardSplit, splitBlockReward } from '../../../shared/domain/chain/reward-split.ts';
import { accrue, type Ledger, ledgerOf, liabilityOf, withLedger } from './ledger.ts';
import { hasStreams, type Reward, type RewardOf28, type RewardOf29 } from './reward-view.ts';
import { type Applied, applyDue } from './write-queue.ts';

export interface AwardFacts {
  readonly epoch: number;
  /** Balance of the reward actor, in attoFIL. */
  readonly balance: bigint;
  /** Tips of the block's messages, which go to the miner; attoFIL. */
  readonly gasReward: bigint;
  readonly wins: bigint;
}

/** A block award and its parts, in attoFIL. */
export interface Award {
  readonly split: RewardSplit;
  /** Rounding remainders of periods closed with this award, to be burnt. */
  readonly dust: bigint;
  /** The ledger used for the split; undefined before network version 29. */
  readonly ledger: Ledger | undefined;
  readonly applied: Applied | undefined;
  /** The state after the award. */
  readonly reward: Reward;
}

/** Compute the award of a block; undefined if nothing can be minted, so that the miner only gets its tips. */
export function planAward(reward: Reward, facts: AwardFacts): Award | undefined {
  return hasStreams(reward) ? planSplit(reward, facts) : planWhole(reward, facts);
}

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right);

function planWhole(reward: RewardOf28, { wins, balance, gasReward }: AwardFacts): Award {
  const minted = smaller(blockReward(reward.thisEpochReward, wins), balance - gasReward);
  return {
    split: { minted, miner: minted, explicit: 0n, burned: 0n, streams: [] },
    dust: 0n,
    ledger: undefined,
    applied: undefined,
    reward: { ...reward, totalStoragePowerReward: attoFil(reward.totalStoragePowerReward + minted) },
  };
}

function planSplit(reward: RewardOf29, { epoch, wins, balance, gasReward }: AwardFacts): Award | undefined {
  const { ledger, result } = applyDue(ledgerOf(reward), epoch);
  const dust = result.folds.reduce((sum, fold) => sum + fold.dust, 0n);
  // The balance includes amounts owed to recipients, which must not be awarded again.
  const available = balance - gasReward - liabilityOf(ledger) - dust;
  const split = splitBlockReward(ledger.streams, epoch, smaller(blockReward(reward.thisEpochReward, wins), available));
  if (split.minted === 0n) return undefined;
  const portions = new Map(split.streams.map(({ id, explicit }) => [id, explicit?.accrued ?? 0n]));
  return {
    split,
    dust,
    ledger,
    applied: result,
    reward: {
      ...withLedger(reward, accrue(ledger, portions)),
      totalMintedReward: attoFil(reward.totalMintedReward + split.minted),
      totalBurnMinted: attoFil(reward.totalBurnMinted + split.burned),
      totalExplicitMinted: attoFil(reward.totalExplicitMinted + split.explicit),
    },
  };
}
