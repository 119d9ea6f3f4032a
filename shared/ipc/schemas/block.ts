/** A block: header, messages and reward. */
import { z } from 'zod';
import { zBlockParts, zRewardSource } from './block-reward.ts';
import { zBlock, zMessageRow } from './chain.ts';
import { zAttoFil, zCallRef, zCid, zPanel, zTipsetRef, zUint64 } from './common.ts';

export const zBlockDetail = z.object({
  block: zBlock,
  /** Election proof (VRF) in base64. Genesis blocks have none. */
  electionProof: z.string().optional(),
  /** drand beacon entries since the parents; base64. */
  beaconEntries: z.array(z.object({ round: zUint64, data: z.string() })).max(8192),
  /** Winning PoSt proofs, each prefixed by its type. */
  winPoStProofs: z.array(z.object({ kind: z.string(), sizeBytes: z.number() })).max(8192),
  /** Block signature of the miner; absent on genesis blocks. */
  signature: z.string().optional(),
  /** Aggregate signature of its BLS messages. */
  blsAggregate: z.string().optional(),
  forkSignaling: zUint64,
  /** Node JSON. */
  json: z.string(),
  /** Its tipset and its index there; absent for a reverted block. */
  tipset: zTipsetRef.extend({ place: z.number().int() }).optional(),
  /** Its messages in execution order, BLS first. */
  messages: zPanel(
    z.array(
      zMessageRow.extend({
        signature: z.enum(['bls', 'own']),
        /** Also in an earlier block of the tipset, which gets its premium. */
        isEarlier: z.boolean(),
      }),
    ),
  ),
  /** Undefined for a reverted block. */
  reward: zPanel(
    zBlockParts.omit({ cid: true }).extend({
      way: zRewardSource,
      /** Absent until a child has executed it. */
      received: z
        .object({
          /** Premiums of messages first included by this block. */
          tips: zAttoFil,
          /** Penalty for messages below the base fee or that could not be applied. */
          penalty: zAttoFil,
          /** Miner's part plus tips. */
          total: zAttoFil,
          /** Part of the total that vests over 180 days. */
          vesting: zAttoFil,
        })
        .optional(),
      /** As in `zTipsetReward`. */
      isExact: z.boolean(),
    }),
  ).optional(),
  calls: z.array(zCallRef),
});
export type BlockDetail = z.infer<typeof zBlockDetail>;
export const zBlockInput = z.object({ cid: zCid }).strict();
