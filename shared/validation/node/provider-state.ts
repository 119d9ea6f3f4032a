/**
 * Storage providers, sectors, deals and singleton actors from a node.
 *
 * Untrusted: every used field is checked, unknown fields are ignored, `null` arrays become empty. Integers may be bigint (beyond 2^53)
 * and stay exact; amounts and powers are decimal strings.
 */
import { z } from 'zod';
import { decodeRunLengths } from '../../domain/encoding/bitfield.ts';
import { domainValue, zCidLink, zSafeInteger, zSlice, zUint64 } from './primitives.ts';

const zBig = z.string().regex(/^-?\d{1,79}$/);
const zAddressText = z.string().min(2).max(115);
/** A bitfield as run lengths, starting with zeros. */
const zBitfield = domainValue(zSlice(zUint64), decodeRunLengths);

export const zNodeAddress = zAddressText;
export const zNodeAddresses = zSlice(zAddressText);
export const zNodeAmount = zBig;

const zPower = z.object({ RawBytePower: zBig, QualityAdjPower: zBig });
export const zNodeMinerPower = z.object({ MinerPower: zPower, TotalPower: zPower, HasMinPower: z.boolean() });

export const zNodeActor = z.object({
  Code: zCidLink,
  Head: zCidLink,
  Nonce: zUint64,
  Balance: zBig,
  DelegatedAddress: zAddressText.nullish(),
});

export const zNodePowerState = z.object({
  Balance: zBig,
  State: z.object({ TotalRawBytePower: zBig, TotalQualityAdjPower: zBig, MinerCount: zSafeInteger }),
});
export const zNodeMarketState = z.object({ Balance: zBig, State: z.object({ NextID: zUint64 }) });
export const zNodeMinerFunds = z.object({ PreCommitDeposits: zBig, LockedFunds: zBig, FeeDebt: zBig, InitialPledge: zBig });
/** With current field names: version 0 actors name the pledge differently and have no fee debt (specs-actors v0.9 `miner_state.go`). */
export function ofAnyVersion<S extends z.ZodType>(state: S) {
  return z.preprocess(
    (value) =>
      typeof value === 'object' && value !== null && 'InitialPledgeRequirement' in value
        ? { FeeDebt: '0', InitialPledge: value.InitialPledgeRequirement, ...value }
        : value,
    state,
  );
}
export const zNodeMinerState = z.object({ Balance: zBig, State: ofAnyVersion(zNodeMinerFunds) });

export const zNodeMinerInfo = z.object({
  Owner: zAddressText,
  Worker: zAddressText,
  NewWorker: zAddressText.nullish(),
  ControlAddresses: zSlice(zAddressText),
  PeerId: z.string().max(400).nullish(),
  SectorSize: zSafeInteger,
  Beneficiary: zAddressText.nullish(),
  PendingOwnerAddress: zAddressText.nullish(),
  /** End of the last consensus fault period; -1 for none. */
  ConsensusFaultElapsed: zSafeInteger.nullish(),
});

/** StateMinerFaults, StateMinerRecoveries: sector sets. */
export const zNodeFaults = zBitfield;

export const zNodeSectorCount = z.object({ Live: zSafeInteger, Active: zSafeInteger, Faulty: zSafeInteger });

/** A proving period has 48 deadlines; the limit matters because each causes a call to the node. */
const MAX_DEADLINES = 48;
export const zNodeDeadlines = zSlice(z.object({ PostSubmissions: zBitfield })).refine(
  (deadlines) => deadlines.length <= MAX_DEADLINES,
  'There are more deadlines than a proving period has.',
);

export const zNodeDeadlineInfo = z.object({
  CurrentEpoch: zSafeInteger,
  PeriodStart: zSafeInteger,
  Index: zSafeInteger,
  Open: zSafeInteger,
  Close: zSafeInteger,
  WPoStPeriodDeadlines: zSafeInteger.pipe(z.number().min(0).max(MAX_DEADLINES)),
  WPoStProvingPeriod: zSafeInteger,
  WPoStChallengeWindow: zSafeInteger,
});
export type NodeDeadlineInfo = z.infer<typeof zNodeDeadlineInfo>;

export const zNodePartitions = zSlice(
  z.object({
    AllSectors: zBitfield,
    FaultySectors: zBitfield,
    RecoveringSectors: zBitfield,
    LiveSectors: zBitfield,
    ActiveSectors: zBitfield,
  }),
);
export type NodePartition = z.infer<typeof zNodePartitions>[number];

export const zNodeSector = z.object({
  SectorNumber: zUint64,
  SealedCID: zCidLink,
  Activation: zSafeInteger,
  Expiration: zSafeInteger,
  PowerBaseEpoch: zSafeInteger.nullish(),
  VerifiedDealWeight: zBig.nullish(),
  InitialPledge: zBig,
});
/** Sector numbers of StateMinerActiveSectors. */
export const zNodeSectorNames = zSlice(z.object({ SectorNumber: zUint64 }));
/** Fields of StateSectorGetInfo used for deals. */
export const zNodeSectorExpiry = zNodeSector.pick({ Expiration: true });
export const zNodeSectorLocation = z.object({
  Deadline: zSafeInteger.pipe(
    z
      .number()
      .min(0)
      .max(MAX_DEADLINES - 1),
  ),
  Partition: zSafeInteger,
});

const zDealProposal = z.object({
  /** Absent in a few historic rows. */
  PieceCID: zCidLink.nullish(),
  PieceSize: zSafeInteger,
  VerifiedDeal: z.boolean(),
  Client: zAddressText,
  Provider: zAddressText,
  /** Any text, usually a payload CID; untrusted. */
  Label: z.string().nullish(),
  StartEpoch: zSafeInteger,
  EndEpoch: zSafeInteger,
  StoragePricePerEpoch: zBig,
  ProviderCollateral: zBig,
  ClientCollateral: zBig,
});
/** −1 means "not yet"; `SectorNumber` is absent before network version 22. */
const zDealState = z.object({
  SectorNumber: zUint64.nullish(),
  SectorStartEpoch: zSafeInteger,
  LastUpdatedEpoch: zSafeInteger,
  SlashEpoch: zSafeInteger,
});
export const zNodeMarketDeal = z.object({ Proposal: zDealProposal, State: zDealState });
export type NodeMarketDeal = z.infer<typeof zNodeMarketDeal>;
/** Only the outer type: rows are checked one by one, so that an invalid row does not hide the others. */
export const zNodeMarketDeals = z.record(z.string(), z.unknown()).nullable();

export const zNodeSectorNumbers = zSlice(zUint64);
const zLogEntry = z.object({
  Kind: z.string(),
  Timestamp: zSafeInteger,
  Message: z.string().nullish(),
});
export const zNodeSectorStatus = z.object({
  SectorID: zUint64,
  State: z.string().max(100),
  Deals: zSlice(zUint64),
  ToUpgrade: z.boolean().nullish(),
  LastErr: z.string().nullish(),
  Log: zSlice(zLogEntry),
});
export type NodeSectorStatus = z.infer<typeof zNodeSectorStatus>;
