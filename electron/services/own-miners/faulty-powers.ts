/** What faulty sectors of a miner count for: sectors differ in quality, so that the fee of a deadline follows from its own. */
import { type Bitfield, encodeRunLengths, isInBitfield } from '../../../shared/domain/bitfield.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { zNodeSectorInfos } from '../../../shared/validation/node/miner-detail.ts';
import type { PinnedNode } from '../chain/pinned-node.ts';
import { measuresOf } from '../miners/sector-chunk.ts';
import { optional } from '../optional.ts';

/** With more of them they are not asked for: the answer has half a kilobyte for each. */
const MOST_SECTORS = 2000n;

/** Of one miner. What was read is kept as long as the same sectors are faulty. */
export class FaultyPowers {
  #asked = '';
  #powers = new Map<bigint, bigint>();

  /**
   * At most one call: StateMinerSectors of all these sectors.
   *
   * @param sets faulty sectors, a set for each deadline
   * @param told is given the call
   * @returns quality-adjusted power of each set, bytes; undefined for all where there are too many sectors or the endpoint refuses, and
   *   for a set of which not every sector was told
   */
  async of(
    node: PinnedNode,
    address: string,
    sets: readonly Bitfield[],
    told: (answer: { readonly call: CallRef }) => void,
  ): Promise<readonly (bigint | undefined)[]> {
    const faulty = union(sets);
    if (faulty.count === 0n || faulty.count > MOST_SECTORS) return sets.map(() => undefined);
    const runs = encodeRunLengths(faulty);
    if (this.#asked !== runs.join()) {
      const answer = await optional(() => node.read('StateMinerSectors', (key) => [address, runs, key], zNodeSectorInfos));
      if (answer === undefined) return sets.map(() => undefined);
      told(answer);
      this.#asked = runs.join();
      this.#powers = new Map(
        answer.value.flatMap((sector) => {
          const { qualityAdjusted } = measuresOf(sector);
          const isAsked = isInBitfield(faulty, sector.SectorNumber);
          return qualityAdjusted === undefined || !isAsked ? [] : [[sector.SectorNumber, qualityAdjusted] as const];
        }),
      );
    }
    return sets.map((set) => {
      const powers = [...this.#powers].filter(([number]) => isInBitfield(set, number)).map(([, power]) => power);
      return BigInt(powers.length) === set.count ? powers.reduce((sum, power) => sum + power, 0n) : undefined;
    });
  }
}
