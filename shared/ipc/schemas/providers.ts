/** Storage providers: miners, sealing, deals. */
import { z } from 'zod';
import { zAddress, zAttoFil, zBigInteger, zCid, zEpoch, zPanel, zPanelError, zTimeMs, zTipsetRef } from './common.ts';

const zMinerRow = z.object({
  address: zAddress,
  isOwn: z.boolean(),
  qualityAdjusted: zBigInteger.optional(),
  networkQualityAdjusted: zBigInteger.optional(),
  /** Why its power is missing. */
  problem: zPanelError.optional(),
  sectors: z.object({ live: z.number(), active: z.number(), faulty: z.number() }).optional(),
  openDeadline: z.object({ index: z.number(), closeEpoch: zEpoch, closeTimeMs: zTimeMs }).optional(),
  availableBalance: zAttoFil.optional(),
});
export type MinerRow = z.infer<typeof zMinerRow>;
export const zMinerList = z.object({
  pinned: zTipsetRef,
  miners: zPanel(z.array(zMinerRow)),
  /** Total in the network; rows are the first of them. */ total: z.number(),
});
export type MinerList = z.infer<typeof zMinerList>;

const zDeadlineState = z.enum(['proven', 'open', 'upcoming', 'partly-faulty', 'faulty', 'empty']);
const zDeadline = z.object({
  index: z.number().int(),
  state: zDeadlineState,
  openEpoch: zEpoch,
  closeEpoch: zEpoch,
  openTimeMs: zTimeMs,
  closeTimeMs: zTimeMs,
  partitions: z.number(),
  /** Partitions with a proof due in the window; in others, all sectors are faulty. */
  duePartitions: z.number(),
  provenPartitions: z.number(),
  live: z.number(),
  active: z.number(),
  faulty: z.number(),
  recovering: z.number(),
});
export type Deadline = z.infer<typeof zDeadline>;

export const zSectorRow = z.object({
  number: z.number(),
  isActive: z.boolean(),
  isFaulty: z.boolean(),
  activation: zEpoch,
  expiration: zEpoch,
  expirationTimeMs: zTimeMs,
  initialPledge: zAttoFil,
  /** Bytes of data by deal weight; 0 for committed capacity. */
  dataBytes: zBigInteger.optional(),
  sealedCid: zCid,
  deadline: z.number().optional(),
  partition: z.number().optional(),
});

const zBeneficiaryTerm = z.object({ quota: zAttoFil, expiration: zEpoch.optional(), expirationTimeMs: zTimeMs.optional() });

export const zMiner = z.object({
  address: zAddress,
  pinned: zTipsetRef,
  isOwn: z.boolean(),
  power: zPanel(
    z.object({
      rawBytes: zBigInteger,
      qualityAdjusted: zBigInteger,
      networkRawBytes: zBigInteger,
      networkQualityAdjusted: zBigInteger,
      hasMinimumPower: z.boolean(),
    }),
  ),
  info: zPanel(
    z.object({
      sectorSize: z.number(),
      peerId: z.string().optional(),
      roles: z.array(
        z.object({
          role: z.string(),
          address: zAddress,
          key: zAddress.optional(),
          balance: zAttoFil.optional(),
          type: z.string().max(40).optional(),
        }),
      ),
      hasPendingWorkerChange: z.boolean(),
      /** A new worker takes effect at the first proving deadline after this epoch, or when the owner confirms it after it. */
      workerChange: z.object({ epoch: zEpoch, timeMs: zTimeMs }).optional(),
      /** End of the current consensus fault: no blocks, pre-commits or recoveries until then. */
      consensusFault: z.object({ untilEpoch: zEpoch, untilTimeMs: zTimeMs }).optional(),
      /** Present if the beneficiary is not the owner. Without an expiration, it has no end. */
      beneficiaryTerm: zBeneficiaryTerm.extend({ used: zAttoFil }).optional(),
      pendingBeneficiary: zBeneficiaryTerm
        .extend({ address: zAddress, isApprovedByBeneficiary: z.boolean(), isApprovedByNominee: z.boolean() })
        .optional(),
    }),
  ),
  balance: zPanel(
    z.object({
      total: zAttoFil,
      available: zAttoFil,
      initialPledge: zAttoFil,
      vesting: zAttoFil,
      preCommitDeposits: zAttoFil,
      feeDebt: zAttoFil,
    }),
  ),
  /** Its balance in the market actor. */
  market: zPanel(z.object({ escrow: zAttoFil, locked: zAttoFil })),
  /** Always 48 entries; `currentIndex` is the open one. */
  deadlines: zPanel(z.object({ periodStart: zEpoch, currentIndex: z.number(), deadlines: z.array(zDeadline) })),
  sectors: zPanel(z.object({ live: z.number(), active: z.number(), faulty: z.number() })),
});
export type Miner = z.infer<typeof zMiner>;
