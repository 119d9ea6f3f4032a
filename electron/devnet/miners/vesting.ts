/**
 * Vesting of three quarters of a miner's rewards over 180 days, as in builtin-actors v16 (`actors/miner/src/vesting_state.rs`,
 * `policy.rs` REWARD_VESTING_SPEC, `monies.rs` LOCKED_REWARD_FACTOR).
 */
import { quantizeUp } from '../../../shared/domain/actors/miner-quantization.ts';
import type { VestingFund } from '../../../shared/domain/actors/miner-vesting-funds.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { VESTING_DAYS, vestingPart } from '../../../shared/domain/chain/reward-split.ts';
import type { Blocks } from '../state/blocks.ts';
import { LocalBlock } from '../state/local-block.ts';
import { type Miner, VESTING_TAIL } from './miner-view.ts';

const VEST_EPOCHS = VESTING_DAYS * EPOCHS.perDay;
const STEP_EPOCHS = EPOCHS.perDay;
/** Vesting epochs are quantized to twice a day. */
const QUANTUM_EPOCHS = 12 * EPOCHS.perHour;

/** A miner, and the change of its locked funds in attoFIL. */
export interface VestingChange {
  readonly miner: Miner;
  readonly lockedDelta: bigint;
}

/** Lock the vesting part of a reward, and unlock vested funds. */
export function lockReward(miner: Miner, blocks: Blocks, epoch: number, reward: bigint): VestingChange {
  const locked = vestingPart(reward);
  const table = merged(tableOf(miner), schedule(locked, epoch, miner.provingPeriodStart));
  const { miner: next, lockedDelta } = withoutVested(miner, blocks, epoch, table);
  return { miner: { ...next, lockedFunds: attoFil(next.lockedFunds + locked) }, lockedDelta: lockedDelta + locked };
}

/** Unlock vested funds. */
export function unlockVested(miner: Miner, blocks: Blocks, epoch: number): VestingChange {
  const { vestingFunds } = miner;
  if (vestingFunds === undefined || vestingFunds.head.epoch >= epoch) return { miner, lockedDelta: 0n };
  return withoutVested(miner, blocks, epoch, tableOf(miner));
}

/** Unlock vested funds, and up to `target` attoFIL of unvested funds, earliest first (`unlock_vested_and_unvested_funds`). */
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

/** Return vested funds that are still locked until the miner's next update, in attoFIL. */
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

/** One step per day, rounded up to the next vesting epoch. */
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

/** Merge tables by ascending epoch. */
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
