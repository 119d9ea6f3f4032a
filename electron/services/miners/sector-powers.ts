/** What sectors of a miner count for. They differ in quality: the fee of a fault follows from the sectors that have it, and from no average. */
import { type Bitfield, bitfieldOf, encodeRunLengths, isInBitfield } from '../../../shared/domain/bitfield.ts';
import { membersAt, union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { zNodeSectorInfos } from '../../../shared/validation/node/miner-detail.ts';
import { optional } from '../optional.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';
import { SECTORS_A_CALL } from './sector-batches.ts';
import { measuresOf } from './sector-chunk.ts';

/** With more of them they are not asked for: the answer has half a kilobyte for each. */
const MAX_SECTORS = 20_000n;

/** Of one miner. What was read is kept as long as the same sectors are asked for, and nothing says that their records changed. */
export class SectorPowers {
  #asked = '';
  #powers = new Map<bigint, bigint>();

  /**
   * At most four calls: StateMinerSectors of all these sectors.
   *
   * @param sets may have sectors in common
   * @param version another one where a record may be another: the root of the records, or the power of the miner; undefined: not known
   * @param told is given the call
   * @returns quality-adjusted power of each set, bytes; undefined for all where there are too many sectors or the endpoint refuses, and
   *   for a set of which not every sector was told
   */
  async of(
    node: PinnedNode,
    address: string,
    sets: readonly Bitfield[],
    version: string | undefined,
    told: (answer: { readonly call: CallRef }) => void,
  ): Promise<readonly (bigint | undefined)[]> {
    const all = union(sets);
    if (all.count === 0n || all.count > MAX_SECTORS) return sets.map(() => undefined);
    const wanted = `${version ?? ''} ${encodeRunLengths(all).join()}`;
    if (this.#asked !== wanted) {
      const powers = new Map<bigint, bigint>();
      for (let from = 0; from < all.count; from += SECTORS_A_CALL) {
        const part = encodeRunLengths(bitfieldOf(membersAt(all, from, SECTORS_A_CALL)));
        const answer = await optional(() => node.read('StateMinerSectors', (key) => [address, part, key], zNodeSectorInfos));
        if (answer === undefined) return sets.map(() => undefined);
        told(answer);
        for (const sector of answer.value) {
          const { qualityAdjusted } = measuresOf(sector);
          if (qualityAdjusted !== undefined && isInBitfield(all, sector.SectorNumber)) powers.set(sector.SectorNumber, qualityAdjusted);
        }
      }
      this.#asked = wanted;
      this.#powers = powers;
    }
    return sets.map((set) => {
      const powers = [...this.#powers].filter(([number]) => isInBitfield(set, number)).map(([, power]) => power);
      return BigInt(powers.length) === set.count ? powers.reduce((sum, power) => sum + power, 0n) : undefined;
    });
  }
}
