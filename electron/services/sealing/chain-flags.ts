/**
 * Which of the sectors that a storage miner names the chain has, and which of them count. Of a miner with few sectors that is one list;
 * of one with many, whose list would be tens of megabytes with every tipset, it is what changed in its partitions.
 */
import type { z } from 'zod';
import { type Bitfield, bitfieldOf, isInBitfield } from '../../../shared/domain/bitfield.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { SealingSector, SectorStanding } from '../../../shared/ipc/schemas/sealing.ts';
import { zNodeMinerLinks } from '../../../shared/validation/node/miner-detail.ts';
import { zNodePartitions, zNodeSector, zNodeSectorLocation, zNodeSectorNames } from '../../../shared/validation/node/provider-state.ts';
import { mapBounded } from '../bounded.ts';
import { DeadlineMemory, readDeadlines } from '../miners/miner-deadlines.ts';
import { optional } from '../optional.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';
import { homeOf, type SectorHome, standingIn } from './sector-home.ts';

const CALLS_AT_ONCE = 4;
/** Sectors of a miner that are asked for by one list: some 700 bytes each. */
const MAX_LISTED = 5000;
/** Sectors whose place in the proving period is looked up: two calls for each tipset and deadline. */
const MAX_PLACES = 100;
/** A number that fits its field and that no set of sectors can hold. */
const NO_SECTOR = (1n << 64n) - 1n;

type ChainFlags = Pick<SealingSector, 'isOnChain' | 'isActive' | 'standing' | 'chainCall'>;

/** What the chain says of sectors at one tipset, by number, and the call that told which are active. */
export interface SectorFlags {
  readonly of: ReadonlyMap<bigint, ChainFlags>;
  readonly activeCount: number;
  readonly call: CallRef;
}

interface Active {
  readonly active: Bitfield;
  /** Where all partitions were read. */
  readonly homes?: readonly SectorHome[];
  /** With those that are faulty or not proven yet, where that is known. */
  readonly live: Bitfield;
  readonly call: CallRef;
}

export class ChainFlagsReader {
  readonly #deadlines = new DeadlineMemory();
  readonly #places = new Map<bigint, z.output<typeof zNodeSectorLocation>>();
  #known: { readonly key: string; readonly flags: SectorFlags } | undefined;

  /**
   * Those of which it is not known from the others are asked for one by one: Lotus refuses a StateMinerSectors that names one which is not
   * there (go-state-types `Sectors.Load`), and most of them are not there yet.
   *
   * @param total how many sectors the miner has
   * @throws SextantError those of calls
   */
  async read(node: PinnedNode, address: string, numbers: readonly bigint[], total: number): Promise<SectorFlags> {
    const key = node.ref.key.join(',');
    const known = this.#known;
    if (known?.key === key && numbers.every((number) => known.flags.of.has(number))) return known.flags;
    const { active, live, homes, call } = await (total > MAX_LISTED ? this.#fromPartitions(node, address) : fromList(node, address));
    const of = await mapBounded(numbers, CALLS_AT_ONCE, async (number): Promise<[bigint, ChainFlags]> => {
      const isActive = isInBitfield(active, number);
      if (isActive) return [number, { isOnChain: true, isActive, chainCall: call }];
      if (isInBitfield(live, number)) {
        const standing = standingIn(
          homes?.find((home) => isInBitfield(home.live, number)),
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

  /** Where a sector is changes only when its partition is compacted, and then it is not found there: it is asked for once. */
  async #readStanding(node: PinnedNode, address: string, number: bigint): Promise<SectorStanding | undefined> {
    if (!this.#places.has(number) && this.#places.size >= MAX_PLACES) return undefined;
    const place =
      this.#places.get(number) ??
      (await optional(() => node.read('StateSectorPartition', (key) => [address, number, key], zNodeSectorLocation)))?.value;
    if (place === undefined) return undefined;
    this.#places.set(number, place);
    const partitions = await optional(() => node.read('StateMinerPartitions', (key) => [address, place.Deadline, key], zNodePartitions));
    const home = partitions?.value[place.Partition];
    return partitions === undefined ? undefined : standingIn(home === undefined ? undefined : homeOf(home), number);
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
    return { active: union(partitions.map((one) => one.active)), live: union(partitions.map((one) => one.live)), homes: partitions, call };
  }
}

async function fromList(node: PinnedNode, address: string): Promise<Active> {
  const { value, call } = await node.read('StateMinerActiveSectors', (tipset) => [address, tipset], zNodeSectorNames);
  const active = bitfieldOf(value.map(({ SectorNumber }) => SectorNumber).filter((number) => number < NO_SECTOR));
  return { active, live: active, call };
}
