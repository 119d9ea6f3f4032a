/** Reads a miner and its partitions from state blocks at the head. */
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { readDeadlines, readPartitions } from '../../../shared/domain/state/miner-partitions.ts';
import type { Clock } from '../../platform/ports.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';
import { type BlockCache, BlockReader } from '../state/block-reader.ts';
import { findMiner } from '../state/find-miner.ts';

/** A large miner has a few hundred blocks of deadlines and partitions; a new head adds few. */
const CALL_BUDGET = 1500;
/** Tipsets below the head to try if the endpoint does not have its block. */
const MAX_REPIN_DEPTH = 3;

export interface MinerBlocksRequest {
  readonly address: Address;
  readonly connection: ActiveConnection;
  readonly tipsets: readonly ChainTipset[];
  readonly cache: BlockCache;
  readonly clock: Clock;
  readonly cause: string;
  /** Stops the read. */
  readonly signal: AbortSignal;
}

export type MinerBlocks = Awaited<ReturnType<typeof readMinerBlocks>>;

/** @throws SextantError as `findMiner` and `BlockReader.walk` */
export async function readMinerBlocks({ address, connection, tipsets, cache, clock, cause, signal }: MinerBlocksRequest) {
  const reader = new BlockReader(connection, { cache, clock, cause, onProgress: () => undefined });
  reader.allow(CALL_BUDGET);
  const keys = tipsets
    .slice(-1 - MAX_REPIN_DEPTH)
    .reverse()
    .map(({ key }) => key);
  const found = await findMiner(reader, { address, letter: connection.letter, keys, onPhase: () => undefined }, signal);
  const { miner, name } = found;
  const deadlines = await reader.walk(`the deadlines of ${name}`, readDeadlines(miner), signal);
  const partitions = await reader.walk(`the partitions of ${name}`, readPartitions(miner, deadlines.value), signal);
  return { reader, found, partitions: partitions.value, calls: partitions.calls };
}
