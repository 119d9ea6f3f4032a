import { EPOCHS } from '../chain/epoch.ts';
import type { Cid } from '../encoding/cid.ts';
import { amount, bitfield, bytes, type Codec, count, integer, link, list, struct, type Value } from '../ipld/codec.ts';
import type { AnyLayout } from './any-layout.ts';
import { powerPair } from './miner-power.ts';
import { inEachLayout, type StateLayout } from './state-layout.ts';

const linkOfEach: Codec<readonly Cid[]> = {
  ...list(link),
  read(reader, name) {
    reader.tuple(EPOCHS.deadlinesPerPeriod, name);
    return Array.from({ length: EPOCHS.deadlinesPerPeriod }, () => link.read(reader, name));
  },
};

/**
 * Links to the 48 deadlines of a miner, in order; the same in all layouts. Source: go-state-types
 * `builtin/v16/miner/deadline_state.go` (the same to v18).
 */
export const minerDeadlines = struct({ due: ['Due', linkOfEach] });

const partitions = { partitions: ['Partitions', link], expirationsEpochs: ['ExpirationsEpochs', link] } as const;
/** Its name since actors version 3. */
const posted = { partitionsPosted: ['PartitionsPoSted', bitfield] } as const;
const submissions = { optimisticPostSubmissions: ['OptimisticPoStSubmissions', link] } as const;
const sectorsSnapshot = { sectorsSnapshot: ['SectorsSnapshot', link] } as const;
const snapshots = {
  partitionsSnapshot: ['PartitionsSnapshot', link],
  optimisticPostSubmissionsSnapshot: ['OptimisticPoStSubmissionsSnapshot', link],
} as const;

/** Fields that all layouts have after the proofs of the current window. */
const sums = {
  /** Partitions with early terminated sectors that are not settled. */
  earlyTerminations: ['EarlyTerminations', bitfield],
  /** Sectors that are not terminated. */
  liveSectors: ['LiveSectors', count],
  totalSectors: ['TotalSectors', count],
  faultyPower: ['FaultyPower', powerPair],
} as const;

/**
 * A deadline. `expirationsEpochs` has partitions by the epochs at which some of their sectors may expire; `partitionsPosted` were
 * proven in the current window. Since layout `v3`, optimistically accepted proofs are kept until the next window closes, with a
 * snapshot of the partitions (since `v7` also of the sectors), so that they can be disputed. Sources: go-state-types `builtin/v16/miner/deadline_state.go` (the same to v18),
 * specs-actors v0.9 `actors/builtin/miner/deadline_state.go`.
 */
export const minerDeadline = inEachLayout({
  v0: struct({ ...partitions, partitionsPosted: ['PostSubmissions', bitfield], ...sums }),
  v3: struct({ ...partitions, ...posted, ...sums, ...submissions, ...snapshots }),
  v7: struct({ ...partitions, ...posted, ...sums, ...submissions, ...sectorsSnapshot, ...snapshots }),
  v16: struct({
    ...partitions,
    ...posted,
    ...sums,
    ...submissions,
    ...sectorsSnapshot,
    ...snapshots,
    livePower: ['LivePower', powerPair],
    dailyFee: ['DailyFee', amount],
  }),
});
/** Of one layout, or of any. */
export type MinerDeadline<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof minerDeadline)[L]>>;

/** An optimistically accepted Window PoSt: its partitions, and its bytes by proof type. Source: `proof/proof_types.go`. */
export const windowedPost = struct({
  partitions: ['Partitions', bitfield],
  proofs: ['Proofs', list(struct({ postProof: ['PoStProof', integer], proofBytes: ['ProofBytes', bytes] }))],
});
/** An optimistically accepted Window PoSt. */
export type WindowedPost = Value<typeof windowedPost>;
