/** Streams of the reward actor: weights over time, owed amounts and pending changes. Weights are in 10^-18. */
import { z } from 'zod';
import { zAddress, zAt, zAttoFil, zBigInteger, zCallRef, zEpoch, zTimeMs, zTipsetRef, zUint64 } from './common.ts';

const zWeightPoint = z.object({ epoch: zEpoch, timeMs: zTimeMs, weight: zBigInteger });

const zRecipientAccount = z.object({
  recipient: zAddress,
  /** Absent for recipients of earlier periods only. */
  share: zBigInteger.optional(),
  claimed: zAttoFil,
  owed: zAttoFil,
});

/** Owed amounts of a stream; `owed` includes the rounding remainder of the period. */
const zStreamAccount = z.object({ accrued: zAttoFil, claimed: zAttoFil, owed: zAttoFil, recipients: z.array(zRecipientAccount).max(256) });

const zRewardStream = z.object({
  id: zUint64,
  weight: zBigInteger,
  /** Absent for the miners' stream. */
  writer: zAddress.optional(),
  account: zStreamAccount.optional(),
});
export type RewardStreamView = z.infer<typeof zRewardStream>;

/** Weight of a stream from this epoch, with pending writes applied. */
const zStreamCourse = z.object({
  id: zUint64,
  /** Whether it pays the miner of a block. */
  isImplicit: z.boolean(),
  /** Points of its piecewise linear course. */
  points: z.array(zWeightPoint).max(200),
});
export type StreamCourseView = z.infer<typeof zStreamCourse>;

const zPendingWrite = z.object({
  id: zUint64.optional(),
  operation: z.string().max(40),
  effectiveEpoch: zEpoch,
  timeMs: zTimeMs,
  /** New weights by stream, at its epoch. */
  weights: z.array(z.object({ id: zUint64, weight: zBigInteger })).max(8),
  writer: zAddress.optional(),
});
export type PendingWriteView = z.infer<typeof zPendingWrite>;

export const zRewardStreams = z.object({
  pinned: zTipsetRef,
  /** Absent before network version 29. */
  ledger: z
    .object({
      streams: z.array(zRewardStream).max(8),
      /** Removed streams with owed amounts. */
      removed: z.array(z.object({ id: zUint64, account: zStreamAccount })).max(256),
      pending: z.array(zPendingWrite).max(26),
      /** Of these streams, and of those in pending writes. */
      courses: z.array(zStreamCourse).max(40),
      /** Unassigned weight at this epoch; absent if the weights violate the actor's rules, so that nothing is minted. */
      burnWeight: zBigInteger.optional(),
      swaActor: zAddress,
      timelockEpochs: zEpoch,
      /** Since genesis. */
      totals: z.object({ minted: zAttoFil, miner: zAttoFil, explicit: zAttoFil, burned: zAttoFil }),
      owed: zAttoFil,
      /** Accrued and no longer owed: claimed, except for the rounding remainders of periods, which are burned. */
      settled: zAttoFil,
      /** Names of the contracts that govern the streams, by ID address. */
      contracts: z.array(z.object({ address: zAddress, name: z.string().max(80) })).max(8),
      /** On public networks. */
      quarter: z.object({ number: z.number().int(), endEpoch: zEpoch, endTimeMs: zTimeMs }).optional(),
      /** Gate of stream 2: `checkEpoch` is the earliest check, `effectiveEpoch` the earliest increase. */
      gates: z
        .array(
          z.object({
            quarter: z.number().int(),
            checkEpoch: zEpoch,
            checkTimeMs: zTimeMs,
            effectiveEpoch: zEpoch,
            effectiveTimeMs: zTimeMs,
          }),
        )
        .max(2),
    })
    .optional(),
  calls: z.array(zCallRef),
});
export type RewardStreamsView = z.infer<typeof zRewardStreams>;
export const zRewardStreamsInput = z.object({ at: zAt }).strict();

/** Claimable amounts of an address, by stream. */
export const zStreamClaims = z.object({
  pinned: zTipsetRef,
  claims: z
    .array(
      z.object({
        id: zUint64,
        /** According to the reward actor's state. */
        owed: zAttoFil,
        /** Amount paid by Claim in simulation; absent if not simulated or failed. */
        simulated: zAttoFil.optional(),
        /** Exit code of the failed simulation. */
        exitCode: z.number().int().optional(),
        /** Its ID address, for Claim. */
        wallet: zAddress,
      }),
    )
    .max(264),
  calls: z.array(zCallRef),
});
export type StreamClaims = z.infer<typeof zStreamClaims>;
export const zStreamClaimsInput = z.object({ address: zAddress, at: zAt }).strict();
