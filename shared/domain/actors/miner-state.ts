import { amount, bitfield, boolean, count, integer, link, struct, type Value } from '../ipld/codec.ts';
import type { AnyLayout } from './any-layout.ts';
import { minerVestingFunds } from './miner-vesting-funds.ts';
import { inEachLayout, type StateLayout } from './state-layout.ts';

/** Fields that all layouts have after the pre-commits. */
const sectorsAndDeadlines = {
  /** A bitfield in its own block: all sector numbers ever allocated. */
  allocatedSectors: ['AllocatedSectors', link],
  sectors: ['Sectors', link],
  /** Not updated while the miner has no cron, since layout `v4`: use `deadlineAt`. */
  provingPeriodStart: ['ProvingPeriodStart', integer],
  /** As `provingPeriodStart`. */
  currentDeadline: ['CurrentDeadline', count],
  deadlines: ['Deadlines', link],
  /** Deadlines with early terminated sectors that are not settled. */
  earlyTerminations: ['EarlyTerminations', bitfield],
} as const;

const funds = { info: ['Info', link], preCommitDeposits: ['PreCommitDeposits', amount], lockedFunds: ['LockedFunds', amount] } as const;
const pledge = {
  feeDebt: ['FeeDebt', amount],
  initialPledge: ['InitialPledge', amount],
  preCommittedSectors: ['PreCommittedSectors', link],
} as const;
/** Pre-commits by expiration epoch; field names before and since actors version 5. */
const expiry = { preCommittedSectorsCleanUp: ['PreCommittedSectorsExpiry', link] } as const;
const cleanUp = { preCommittedSectorsCleanUp: ['PreCommittedSectorsCleanUp', link] } as const;
const cron = { deadlineCronActive: ['DeadlineCronActive', boolean] } as const;

/**
 * The root of a miner actor's state. Sources: go-state-types `builtin/v16/miner/miner_state.go` (the
 * same to v18), specs-actors v0.9 `actors/builtin/miner/miner_state.go`.
 */
export const minerState = inEachLayout({
  v0: struct({
    ...funds,
    /** Link to `minerVestingFunds`. */
    vestingFunds: ['VestingFunds', link],
    initialPledge: ['InitialPledgeRequirement', amount],
    preCommittedSectors: ['PreCommittedSectors', link],
    ...expiry,
    ...sectorsAndDeadlines,
  }),
  v2: struct({ ...funds, vestingFunds: ['VestingFunds', link], ...pledge, ...expiry, ...sectorsAndDeadlines }),
  v4: struct({ ...funds, vestingFunds: ['VestingFunds', link], ...pledge, ...expiry, ...sectorsAndDeadlines, ...cron }),
  v5: struct({ ...funds, vestingFunds: ['VestingFunds', link], ...pledge, ...cleanUp, ...sectorsAndDeadlines, ...cron }),
  v16: struct({ ...funds, vestingFunds: ['VestingFunds', minerVestingFunds.v16], ...pledge, ...cleanUp, ...sectorsAndDeadlines, ...cron }),
});
/** Of one layout, or of any. */
export type MinerState<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof minerState)[L]>>;
