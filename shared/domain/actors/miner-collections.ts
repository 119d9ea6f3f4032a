/**
 * The collections linked from a miner's state, by layout. Sources: go-state-types `builtin/v16/miner` (the same to v18; bit widths
 * in `miner_state.go`, `deadline_state.go` and `partition_state.go`), specs-actors v0.9 `actors/builtin/miner`.
 */
import { bitfield } from '../ipld/codec.ts';
import { unsignedKey } from '../ipld/layout.ts';
import { arrayInEach, arrayOfToday, mapInEach } from './collections.ts';
import { windowedPost } from './miner-deadline.ts';
import { minerExpirationSet } from './miner-expiration-set.ts';
import { minerPartition } from './miner-partition.ts';
import { minerPreCommit } from './miner-pre-commit.ts';
import { minerSector } from './miner-sector.ts';
import { same } from './state-layout.ts';

/** `sectors` of a miner and `sectorsSnapshot` of a deadline, by sector number. */
export const minerSectors = arrayInEach(minerSector, 5);

/** `preCommittedSectors` of a miner, by sector number. */
export const minerPreCommits = mapInEach(unsignedKey, minerPreCommit);

/** `preCommittedSectorsCleanUp` of a miner: sector numbers by epoch, one of `quantizeToEveryDeadline`. */
export const minerPreCommitsCleanUp = arrayInEach(same(bitfield), 6);

/** `partitions` and `partitionsSnapshot` of a deadline, by their index. */
export const deadlinePartitions = arrayInEach(minerPartition, 3);

/** `expirationsEpochs` of a deadline: partitions by epoch, one of `quantizeToDeadline`. */
export const deadlineExpirations = arrayInEach(same(bitfield), 5);

/** `optimisticPostSubmissions` of a deadline and their snapshot; layout `v0` has none. */
export const deadlineSubmissions = arrayOfToday(windowedPost, 2);

/** `expirationsEpochs` of a partition: sets by epoch, one of `quantizeToDeadline`. */
export const partitionExpirations = arrayInEach(minerExpirationSet, 4);

/** `earlyTerminated` of a partition: sector numbers by the epoch of their termination. */
export const partitionEarlyTerminated = arrayInEach(same(bitfield), 3);
