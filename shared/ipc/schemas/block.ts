/** One block: its header whole, the messages that it carries, and what its miner got for it. */
import { z } from 'zod';
import { zBlockParts, zRewardWay } from './block-reward.ts';
import { zBlock, zMessageRow } from './chain.ts';
import { zAttoFil, zCallRef, zCid, zPanel, zTipsetRef, zUint64 } from './common.ts';

export const zBlockDetail = z.object({
  block: zBlock,
  /** Base64 of the VRF proof by which it won. Genesis blocks have none. */
  electionProof: z.string().optional(),
  /** Values of the drand beacon since the parents; base64. */
  beaconEntries: z.array(z.object({ round: zUint64, data: z.string() })).max(8192),
  /** Proofs that the miner holds a sector of its own; the first word of each is its kind. */
  winPoStProofs: z.array(z.object({ kind: z.string(), sizeBytes: z.number() })).max(8192),
  /** By which the miner signs the block; absent on genesis blocks. */
  signature: z.string().optional(),
  /** The signature that stands for those of all its BLS messages. */
  blsAggregate: z.string().optional(),
  forkSignaling: zUint64,
  /** As a node writes it. */
  json: z.string(),
  /** The tipset of the chain that it is in, and its place there, from 0; absent for a block that gave way. */
  tipset: zTipsetRef.extend({ place: z.number().int() }).optional(),
  /** Its own messages, BLS first, in the order in which they are executed. */
  messages: zPanel(
    z.array(
      zMessageRow.extend({
        signature: z.enum(['bls', 'own']),
        /** An earlier block of its tipset carries it too: this one is not paid for it. */
        isEarlier: z.boolean(),
      }),
    ),
  ),
  /** Undefined for a reverted block. */
  reward: zPanel(
    zBlockParts.omit({ cid: true }).extend({
      way: zRewardWay,
      /** Absent until a child has executed it. */
      received: z
        .object({
          /** From the senders of the messages that it carried first. */
          tips: zAttoFil,
          /** Taken from it because messages offered less than the base fee, or could not be applied. */
          penalty: zAttoFil,
          /** The miner's part and the tips. */
          total: zAttoFil,
          /** Of the total: locked, and free over 180 days. */
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
