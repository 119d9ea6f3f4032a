import { amount, bitfield, boolean, count, integer, link, struct, type Value } from '../ipld/codec.ts';
import type { AnyLayout } from './any-layout.ts';
import { minerVestingFunds } from './miner-vesting-funds.ts';
import type { StateLayout } from './state-layout.ts';

/** What both layouts have after the pre-commits. */
const sectorsAndDeadlines = {
  /** A block that is one bitfield: the numbers that were ever taken. */
  allocatedSectors: ['AllocatedSectors', link],
  sectors: ['Sectors', link],
  /** In layout `v16` it stands still while the miner has no cron: `deadlineAt` says what is so now. */
  provingPeriodStart: ['ProvingPeriodStart', integer],
  /** As `provingPeriodStart`. */
  currentDeadline: ['CurrentDeadline', count],
  deadlines: ['Deadlines', link],
  /** Deadlines with sectors terminated early that are not settled. */
  earlyTerminations: ['EarlyTerminations', bitfield],
} as const;

/**
 * The state of a miner actor, from which everything else of it hangs. Sources: go-state-types `builtin/v16/miner/miner_state.go` (the
 * same to v18), specs-actors v0.9 `actors/builtin/miner/miner_state.go`.
 */
export const minerState = {
  v0: struct({
    info: ['Info', link],
    preCommitDeposits: ['PreCommitDeposits', amount],
    lockedFunds: ['LockedFunds', amount],
    /** A block of its own: `minerVestingFunds`. */
    vestingFunds: ['VestingFunds', link],
    initialPledge: ['InitialPledgeRequirement', amount],
    preCommittedSectors: ['PreCommittedSectors', link],
    /** Pre-commits by the epoch at which they run out. */
    preCommittedSectorsCleanUp: ['PreCommittedSectorsExpiry', link],
    ...sectorsAndDeadlines,
  }),
  v16: struct({
    info: ['Info', link],
    preCommitDeposits: ['PreCommitDeposits', amount],
    lockedFunds: ['LockedFunds', amount],
    vestingFunds: ['VestingFunds', minerVestingFunds.v16],
    feeDebt: ['FeeDebt', amount],
    initialPledge: ['InitialPledge', amount],
    preCommittedSectors: ['PreCommittedSectors', link],
    /** Pre-commits by the epoch at which they run out. */
    preCommittedSectorsCleanUp: ['PreCommittedSectorsCleanUp', link],
    ...sectorsAndDeadlines,
    deadlineCronActive: ['DeadlineCronActive', boolean],
  }),
};
/** Of one layout, or of any. */
export type MinerState<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof minerState)[L]>>;
