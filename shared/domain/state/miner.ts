/**
 * Reads a miner's state, with the same results for all layouts. Sources: go-state-types `builtin/v16/miner` (the same to
 * v18), specs-actors v0.9 `actors/builtin/miner`, Lotus `chain/actors/builtin/miner` for names in its API.
 */
import type { ActorEntry } from '../actors/actor-entry.ts';
import { minerPreCommits, minerSectors } from '../actors/miner-collections.ts';
import { type MinerInfo, minerInfo } from '../actors/miner-info.ts';
import type { MinerPreCommit } from '../actors/miner-pre-commit.ts';
import type { MinerSector } from '../actors/miner-sector.ts';
import { type MinerState, minerState } from '../actors/miner-state.ts';
import { minerVestingFunds, minerVestingFundsTail, type VestingFund } from '../actors/miner-vesting-funds.ts';
import type { StateLayout } from '../actors/state-layout.ts';
import { type AttoFil, attoFil } from '../amounts/amount.ts';
import { Amt } from '../ipld/amt.ts';
import { Hamt } from '../ipld/hamt.ts';
import type { Walk } from '../ipld/walk.ts';
import { readObject } from './read-object.ts';

/** A miner in a state tree. */
export interface StateMiner {
  readonly layout: StateLayout;
  readonly actor: ActorEntry;
  readonly state: MinerState;
}

/** Read a miner's state; `actor` is the result of `readActor`. */
export function* openMiner(layout: StateLayout, actor: ActorEntry): Walk<StateMiner> {
  return { layout, actor, state: yield* readObject<MinerState>(minerState[layout], actor.head, 'the state of a miner') };
}

/** Read a miner's info; the sector size is in bytes. */
export function readMinerInfo({ layout, state }: StateMiner): Walk<MinerInfo> {
  return readObject<MinerInfo>(minerInfo[layout], state.info, 'a miner’s info');
}

/** A miner's balances, in attoFIL. */
export interface MinerFunds {
  readonly balance: AttoFil;
  /** Available balance including vested funds, as in StateMinerAvailableBalance; negative if the fee debt exceeds it. */
  readonly available: bigint;
  readonly initialPledge: AttoFil;
  readonly preCommitDeposits: AttoFil;
  readonly feeDebt: AttoFil;
  /** Locked rewards, including vested ones that were not withdrawn. */
  readonly lockedFunds: AttoFil;
  /** The vested part. */
  readonly vested: bigint;
  /** By epoch, the earliest first. */
  readonly vesting: readonly VestingFund[];
}

/** @param now epoch of the state's tipset */
export function* readMinerFunds(miner: StateMiner, now: number): Walk<MinerFunds> {
  const { initialPledge, preCommitDeposits, lockedFunds, feeDebt = attoFil(0n) } = miner.state;
  const { balance } = miner.actor;
  const vesting = yield* readVesting(miner);
  const vested = vesting.filter(({ epoch }) => epoch < now).reduce((sum, { amount }) => sum + amount, 0n);
  const available = balance - lockedFunds - preCommitDeposits - initialPledge - feeDebt + vested;
  return { balance, available, initialPledge, preCommitDeposits, feeDebt, lockedFunds, vested, vesting };
}

function* readVesting({ state: { vestingFunds } }: StateMiner): Walk<readonly VestingFund[]> {
  if (vestingFunds === undefined) return [];
  if (typeof vestingFunds === 'string') return (yield* readObject(minerVestingFunds.v0, vestingFunds, 'the vesting schedule')).funds;
  return [vestingFunds.head, ...(yield* readObject(minerVestingFundsTail, vestingFunds.tail, 'the vesting schedule'))];
}

/** Read a miner's proven sectors by number, until they are removed from their partitions. */
export function openSectors({ layout, state }: StateMiner): Walk<Amt<MinerSector>> {
  return Amt.open<MinerSector>(minerSectors[layout], state.sectors);
}

/** Read a miner's pre-committed sectors by number. */
export function openPreCommits({ layout, state }: StateMiner): Walk<Hamt<number, MinerPreCommit>> {
  return Hamt.open<number, MinerPreCommit>(minerPreCommits[layout], state.preCommittedSectors);
}
