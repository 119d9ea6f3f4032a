/** The streams of the reward actor: weights and where they go, what recipients are owed, pending changes. Weights are parts of 10^18. */
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

/** What a stream owes; `owed` has the rounding remainder of the period too. */
const zStreamAccount = z.object({ accrued: zAttoFil, claimed: zAttoFil, owed: zAttoFil, recipients: z.array(zRecipientAccount).max(256) });

const zRewardStream = z.object({
  id: zUint64,
  weight: zBigInteger,
  /** Absent for the stream of the miners. */
  writer: zAddress.optional(),
  account: zStreamAccount.optional(),
});
export type RewardStreamView = z.infer<typeof zRewardStream>;

/** The weight of a stream from this epoch on, pending writes applied. */
const zStreamCourse = z.object({
  id: zUint64,
  /** Whether it pays the miner of a block. */
  isImplicit: z.boolean(),
  /** Corners of its line: between two of them it is straight. */
  points: z.array(zWeightPoint).max(200),
});
export type StreamCourseView = z.infer<typeof zStreamCourse>;

const zPendingWrite = z.object({
  id: zUint64.optional(),
  operation: z.string().max(40),
  effectiveEpoch: zEpoch,
  timeMs: zTimeMs,
  /** Weights that it sets, at its epoch, by stream. */
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
      /** Removed streams that still owe. */
      removed: z.array(z.object({ id: zUint64, account: zStreamAccount })).max(256),
      pending: z.array(zPendingWrite).max(26),
      /** Of these streams, and of those that a pending write registers. */
      courses: z.array(zStreamCourse).max(40),
      /** Of the weights at this epoch, what no stream has; absent where they break the rules of the actor, so that nothing is minted. */
      burnWeight: zBigInteger.optional(),
      swaActor: zAddress,
      timelockEpochs: zEpoch,
      /** Since genesis. */
      totals: z.object({ minted: zAttoFil, miner: zAttoFil, explicit: zAttoFil, burned: zAttoFil }),
      owed: zAttoFil,
      /** What recipients accrued and are not owed any more: claimed, but for the rounding remainders of periods, which are burned. */
      settled: zAttoFil,
      /** Names of contracts that govern the streams, by their id addresses. */
      contracts: z.array(z.object({ address: zAddress, name: z.string().max(80) })).max(8),
      /** Of public networks. */
      quarter: z.object({ number: z.number().int(), endEpoch: zEpoch, endTimeMs: zTimeMs }).optional(),
      /** When stream 2 may rise: `checkEpoch` is the first at which the check may run, `effectiveEpoch` the first of a raise. */
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

/** What an address could claim of the streams: only those that owe it something. */
export const zStreamClaims = z.object({
  pinned: zTipsetRef,
  claims: z
    .array(
      z.object({
        id: zUint64,
        /** By the state of the reward actor. */
        owed: zAttoFil,
        /** What Claim would pay, as the node simulates it; absent where it does not, or the call fails. */
        simulated: zAttoFil.optional(),
        /** The exit code with which the simulated call fails. */
        exitCode: z.number().int().optional(),
        /** Its id address, as Claim takes it. */
        wallet: zAddress,
      }),
    )
    .max(264),
  calls: z.array(zCallRef),
});
export type StreamClaims = z.infer<typeof zStreamClaims>;
export const zStreamClaimsInput = z.object({ address: zAddress, at: zAt }).strict();
