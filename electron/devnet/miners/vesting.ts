/**
 * How three quarters of what a miner earns become free over 180 days, as builtin-actors v16 keeps it (`actors/miner/src/vesting_state.rs`,
 * `policy.rs` REWARD_VESTING_SPEC, `monies.rs` LOCKED_REWARD_FACTOR).
 */
import { quantizeUp } from '../../../shared/domain/actors/miner-quantization.ts';
import type { VestingFund } from '../../../shared/domain/actors/miner-vesting-funds.ts';
import { attoFil } from '../../../shared/domain/amount.ts';
import { EPOCHS } from '../../../shared/domain/epoch.ts';
import { VESTING_DAYS, vestingPart } from '../../../shared/domain/reward-split.ts';
import type { Blocks } from '../state/blocks.ts';
import { LocalBlock } from '../state/local-block.ts';
import { type Miner, VESTING_TAIL } from './miner-view.ts';

const VEST_EPOCHS = VESTING_DAYS * EPOCHS.perDay;
const STEP_EPOCHS = EPOCHS.perDay;
/** Amounts become free at few moments only: twice a day. */
const QUANTUM_EPOCHS = 12 * EPOCHS.perHour;

/** A miner, and by how much its locked funds changed; attoFIL. */
export interface VestingChange {
  readonly miner: Miner;
  readonly lockedDelta: bigint;
}

/** Locks the share of a reward that vests, and frees what has vested. */
export function lockReward(miner: Miner, blocks: Blocks, epoch: number, reward: bigint): VestingChange {
  const locked = vestingPart(reward);
  const table = merged(tableOf(miner), schedule(locked, epoch, miner.provingPeriodStart));
  const { miner: next, lockedDelta } = withoutVested(miner, blocks, epoch, table);
  return { miner: { ...next, lockedFunds: attoFil(next.lockedFunds + locked) }, lockedDelta: lockedDelta + locked };
}

/** Frees what has vested. */
export function unlockVested(miner: Miner, blocks: Blocks, epoch: number): VestingChange {
  const { vestingFunds } = miner;
  if (vestingFunds === undefined || vestingFunds.head.epoch >= epoch) return { miner, lockedDelta: 0n };
  return withoutVested(miner, blocks, epoch, tableOf(miner));
}

/** Frees what has vested, and takes up to `target` of what has not, that which vests first (`unlock_vested_and_unvested_funds`); attoFIL. */
export function unlockUnvested(miner: Miner, blocks: Blocks, epoch: number, target: bigint): VestingChange {
  const { miner: free, lockedDelta } = unlockVested(miner, blocks, epoch);
  let left = target;
  const table = tableOf(free).flatMap((fund) => {
    const taken = fund.amount < left ? fund.amount : left;
    left -= taken;
    return taken === fund.amount ? [] : [{ ...fund, amount: attoFil(fund.amount - taken) }];
  });
  const taken = target - left;
  if (taken === 0n) return { miner: free, lockedDelta };
  const rest = withTable(free, blocks, table);
  return { miner: { ...rest, lockedFunds: attoFil(rest.lockedFunds - taken) }, lockedDelta: lockedDelta - taken };
}

/** What has vested and is still locked: it will be freed by the next thing that happens to the miner; attoFIL. */
export function vestedFunds(miner: Miner, epoch: number): bigint {
  const { vestingFunds } = miner;
  return vestingFunds === undefined || vestingFunds.head.epoch >= epoch ? 0n : sumBefore(tableOf(miner), epoch);
}

function tableOf({ vestingFunds }: Miner): readonly VestingFund[] {
  return vestingFunds === undefined ? [] : [vestingFunds.head, ...vestingFunds.tail.value];
}

function withoutVested(miner: Miner, blocks: Blocks, epoch: number, table: readonly VestingFund[]): VestingChange {
  const vested = sumBefore(table, epoch);
  const rest = withTable(
    miner,
    blocks,
    table.filter((fund) => fund.epoch >= epoch),
  );
  return { miner: { ...rest, lockedFunds: attoFil(miner.lockedFunds - vested) }, lockedDelta: -vested };
}

function withTable(miner: Miner, blocks: Blocks, [head, ...tail]: readonly VestingFund[]): Miner {
  return { ...miner, vestingFunds: head && { head, tail: LocalBlock.of(blocks, VESTING_TAIL, tail) } };
}

const sumBefore = (table: readonly VestingFund[], epoch: number): bigint =>
  table.reduce((sum, fund) => (fund.epoch < epoch ? sum + fund.amount : sum), 0n);

/** A step a day, each rounded up to the next moment at which amounts become free. */
function schedule(sum: bigint, begin: number, provingPeriodStart: number): VestingFund[] {
  const funds: VestingFund[] = [];
  let scheduled = 0n;
  for (let at = begin + STEP_EPOCHS; scheduled < sum; at += STEP_EPOCHS) {
    const epoch = quantizeUp(at, QUANTUM_EPOCHS, provingPeriodStart);
    const elapsed = epoch - begin;
    const target = elapsed < VEST_EPOCHS ? (sum * BigInt(elapsed)) / BigInt(VEST_EPOCHS) : sum;
    if (target > scheduled) funds.push({ epoch, amount: attoFil(target - scheduled) });
    scheduled = target;
  }
  return funds;
}

/** Both tables as one, by ascending epoch. */
function merged(left: readonly VestingFund[], right: readonly VestingFund[]): VestingFund[] {
  const all: VestingFund[] = [];
  let at = 0;
  for (const fund of left) {
    for (let other = right[at]; other !== undefined && other.epoch < fund.epoch; at += 1, other = right[at]) all.push(other);
    const other = right[at];
    if (other?.epoch === fund.epoch) {
      all.push({ epoch: fund.epoch, amount: attoFil(fund.amount + other.amount) });
      at += 1;
    } else {
      all.push(fund);
    }
  }
  return [...all, ...right.slice(at)];
}
