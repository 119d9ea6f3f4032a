/**
 * Miner details from a node: addresses and beneficiary terms, the blocks of its state, and its sectors.
 *
 * Untrusted: every used field is checked, unknown fields are ignored. Used by the miners service.
 */
import { z } from 'zod';
import { decodeRunLengths } from '../../domain/encoding/bitfield.ts';
import { domainValue, zAmount, zBigDecimal, zCidLink, zInt64, zSafeInteger, zSlice, zUint64 } from './primitives.ts';
import { ofAnyVersion, zNodeMinerFunds, zNodeMinerInfo, zNodeMinerState } from './provider-state.ts';

const zAddressText = z.string().min(2).max(115);

/** StateMinerInfo. Terms without an end have the largest epoch, which exceeds 2^53. */
export const zNodeMinerDetail = zNodeMinerInfo.extend({
  WorkerChangeEpoch: zSafeInteger.nullish(),
  BeneficiaryTerm: z.object({ Quota: zAmount, UsedQuota: zAmount, Expiration: zInt64 }).nullish(),
  PendingBeneficiaryTerm: z
    .object({
      NewBeneficiary: zAddressText,
      NewQuota: zAmount,
      NewExpiration: zInt64,
      ApprovedByBeneficiary: z.boolean(),
      ApprovedByNominee: z.boolean(),
    })
    .nullish(),
});
export type NodeMinerDetail = z.infer<typeof zNodeMinerDetail>;

/** StateReadState of a miner with the CIDs of its blocks, to detect changes. Older state may have other fields. */
export const zNodeMinerLinks = zNodeMinerState.extend({
  State: ofAnyVersion(
    zNodeMinerFunds.extend({
      Info: zCidLink.nullish(),
      Deadlines: zCidLink.nullish(),
      Sectors: zCidLink.nullish(),
    }),
  ),
});
export type NodeMinerLinks = z.infer<typeof zNodeMinerLinks>;

/** StateMinerDeadlines with the daily fee of a deadline (absent before FIP-0100). */
const MAX_DEADLINES = 48;
export const zNodeMinerDeadlines = z
  .array(z.object({ PostSubmissions: domainValue(zSlice(zUint64), decodeRunLengths), DailyFee: zAmount.nullish() }))
  .nullish()
  .transform((deadlines) => deadlines ?? [])
  .refine((deadlines) => deadlines.length <= MAX_DEADLINES, 'More deadlines than a proving period has.');

export const zNodeMarketBalance = z.object({ Escrow: zAmount, Locked: zAmount });

/** A sector of StateMinerSectors and StateSectorGetInfo. `DealIDs` is absent since network version 22. */
export const zNodeSectorInfo = z.object({
  SectorNumber: zUint64,
  SealProof: zSafeInteger,
  SealedCID: zCidLink,
  DealIDs: zSlice(zUint64),
  Activation: zSafeInteger,
  Expiration: zSafeInteger,
  PowerBaseEpoch: zSafeInteger.nullish(),
  DealWeight: zBigDecimal.nullish(),
  VerifiedDealWeight: zBigDecimal.nullish(),
  InitialPledge: zAmount,
  ExpectedDayReward: zAmount.nullish(),
  ExpectedStoragePledge: zAmount.nullish(),
  ReplacedDayReward: zAmount.nullish(),
  SectorKeyCID: zCidLink.nullish(),
  Flags: zSafeInteger.nullish(),
  DailyFee: zAmount.nullish(),
});
export type NodeSectorInfo = z.infer<typeof zNodeSectorInfo>;
export const zNodeSectorInfos = zSlice(zNodeSectorInfo);
