/** ChainGetTipSetFinalityStatus of the v2 API: how far the chain is finalized, by EC and by F3. Source: Lotus `chain/types`, pull request 13547. */
import { z } from 'zod';
import { zSafeInteger } from './primitives.ts';
import { zNodeTipset } from './tipset.ts';

export const zNodeFinalityStatus = z
  .object({
    ecFinalityThresholdDepth: zSafeInteger,
    ecFinalizedTipSet: zNodeTipset.nullish(),
    f3FinalizedTipSet: zNodeTipset.nullish(),
    finalizedTipSet: zNodeTipset.nullish(),
    head: zNodeTipset,
  })
  .transform(({ ecFinalityThresholdDepth: depth, ecFinalizedTipSet: ec, f3FinalizedTipSet: f3, finalizedTipSet: finalized, head }) => ({
    /** Depth below the head at which a reorg is improbable enough; absent if the chain does not reach the threshold. */
    ...(depth < 0 ? {} : { ecThresholdDepth: depth }),
    ...(ec === null || ec === undefined ? {} : { ecFinalized: ec }),
    ...(f3 === null || f3 === undefined ? {} : { f3Finalized: f3 }),
    /** The later of the two; selected by the tag `finalized`. */
    ...(finalized === null || finalized === undefined ? {} : { finalized }),
    head,
  }));
export type FinalityStatus = z.output<typeof zNodeFinalityStatus>;
