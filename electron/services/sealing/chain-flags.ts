/**
 * Whether the sectors of a storage miner are on chain and active. A miner with few sectors is read by one list; one with many, whose list
 * would be tens of megabytes per tipset, by the changes in its partitions.
 */
import type { z } from 'zod';
import { type Bitfield, bitfieldOf, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { SealingSector, SectorStanding } from '../../../shared/ipc/schemas/sealing.ts';
import { zNodeMinerLinks } from '../../../shared/validation/node/miner-detail.ts';
import { zNodePartitions, zNodeSector, zNodeSectorLocation, zNodeSectorNames } from '../../../shared/validation/node/provider-state.ts';
import { mapBounded } from '../bounded.ts';
import { DeadlineMemory, readDeadlines } from '../miners/miner-deadlines.ts';
import { optional } from '../optional.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';
import { type PartitionSets, partitionSetsOf, standingIn } from './partition-sets.ts';

const CALLS_AT_ONCE = 4;
/** Miners with more sectors are read by partitions; a list has about 700 bytes per sector. */
const MAX_LISTED = 5000;
/** Sectors whose deadline is looked up; each deadline costs two calls per tipset. */
const MAX_PLACES = 100;
/** The maximum uint64, which is not a valid sector number. */
const NO_SECTOR = (1n << 64n) - 1n;

type ChainFlags = Pick<SealingSector, 'isOnChain' | 'isActive' | 'standing' | 'chainCall'>;

/** Chain data of sectors at one tipset, by number, and the call that returned the active ones. */
export interface SectorFlags {
  readonly of: ReadonlyMap<bigint, ChainFlags>;
  readonly activeCount: number;
  readonly call: CallRef;
}

interface Active {
  readonly active: Bitfield;
  /** Present if all partitions were read. */
  readonly partitions?: readonly PartitionSets[];
  /** Including faulty and unproven ones, if known. */
  readonly live: Bitfield;
  readonly call: CallRef;
}

export class ChainFlagsReader {
  readonly #deadlines = new DeadlineMemory();
  readonly #places = new Map<bigint, z.output<typeof zNodeSectorLocation>>();
  #known: { readonly key: string; readonly flags: SectorFlags } | undefined;

  /**
   * Sectors not in the sets are read one by one, because StateMinerSectors fails for a missing sector (go-state-types `Sectors.Load`), and
   * most of them are not on chain yet.
   *
   * @param total the miner's number of sectors
   * @throws SextantError those of calls
   */
  async read(node: PinnedNode, address: string, numbers: readonly bigint[], total: number): Promise<SectorFlags> {
    const key = node.ref.key.join(',');
    const known = this.#known;
    if (known?.key === key && numbers.every((number) => known.flags.of.has(number))) return known.flags;
    const { active, live, partitions, call } = await (total > MAX_LISTED ? this.#fromPartitions(node, address) : fromList(node, address));
    const of = await mapBounded(numbers, CALLS_AT_ONCE, async (number): Promise<[bigint, ChainFlags]> => {
      const isActive = isInBitfield(active, number);
      if (isActive) return [number, { isOnChain: true, isActive, chainCall: call }];
      if (isInBitfield(live, number)) {
        const standing = standingIn(
          partitions?.find((partition) => isInBitfield(partition.live, number)),
          number,
        );
        return [number, { isOnChain: true, isActive, standing, chainCall: call }];
      }
      const sector = await node.read('StateSectorGetInfo', (tipset) => [address, number, tipset], zNodeSector.nullable());
      const standing = sector.value === null ? undefined : await this.#readStanding(node, address, number);
      return [
        number,
        { isOnChain: sector.value !== null, isActive: false, ...(standing === undefined ? {} : { standing }), chainCall: sector.call },
      ];
    });
    const flags = { of: new Map(of), activeCount: Number(active.count), call };
    this.#known = { key, flags };
    return flags;
  }

  /** A sector's partition changes only by compaction, after which it is not found there, so its location is read once. */
  async #readStanding(node: PinnedNode, address: string, number: bigint): Promise<SectorStanding | undefined> {
    if (!this.#places.has(number) && this.#places.size >= MAX_PLACES) return undefined;
    const place =
      this.#places.get(number) ??
      (await optional(() => node.read('StateSectorPartition', (key) => [address, number, key], zNodeSectorLocation)))?.value;
    if (place === undefined) return undefined;
    this.#places.set(number, place);
    const partitions = await optional(() => node.read('StateMinerPartitions', (key) => [address, place.Deadline, key], zNodePartitions));
    const partition = partitions?.value[place.Partition];
    return partitions === undefined ? undefined : standingIn(partition === undefined ? undefined : partitionSetsOf(partition), number);
  }

  async #fromPartitions(node: PinnedNode, address: string): Promise<Active> {
    const links = await optional(() => node.read('StateReadState', (key) => [address, key], zNodeMinerLinks));
    const { partitions, calls } = await readDeadlines(node, {
      address,
      memory: this.#deadlines,
      cid: links?.value.State.Deadlines ?? undefined,
      state: undefined,
    });
    const [call] = calls;
    if (call === undefined) throw new Error('Deadlines are never read without a call.');
    return { active: union(partitions.map((one) => one.active)), live: union(partitions.map((one) => one.live)), partitions, call };
  }
}

async function fromList(node: PinnedNode, address: string): Promise<Active> {
  const { value, call } = await node.read('StateMinerActiveSectors', (tipset) => [address, tipset], zNodeSectorNames);
  const active = bitfieldOf(value.map(({ SectorNumber }) => SectorNumber).filter((number) => number < NO_SECTOR));
  return { active, live: active, call };
}
