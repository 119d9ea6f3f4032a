/** Quality-adjusted power of a miner's sectors. They differ in quality, so a fault fee depends on the faulty sectors, not on an average. */
import { type Bitfield, bitfieldOf, encodeRunLengths, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { membersAt, union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { zNodeSectorInfos } from '../../../shared/validation/node/miner-detail.ts';
import { optional } from '../optional.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';
import { SECTORS_A_CALL } from './sector-batches.ts';
import { measuresOf } from './sector-chunk.ts';

/** More sectors are not read: the answer has half a kilobyte for each. */
const MAX_SECTORS = 20_000n;

/** Cache for one miner, valid for the same sectors while their records are unchanged. */
export class SectorPowers {
  #asked = '';
  #powers = new Map<bigint, bigint>();

  /**
   * At most four calls: StateMinerSectors of all these sectors.
   *
   * @param sets may overlap
   * @param version changes if a record may have changed: the root of the records, or the power of the miner; undefined: unknown
   * @param onAnswer called with the call
   * @returns quality-adjusted power of each set in bytes; undefined for all if there are too many sectors or the endpoint refuses, and for a
   *   set with missing sectors
   */
  async of(
    node: PinnedNode,
    address: string,
    sets: readonly Bitfield[],
    version: string | undefined,
    onAnswer: (answer: { readonly call: CallRef }) => void,
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
        onAnswer(answer);
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
