/**
 * What hangs from the state of a miner. All layouts read as the same things. Sources: go-state-types `builtin/v16/miner` (the same to
 * v18), specs-actors v0.9 `actors/builtin/miner`, Lotus `chain/actors/builtin/miner` for what each is called in its API.
 */
import type { ActorEntry } from '../actors/actor-entry.ts';
import { minerPreCommits, minerSectors } from '../actors/miner-collections.ts';
import { type MinerInfo, minerInfo } from '../actors/miner-info.ts';
import type { MinerPreCommit } from '../actors/miner-pre-commit.ts';
import type { MinerSector } from '../actors/miner-sector.ts';
import { type MinerState, minerState } from '../actors/miner-state.ts';
import { minerVestingFunds, minerVestingFundsTail, type VestingFund } from '../actors/miner-vesting-funds.ts';
import type { StateLayout } from '../actors/state-layout.ts';
import { type AttoFil, attoFil } from '../amount.ts';
import { Amt } from '../ipld/amt.ts';
import { Hamt } from '../ipld/hamt.ts';
import type { Walk } from '../ipld/walk.ts';
import { readObject } from './read-object.ts';

/** A miner of a state, from which everything of it is reached. */
export interface StateMiner {
  readonly layout: StateLayout;
  readonly actor: ActorEntry;
  readonly state: MinerState;
}

/** The state of a miner; `actor` is what `readActor` found of it. */
export function* openMiner(layout: StateLayout, actor: ActorEntry): Walk<StateMiner> {
  return { layout, actor, state: yield* readObject<MinerState>(minerState[layout], actor.head, 'the state of a miner') };
}

/** What a miner says about itself; the size of its sectors is in bytes. */
export function readMinerInfo({ layout, state }: StateMiner): Walk<MinerInfo> {
  return readObject<MinerInfo>(minerInfo[layout], state.info, 'what a miner says about itself');
}

/** Everything that a miner holds, in attoFIL. */
export interface MinerFunds {
  readonly balance: AttoFil;
  /** Free to be drawn, with what has vested; negative where a miner owes more than it has. StateMinerAvailableBalance. */
  readonly available: bigint;
  readonly initialPledge: AttoFil;
  readonly preCommitDeposits: AttoFil;
  readonly feeDebt: AttoFil;
  /** Locked rewards, with those that have vested and were not drawn. */
  readonly lockedFunds: AttoFil;
  /** Of these, what has vested. */
  readonly vested: bigint;
  /** By epoch, the earliest first. */
  readonly vesting: readonly VestingFund[];
}

/** @param now the epoch of the tipset whose state it is */
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
  if (typeof vestingFunds === 'string') return (yield* readObject(minerVestingFunds.v0, vestingFunds, 'the vesting table')).funds;
  return [vestingFunds.head, ...(yield* readObject(minerVestingFundsTail, vestingFunds.tail, 'the vesting table'))];
}

/** The sectors of a miner by their numbers: those that were proven and not yet taken out of their partitions. */
export function openSectors({ layout, state }: StateMiner): Walk<Amt<MinerSector>> {
  return Amt.open<MinerSector>(minerSectors[layout], state.sectors);
}

/** Sectors that were promised and not yet proven, by their numbers. */
export function openPreCommits({ layout, state }: StateMiner): Walk<Hamt<number, MinerPreCommit>> {
  return Hamt.open<number, MinerPreCommit>(minerPreCommits[layout], state.preCommittedSectors);
}
